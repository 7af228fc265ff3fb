import type { Decision, DecisionContext, Incoming, PausesBefore } from '@arbiter/contracts';
import { openingOf } from '../decide/opening';
import { settle } from '../decide/settle';
import { waitingFor } from '../revisions/on-revision';
import { evolveRun } from '../state/evolve-run';
import { pauseOf, type OpenRun, type Run } from '../state/run';
import { runPaused } from './run-paused';

/** PL-28: an instance waits before it has a plan. */
export function onPlanPostponed(run: Run, input: Incoming<'plan.postponed'>, context: DecisionContext): Decision {
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  if (run.phase === 'open' && run.planned !== null) return { ignored: 'already_planned' };
  if (run.phase === 'open' && hasPausedSince(run, input.data.pauses)) return { ignored: 'already_paused' };
  const opening = openingOf(run, input, context);
  const current = opening.reduce(evolveRun, run) as OpenRun;
  return current.cancelling
    ? settle(run, opening, context)
    : [...opening, runPaused(current, [input.data.reason], context.now)];
}

/** PL-28: a branch waits before its plan is revised. */
export function onRevisionPostponed(
  run: Run,
  { data: { revision, pauses, reason } }: Incoming<'revision.postponed'>,
  context: DecisionContext,
): Decision {
  const branch = waitingFor(run, revision);
  if ('ignored' in branch) return branch;
  if (hasPausedSince(branch, pauses)) return { ignored: 'already_paused' };
  return branch.cancelling ? { ignored: 'stopping' } : [runPaused(branch, [reason], context.now)];
}

/** R10: it pauses once for each postponement, however often the event comes. */
const hasPausedSince = (run: OpenRun, before: PausesBefore): boolean => pauseOf(run) !== null || before < run.pauses;
