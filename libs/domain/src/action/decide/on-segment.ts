import type { Decision, DecisionContext, Fact, Incoming } from '@arbiter/contracts';
import type { SegmentRead } from '../action-inputs';
import type { ActionState } from '../state/action-state';
import { SegmentWalk } from './segment-walk';

/** The reads of a segment were carried out before it is decided; every check is made again, here, where it is recorded. */
export function onSegmentRead(
  state: ActionState,
  { segment, reads, alone }: SegmentRead,
  context: DecisionContext,
): Decision {
  if (state.status !== 'new') return { ignored: 'already_taken_in' };
  const walk = new SegmentWalk(segment, context);
  walk.next();
  for (const read of reads) {
    walk.ended(read);
    walk.next();
  }
  const returned = walk.returned(alone);
  return returned === null ? walk.facts : [...walk.facts, returned];
}

/** Without its reads nothing of it can be decided: its steps are asked for one by one. */
export function onSegmentRequested(state: ActionState, { data }: Incoming<'segment.requested'>): Decision {
  return state.status === 'new' ? [handedBack(data)] : { ignored: 'already_taken_in' };
}

/** EX-20: a cancel that overtakes its segment, or its reads, leaves a tombstone; what was read already stands, and is told. */
export function onSegmentCancelRequested(state: ActionState, { data }: Incoming<'segment.cancel_requested'>): Decision {
  const { segmentId, runId, stepIds } = data;
  return state.status === 'new'
    ? [{ name: 'segment.returned', data: { segmentId, runId, stepIds, alone: [] } }]
    : { ignored: 'already_finished' };
}

export function handedBack({ segmentId, runId, steps }: Incoming<'segment.requested'>['data']): Fact {
  const stepIds = steps.map(({ stepId }) => stepId);
  return { name: 'segment.returned', data: { segmentId, runId, stepIds, alone: stepIds } };
}
