import type { Decision, DecisionContext, Fact, FactOf, Grants, Incoming } from '@arbiter/contracts';
import { openBranches } from '../branches/sweep';
import { branchIn } from '../branches/on-branch';
import { settle } from '../decide/settle';
import { runContinued } from './evolve-pauses';
import { isGranted } from './model-room';
import { continueOf, moreFor } from './share';
import { isOpen } from '../state/branch';
import { pauseOf, type OpenRun, type Run } from '../state/run';

/** A branch that is paused keeps no place, and no other begins before it goes on. */
export function onBranchPaused(
  run: Run,
  { data: { runId: branchId, pause, reasons } }: Incoming<'run.paused'>,
  context: DecisionContext,
): Decision {
  const record = branchIn(run, branchId);
  if ('ignored' in record) return record;
  // The branch may have waited for an approval whose answer is still on its way to this run.
  if (!isOpen(record) || record.status === 'paused') return { ignored: 'not_under_way' };
  if (pause <= record.pauses) return { ignored: 'paused_before' };
  const whole = run as OpenRun;
  const { runId } = whole;
  const { object } = record;
  const paused: Fact = { name: 'branch.paused', data: { runId, branchId, object, pause, reasons, at: context.now } };
  return settle(
    run,
    [paused, ...(isGranted(whole, reasons) ? [continueOf(whole, [{ branchId, pause }], context.now)] : [])],
    context,
  );
}

/** A person lets it go on: once for each pause, however often the event comes. */
export function onInstanceResumed(
  run: Run,
  { data: { pause, granted } }: Incoming<'instance.resumed'>,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  if (pauseOf(run)?.number !== pause) return { ignored: 'not_paused' };
  const going = continued(run, granted, context.now);
  return settle(run, [going, ...branchesContinued(runContinued(run, going.data), context.now)], context);
}

/**
 * The run that the branch belongs to goes on, and so does the branch: once for each of its pauses, however often the
 * event comes.
 */
export function onContinueRequested(
  run: Run,
  { data: { branches, granted, actions } }: Incoming<'branch.continue_requested'>,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const own = branches.find(({ branchId }) => branchId === run.runId);
  const paused = pauseOf(run);
  if (paused === null || own?.pause !== paused.number) return { ignored: 'not_paused' };
  const given = { ...granted, ...(actions !== undefined && { actions }) };
  return settle(run, [continued(run, given, context.now)], context);
}

const continued = ({ runId, pauses }: OpenRun, granted: Grants, at: string): FactOf<'run.continued'> => ({
  name: 'run.continued',
  data: { runId, pause: pauses, granted, at },
});

function branchesContinued(run: OpenRun, at: string): readonly Fact[] {
  // A branch that needs more of the budget takes it first: see sharesTaken.
  const branches = openBranches(run).flatMap(([branchId, { status, pauses }]) =>
    status === 'paused' && moreFor(run, branchId) === 0 ? [{ branchId, pause: pauses }] : [],
  );
  return branches.length === 0 ? [] : [continueOf(run, branches, at)];
}
