import type { Decision, DecisionContext, FactOf, Incoming } from '@arbiter/contracts';
import { isWithSegment, type Run } from '../state/run';
import { settle } from './settle';
import { settleLate } from './settle-late';

/** R2, R7: what the gateway did not do is asked for again in its turn, or counts as not begun. What is known of a step already stands. */
export function onSegmentReturned(
  run: Run,
  { data }: Incoming<'segment.returned'>,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  const walked = run.phase === 'ended' ? run.unsettled?.run : run;
  if (!walked) return { ignored: 'run_ended' };
  const { runId, segmentId, alone } = data;
  const stepIds = data.stepIds.filter(
    (stepId) => walked.steps[stepId] !== undefined && isWithSegment(walked.steps[stepId], segmentId),
  );
  if (stepIds.length === 0) return { ignored: 'nothing_to_take_back' };
  const back: FactOf<'segment.taken_back'> = {
    name: 'segment.taken_back',
    data: { segmentId, runId, stepIds, alone: alone.filter((stepId) => stepIds.includes(stepId)), at: context.now },
  };
  return run.phase === 'ended' ? settleLate(run, back, context) : settle(run, [back], context);
}
