import type { CapabilityScope, EventData, Fact, ToolCall, Values } from '@arbiter/contracts';
import { identityOf, type ActionIdentity } from './action-request';

/** What an approval will set going, as it stands (sealed) in action.suspended. */
export interface SuspendedRequest {
  readonly args: Values;
  readonly scope: CapabilityScope | null;
  readonly call: ToolCall;
}

/** The arguments of a dispatched or suspended request; null once the customer was erased. */
export function dispatchedArgs(request: Values): Values | null {
  const args = request['args'];
  return args !== null && typeof args === 'object' ? (args as Values) : null;
}

/** What every attempt of one action has in common. */
export interface Dispatch {
  readonly action: ActionIdentity;
  readonly idempotencyKey: string;
  readonly planHash: string;
  readonly artifacts: string;
  readonly request: Values;
  readonly keyExpiresAt: string | null;
  readonly attempt: number;
  /** this attempt's forerunners, or one of them, may have taken effect */
  readonly unsettled: boolean;
  /** how many attempts never left the gateway */
  readonly unsent: number;
}

/**
 * 1. `new` is left once, and `finished` never: an action is decided once.
 * 2. Only `suspended` may be approved, and approving leaves it: an approval is single use.
 * 3. Every attempt carries the key of the first.
 */
export type ActionState =
  | { readonly status: 'new' }
  | {
      readonly status: 'suspended';
      readonly action: ActionIdentity;
      readonly binding: string;
      readonly expiresAt: string;
      readonly idempotencyKey: string;
      readonly planHash: string;
      readonly artifacts: string;
      readonly request: Values;
    }
  | (Dispatch & { readonly status: 'dispatched'; readonly sendBy: string })
  | (Dispatch & { readonly status: 'waiting'; readonly retryAt: string })
  | { readonly status: 'finished' };

export const initialAction = (): ActionState => ({ status: 'new' });

export function evolveAction(state: ActionState, fact: Fact): ActionState {
  switch (fact.name) {
    case 'action.suspended': {
      const { binding, expiresAt, idempotencyKey, planHash, artifacts, request } = fact.data;
      return { status: 'suspended', action: identityOf(fact.data), binding, expiresAt, idempotencyKey, planHash, artifacts, request };
    }
    case 'action.dispatched':
      return dispatched(state, fact.data);
    case 'action.retry_scheduled':
      if (state.status !== 'dispatched') return state;
      return { ...dispatchOf(state), status: 'waiting', unsettled: fact.data.unsettled, unsent: state.unsent + (fact.data.isUnsent ? 1 : 0), retryAt: fact.data.retryAt };
    case 'action.denied':
    case 'action.rejected':
    case 'action.succeeded':
    case 'action.failed':
    case 'action.unknown':
    case 'action.cancelled':
      return { status: 'finished' };
    default:
      return state;
  }
}

function dispatched(state: ActionState, data: EventData<'action.dispatched'>): ActionState {
  const { idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt, sendBy } = data;
  // Dispatched anew without an outcome in between: nobody knows what the attempt before came to.
  const unsettled = state.status === 'dispatched' || (state.status === 'waiting' && state.unsettled);
  const unsent = state.status === 'dispatched' || state.status === 'waiting' ? state.unsent : 0;
  return { status: 'dispatched', action: identityOf(data), idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt, unsettled, unsent, sendBy };
}

const dispatchOf = ({ action, idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt, unsettled, unsent }: Dispatch): Dispatch => ({
  action, idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt, unsettled, unsent,
});
