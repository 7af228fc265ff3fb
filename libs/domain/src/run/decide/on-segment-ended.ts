import {
  actionEndsIn,
  wasRefused,
  type ActionEnd,
  type Decision,
  type DecisionContext,
  type FactOf,
  type Incoming,
} from '@arbiter/contracts';
import { refusedAction } from '../pauses/refusals';
import { evolveRun } from '../state/evolve-run';
import type { OpenRun, Run } from '../state/run';
import { stepCompleted } from './action-outcome';
import { refusedBy, walkedBy } from './on-action';
import { settle } from './settle';
import { settleLate } from './settle-late';

/**
 * R3, R7: reads of a segment that ended together end their steps by one fact, each once. R10: of one that was refused
 * the step has no end.
 */
export function onSegmentEnded(run: Run, event: Incoming<'segment.ended'>, context: DecisionContext): Decision {
  const walked = walkedBy(run);
  const reported = actionEndsIn(event);
  const ends = reported.filter(({ data }) => refusedBy(walked, data) === null);
  if (ends.length === 0) return refusedBy(walked, reported[0]!.data)!;
  const segmentCompleted = (of: readonly ActionEnd[]) =>
    segmentEnd(event.data.segmentId, of, walked as OpenRun, context.now);
  if (run.phase === 'ended') return settleLate(run, segmentCompleted(ends), context);
  const others = ends.filter((end) => !wasRefused(end));
  const first = others.length === 0 ? [] : [segmentCompleted(others)];
  const after = first.reduce(evolveRun, run) as OpenRun;
  const again = ends.filter(wasRefused).map((end) => refusedAction(after, end, context));
  const isAskedAgain = again.every((fact) => fact !== null);
  return settle(run, isAskedAgain ? [...first, ...again] : [segmentCompleted(ends)], context);
}

function segmentEnd(
  segmentId: string,
  ends: readonly ActionEnd[],
  { runId, planned }: OpenRun,
  at: string,
): FactOf<'segment.completed'> {
  const steps = ends.map((end) => stepCompleted(end, planned!, at).data);
  return {
    name: 'segment.completed',
    data: {
      segmentId,
      runId,
      ends: steps.map(({ stepId, status, code }) => ({ stepId, status, code })),
      told: Object.fromEntries(steps.map(({ stepId, message, result }) => [stepId, { message, result }])),
      at,
    },
  };
}
