import { sweepStepOf } from '../../plan';
import type { Decision, DecisionContext, Fact, Incoming } from '@arbiter/contracts';
import { branchPlan } from '../branches/branch-plan';
import { endRun } from '../decide/ending';
import { endOfStopped } from '../decide/next-move';
import { settle } from '../decide/settle';
import type { OpenRun, Run } from '../state/run';

/** PL-18, PL-19: the branch goes on with the revised plan, and does nothing besides. */
export function onRevisionAccepted(
  run: Run,
  { data }: Incoming<'revision.accepted'>,
  context: DecisionContext,
): Decision {
  const branch = waitingFor(run, data.revision);
  if ('ignored' in branch) return branch;
  const { revision, plan, planHash, drawnUp } = data;
  const own = branchPlan(plan, sweepStepOf(plan)!.forEach);
  const revised: Fact = {
    name: 'branch.revised',
    data: { runId: branch.runId, revision, planHash, plan: own, drawnUp, at: context.now },
  };
  return settle(branch, [revised], context);
}

/** There is no other plan: a person looks at it. */
export function onRevisionDeclined(
  run: Run,
  { data }: Incoming<'revision.declined'>,
  context: DecisionContext,
): Decision {
  const branch = waitingFor(run, data.revision);
  return 'ignored' in branch ? branch : [endRun(branch, endOfStopped(branch, context.artifacts), context)];
}

export function waitingFor(run: Run, revision: number): OpenRun | { readonly ignored: string } {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  return run.revisions.awaited?.revision === revision ? run : { ignored: 'not_awaited' };
}
