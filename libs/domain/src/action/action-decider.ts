import { streamOf, type Decider, type Decision, type DecisionContext, type Incoming, type StepOfRun } from '@arbiter/contracts';
import type { ActionInput } from './action-inputs';
import { onActionRequested, onReadFinished } from './decide/on-action-requested';
import { onApprovalGiven } from './decide/on-approval-given';
import { onCancelRequested } from './decide/on-cancel-requested';
import { onDue } from './decide/on-due';
import { onEffectFinished, onProbeFinished } from './decide/on-effect-finished';
import { onPlaceGranted } from './decide/on-place-granted';
import { skipAction } from './decide/skip-action';
import { evolveAction, initialAction, type ActionState } from './state/action-state';
import { actionTimers } from './timers';

function decide(state: ActionState, input: ActionInput, context: DecisionContext): Decision {
  switch (input.name) {
    case 'action.requested':
      return onActionRequested(state, input, context);
    case 'approval.given':
      return onApprovalGiven(state, input, context);
    case 'action.cancel_requested':
      return onCancelRequested(state, input, context);
    case 'read.finished':
      return onReadFinished(state, input, context);
    case 'place.granted':
      return onPlaceGranted(state, input, context);
    case 'effect.finished':
      return onEffectFinished(state, input, context);
    case 'probe.finished':
      return onProbeFinished(state, input, context);
    case 'due':
      return onDue(state, input, context);
  }
}

/**
 * One action, from its request to its end. Approve, cancel, queue and dispatch contend on its stream: the first wins.
 * A request is decided by the artifacts its run is pinned to, an approval by those that are active, so that drift shows,
 * and what follows by those it was queued with: see artifactsOfAction.
 */
export const actionDecider: Decider<ActionState, ActionInput> = {
  category: 'action',
  initial: initialAction,
  evolve: evolveAction,
  decide,
  due: actionTimers,
  provenance: stepDecidedUpon,
  skip: skipAction,
};

/** What is about to be let go stands upon its run's plan and request; what only ends or goes on does not. */
function stepDecidedUpon(state: ActionState, input: ActionInput): StepOfRun | null {
  switch (input.name) {
    case 'action.requested':
      return state.status === 'new' ? input.data : null;
    case 'read.finished':
      return state.status === 'new' ? input.request.data : null;
    case 'approval.given':
      return state.status === 'suspended' ? state.action : null;
    default:
      return null;
  }
}

/** The artifacts an input is decided by: null means those that are active now. */
export function artifactsOfAction(state: ActionState, input: ActionInput): string | null {
  if (input.name === 'action.requested') return input.data.artifacts;
  if (input.name === 'read.finished') return input.request.data.artifacts;
  return 'artifacts' in state && state.status !== 'suspended' ? state.artifacts : null;
}

/** The action's stream an event of the run or the session concerns. */
export const streamsForAction = ({ tenant, data }: Incoming<'action.requested' | 'approval.given' | 'action.cancel_requested'>): string[] => [
  streamOf('action', tenant, data.actionId),
];
