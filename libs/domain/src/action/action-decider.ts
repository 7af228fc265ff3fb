import {
  actionIdOf,
  agentOf,
  stepOrigin,
  streamOf,
  type Decider,
  type Decision,
  type DecisionContext,
  type Incoming,
  type StepsOfRun,
} from '@arbiter/contracts';
import type { ActionEvent, ActionInput } from './action-inputs';
import { onActionRequested } from './decide/on-action-requested';
import { onApprovalGiven, onDoneElsewhere } from './decide/on-approval-given';
import { onCancelRequested } from './decide/on-cancel-requested';
import { onDue } from './decide/on-due';
import { onLookFinished, onSettlementReceived } from './decide/unknown-outcome';
import { onEffectFinished, onProbeFinished } from './decide/on-effect-finished';
import { onPlaceGranted } from './decide/on-place-granted';
import { onSegmentCancelRequested, onSegmentRead, onSegmentRequested } from './decide/on-segment';
import { skipAction } from './decide/skip-action';
import type { ActionRequest } from './state/action-request';
import { evolveAction, initialAction, isUndecided, type ActionState } from './state/action-state';
import { actionTimers } from './timers';

function decide(state: ActionState, input: ActionInput, context: DecisionContext): Decision {
  switch (input.name) {
    case 'action.requested':
      return onActionRequested(state, input, context);
    case 'segment.requested':
      return onSegmentRequested(state, input);
    case 'segment.read':
      return onSegmentRead(state, input, context);
    case 'segment.cancel_requested':
      return onSegmentCancelRequested(state, input, context);
    case 'approval.given':
      return onApprovalGiven(state, input, context);
    case 'approval.reviewed':
      return onApprovalGiven(state, input.approval, context, input.looks);
    case 'action.cancel_requested':
      return onCancelRequested(state, input, context);
    case 'place.granted':
      return onPlaceGranted(state, input, context);
    case 'effect.finished':
      return onEffectFinished(state, input, context);
    case 'probe.finished':
      return onProbeFinished(state, input, context);
    case 'look.finished':
      return onLookFinished(state, input, context);
    case 'done.elsewhere':
      return onDoneElsewhere(state);
    case 'action.settlement_received':
      return onSettlementReceived(state, input, context);
    case 'due':
      return onDue(state, input, context);
  }
}

/**
 * One action, or one segment of reads, from its request to its end; reads that lead to an action are in the action's
 * own stream. Approve, cancel, queue and dispatch contend on it: the first wins. A request is decided with the
 * artifacts that its run is pinned to, an approval with the active ones, so that drift shows, and everything after that
 * with those it was queued with: see artifactsOfAction.
 */
export const actionDecider: Decider<ActionState, ActionInput> = {
  category: 'action',
  initial: initialAction,
  evolve: evolveAction,
  decide,
  due: actionTimers,
  provenance: stepsDecidedUpon,
  skip: skipAction,
};

/**
 * An action that may now be carried out is checked against its run's plan and request; an input that only ends or
 * continues it is not.
 */
function stepsDecidedUpon(state: ActionState, input: ActionInput): StepsOfRun | null {
  switch (input.name) {
    case 'action.requested':
      return isUndecided(state) ? stepOfAction(input.data) : null;
    case 'segment.read':
      return state.status === 'new' ? stepsOfSegment(input.segment) : null;
    case 'approval.given':
    case 'approval.reviewed':
      return state.status === 'suspended' ? stepOfAction({ ...state.action, planHash: state.planHash }) : null;
    default:
      return null;
  }
}

/** One action, with the one by which its step was asked for before, or that it undoes. */
export function stepOfAction({
  runId,
  stepId,
  origin,
  planHash,
}: Pick<ActionRequest, 'runId' | 'stepId' | 'origin' | 'planHash'>): StepsOfRun {
  const isAgain = origin.kind === 'step' && origin.attempt > 1;
  const refused = isAgain ? [actionIdOf(runId, stepOrigin(origin.stepId, origin.attempt - 1))] : [];
  const undone = origin.kind === 'undo' && { undone: origin.of };
  const caller = origin.kind === 'agent_call' ? agentOf({ runId, ...origin }) : null;
  return { runId, stepIds: [stepId], planHash, refused, ...undone, ...(caller && { caller }) };
}

export const stepsOfSegment = ({ data: { runId, steps, planHash } }: Incoming<'segment.requested'>): StepsOfRun => ({
  runId,
  stepIds: steps.map(({ stepId }) => stepId),
  planHash,
});

/** The artifacts an input is decided by: null means those that are active now. */
export function artifactsOfAction(state: ActionState, input: ActionInput): string | null {
  if (input.name === 'action.requested' || input.name === 'segment.requested') return input.data.artifacts;
  if (input.name === 'segment.read') return input.segment.data.artifacts;
  return 'artifacts' in state && state.status !== 'suspended' ? state.artifacts : null;
}

/** The stream of the action or the segment that an event concerns. */
export const streamsForAction = ({ tenant, data }: ActionEvent): string[] => [
  streamOf('action', tenant, 'actionId' in data ? data.actionId : data.segmentId),
];
