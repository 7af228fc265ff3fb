import type { Decision, DecisionContext, EventData, Fact, Incoming } from '@arbiter/contracts';
import type { SegmentRead } from '../action-inputs';
import type { ActionIdentity } from '../state/action-request';
import type { ActionState } from '../state/action-state';
import { cancelAction, cancelled } from './on-cancel-requested';
import { SegmentWalk, segmentReturned } from './segment-walk';

/**
 * The reads of a segment were made before it is decided; every check is made again here, where the decision is
 * recorded. One append holds their ends, the steps handed back, and last the action that they lead to.
 */
export function onSegmentRead(
  state: ActionState,
  { segment, reads, isWithdrawn }: SegmentRead,
  context: DecisionContext,
): Decision {
  if (state.status !== 'new') return { ignored: 'already_taken_in' };
  const walk = new SegmentWalk(segment, context);
  walk.next();
  for (const read of reads) {
    walk.ended(read);
    walk.next();
  }
  const last = isWithdrawn ? null : walk.ledTo();
  return [...walk.reportedEnds(), ...walk.returned(last), ...(last ? [last] : [])];
}

/** Without its reads nothing of it can be decided. */
export function onSegmentRequested(state: ActionState, { data }: Incoming<'segment.requested'>): Decision {
  return state.status === 'new' ? handedBack(data) : { ignored: 'already_taken_in' };
}

/**
 * EX-20: a cancel that overtakes its segment, or its reads, leaves a tombstone; reads that have ended are recorded and
 * reported. For the action that they lead to it is a cancel like any other.
 */
export function onSegmentCancelRequested(
  state: ActionState,
  { data }: Incoming<'segment.cancel_requested'>,
  context: DecisionContext,
): Decision {
  const action = actionOf(data);
  if (state.status === 'new') return tombstone(data, action);
  return action ? cancelAction(state, action, context) : { ignored: 'already_finished' };
}

function tombstone(
  { segmentId, runId, stepIds: all }: EventData<'segment.cancel_requested'>,
  action: ActionIdentity | null,
): readonly Fact[] {
  const stepIds = all.filter((stepId) => stepId !== action?.stepId);
  return [
    ...(stepIds.length > 0 ? [segmentReturned({ segmentId, runId }, stepIds)] : []),
    ...(action ? [cancelled(action, 'cancelled_before_request')] : []),
  ];
}

function actionOf({ segmentId, runId, tool, origin }: EventData<'segment.cancel_requested'>): ActionIdentity | null {
  return tool === undefined || origin === undefined
    ? null
    : { actionId: segmentId, runId, stepId: origin.stepId, origin, tool };
}

/** Hands back the whole segment, so that each step is requested apart from the others. */
export const handedBack = (segment: EventData<'segment.requested'>): readonly Fact[] => [
  segmentReturned(
    segment,
    segment.steps.map(({ stepId }) => stepId),
  ),
];
