import type { Decision, DecisionContext } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { isLookup, type OpenRun, type Run } from '../state/run';
import { openBranches } from '../branches/sweep';
import { onSlotDue } from '../slots/on-slot-answered';
import {
  BRANCH_PATIENCE_MILLISECONDS,
  EXPIRY_GRACE_MILLISECONDS,
  FOLLOW_MILLISECONDS,
  FOLLOW_PATIENCE_MILLISECONDS,
  PAUSE_PATIENCE_MILLISECONDS,
  REVISION_PATIENCE_MILLISECONDS,
  SILENCE_MILLISECONDS,
  stepOfSlotTimer,
} from '../timers';
import { abandonRun, endRun, stillRunning } from './ending';
import { awaitsReplaced, end, endOfStopped } from './next-move';
import { composed } from './on-reply-answered';
import { lookupIsLate } from './retrieval';
import { settle, watched, withdrawAll } from './settle';

/** A time has come. Timers that nothing waits for any more are ignored. */
export function onDue(run: Run, key: string, context: DecisionContext): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const slotStep = stepOfSlotTimer(key);
  if (slotStep !== null) return onSlotDue(run, slotStep, context);
  switch (key) {
    case 'reply':
      return replyIsLate(run, context);
    case 'retrieval':
      return lookupIsLate(run, context);
    case 'cancel':
      return cancelIsOver(run, context);
    case 'follow':
      return lookAgain(run, context);
    case 'watchdog':
      return watch(run, context);
    default:
      return { ignored: 'unknown_timer' };
  }
}

function replyIsLate(run: OpenRun, context: DecisionContext): Decision {
  if (run.writing === null || run.planned === null) return { ignored: 'nothing_is_written' };
  return settle(
    run,
    [composed(run, run.planned, { ...run.writing, segments: 0 }, { failure: 'timed_out' }, context)],
    context,
  );
}

/** R4: the actions in flight had their time to answer. */
function cancelIsOver(run: OpenRun, context: DecisionContext): Decision {
  if (!run.cancelling && run.brokenBy === null) return { ignored: 'not_stopping' };
  return [abandonRun(run, endOfStopped(run, context.artifacts), context)];
}

/** The end of the followed run, had there been one, was looked up and taken in before this. */
function lookAgain(run: OpenRun, context: DecisionContext): Decision {
  if (run.followingSince === null || run.reported !== null) return { ignored: 'not_following' };
  if (context.now < instantAfter(run.followingSince, FOLLOW_PATIENCE_MILLISECONDS))
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
  const { progressedAt, steps, writing, revisions, paused } = run;
  const lookups = Object.values(steps).flatMap((record) =>
    isLookup(record) ? [instantAfter(record.deadline, SILENCE_MILLISECONDS)] : [],
  );
  const expiries = Object.values(steps).flatMap((record) =>
    record.status === 'suspended' ? [instantAfter(record.asked.expiresAt, EXPIRY_GRACE_MILLISECONDS)] : [],
  );
  const deadlines = writing === null ? [] : [instantAfter(writing.deadline, SILENCE_MILLISECONDS)];
  // A branch has a watchdog of its own, and may wait for a person.
  const open = openBranches(run);
  const branches = open.length > 0 ? [instantAfter(progressedAt, BRANCH_PATIENCE_MILLISECONDS)] : [];
  const letting = paused === null ? [] : [instantAfter(progressedAt, PAUSE_PATIENCE_MILLISECONDS)];
  const answers = open.flatMap(([, { waitsUntil }]) =>
    waitsUntil === null ? [] : [instantAfter(waitsUntil, 2 * EXPIRY_GRACE_MILLISECONDS)],
  );
  const revised = revisions.awaited ? [instantAfter(revisions.awaited.at, REVISION_PATIENCE_MILLISECONDS)] : [];
  return [
    instantAfter(progressedAt, SILENCE_MILLISECONDS),
    ...revised,
    ...branches,
    ...letting,
    ...answers,
    ...expiries,
    ...deadlines,
    ...lookups,
  ]
    .sort()
    .at(-1)!;
}
