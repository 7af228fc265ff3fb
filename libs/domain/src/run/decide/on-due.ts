import { isIgnored, type Decision, type DecisionContext } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { isStopped, kindOf, kindsOf, pauseOf, type OpenRun, type Run } from '../state/run';
import {
  FOLLOW_MILLISECONDS,
  FOLLOW_PATIENCE_MILLISECONDS,
  PAUSE_PATIENCE_MILLISECONDS,
  REVISION_PATIENCE_MILLISECONDS,
  SILENCE_MILLISECONDS,
  UNDO_PATIENCE_MILLISECONDS,
} from '../timers';
import { hasWayBack } from '../undo/to-undo';
import { abandonRun, endRun, stillRunning } from './ending';
import { awaitsReplaced, end, endOfStopped } from './next-move';
import { settle, watched, withdrawAll } from './settle';

/** A time has come. Timers that nothing waits for any more are ignored. */
export function onDue(run: Run, key: string, context: DecisionContext): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  switch (key) {
    case 'cancel':
      return cancelIsOver(run, context);
    case 'follow':
      return lookAgain(run, context);
    case 'watchdog':
      return watch(run, context);
    default:
      return stepsAreDue(run, key, context);
  }
}

/** A timer of steps: of those of one kind. */
function stepsAreDue(run: OpenRun, key: string, context: DecisionContext): Decision {
  const steps = run.planned?.plan.steps ?? [];
  for (const kind of kindsOf(run)) {
    const own = steps.filter((step) => kindOf(run, step) === kind);
    const decision = kind.due(run, key, own, context);
    if (decision !== null) return isIgnored(decision) ? decision : settle(run, decision, context);
  }
  return { ignored: 'unknown_timer' };
}

/** R4: the actions in flight had their time to answer. R11: what they may have to be undone for is waited for. */
function cancelIsOver(run: OpenRun, context: DecisionContext): Decision {
  if (!isStopped(run)) return { ignored: 'not_stopping' };
  if (hasWayBack(run)) return { ignored: 'compensating' };
  return [abandonRun(run, endOfStopped(run, context.artifacts), context)];
}

/** The end of the followed run, had there been one, was looked up and taken in before this. */
function lookAgain(run: OpenRun, context: DecisionContext): Decision {
  if (run.waits?.for !== 'run') return { ignored: 'not_following' };
  if (context.now < instantAfter(run.waits.since, FOLLOW_PATIENCE_MILLISECONDS))
    return [watched(run, 'follow', instantAfter(context.now, FOLLOW_MILLISECONDS))];
  return [awaitsReplaced(run) ? endRun(run, end('error', 'replaced_run_open'), context) : stillRunning(run, context)];
}

/**
 * EX-26: a silent run is ended; one that made progress, or waits for something with a time of its own, is looked at
 * again.
 */
function watch(run: OpenRun, context: DecisionContext): Decision {
  const patience = patienceWith(run);
  if (context.now < patience) return [watched(run, 'watchdog', patience)];
  return [...withdrawAll(run), abandonRun(run, end('error', 'timed_out'), context)];
}

/** Instants of one form sort as texts. */
function patienceWith(run: OpenRun): string {
  const { progressedAt, planned, revisions } = run;
  const steps = (planned?.plan.steps ?? []).flatMap((step) => kindOf(run, step).patience(run, step.id));
  const letting = pauseOf(run) === null ? [] : [instantAfter(progressedAt, PAUSE_PATIENCE_MILLISECONDS)];
  const revised = revisions.awaited ? [instantAfter(revisions.awaited.at, REVISION_PATIENCE_MILLISECONDS)] : [];
  const undoing = isStopped(run) && hasWayBack(run) ? [instantAfter(progressedAt, UNDO_PATIENCE_MILLISECONDS)] : [];
  return [instantAfter(progressedAt, SILENCE_MILLISECONDS), ...undoing, ...revised, ...letting, ...steps]
    .sort()
    .at(-1)!;
}
