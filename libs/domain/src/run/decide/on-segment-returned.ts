import type { Decision, DecisionContext, FactOf, Incoming } from '@arbiter/contracts';
import { isWithSegment, type Run } from '../state/run';
import { settle } from './settle';
import { settleLate } from './settle-late';

/**
 * R2, R7: steps that the gateway handed back are requested again in their turn, or count as not begun. The known end of
 * a step is kept.
 */
export function onSegmentReturned(
  run: Run,
  { data: { runId, segmentId, stepIds: back } }: Incoming<'segment.returned'>,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  const walked = run.phase === 'ended' ? run.unsettled?.run : run;
  if (!walked) return { ignored: 'run_ended' };
  const stepIds = back.filter(
    (stepId) => walked.steps[stepId] !== undefined && isWithSegment(walked.steps[stepId], segmentId),
  );
  if (stepIds.length === 0) return { ignored: 'nothing_to_take_back' };
  const taken: FactOf<'segment.taken_back'> = {
    name: 'segment.taken_back',
    data: { segmentId, runId, stepIds, at: context.now },
  };
  return run.phase === 'ended' ? settleLate(run, taken, context) : settle(run, [taken], context);
}
