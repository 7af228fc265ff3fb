import { isLedTo, type EventData, type Fact, type Values } from '@arbiter/contracts';
import { identityOf, type ActionIdentity } from './action-request';

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
  /** how many attempts the vendor may have seen */
  readonly tried: number;
}

/** Nothing is sent any more; the vendor is asked `looks` times what became of it, and a person may say so. */
export type Unknown = Dispatch & { readonly status: 'unknown'; readonly since: string; readonly looks: number };

/** `attempt` is the one that waits for its place. */
export type Queued = Dispatch & { readonly status: 'queued'; readonly queuedAt: string; readonly takeUpAt: string };

/**
 * One action, with the reads that lead to it where they travelled with it as a segment; or a segment of reads alone.
 *
 * 1. `new` is left once, and `finished` never: an action, and a segment, is decided once. All facts of a segment are
 *    one decision, and where the action that it leads to is begun or refused the last of them is that action's own.
 * 2. Only `suspended` may be approved, and approving leaves it: an approval is single use.
 * 3. Every attempt carries the key of the first.
 * 4. Only `queued` is dispatched: an attempt waits for its place before it may be sent, and may be taken back as long.
 * 5. `handed_back` is new to the action, which may be asked for by itself, and not to a segment: that is not decided
 *    again.
 * 6. `unknown` is the end of an action for its run: nothing is sent any more, and it can be neither cancelled nor
 *    approved. It is left once, when its outcome is known.
 */
export type ActionState =
  | { readonly status: 'new' }
  | { readonly status: 'handed_back' }
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
  | Queued
  | (Dispatch & { readonly status: 'dispatched'; readonly sendBy: string; readonly queuedAt: string })
  | (Dispatch & { readonly status: 'waiting'; readonly retryAt: string })
  | Unknown
  | { readonly status: 'finished' };

/** The last attempt that may have been sent: one that waits for its place was not. 0: none was. */
export const lastSent = ({ status, attempt }: { readonly status: string; readonly attempt: number }): number =>
  status === 'queued' ? attempt - 1 : attempt;

/** Whether the action has not been decided. */
export const isUndecided = ({ status }: ActionState): boolean => status === 'new' || status === 'handed_back';

export const initialAction = (): ActionState => ({ status: 'new' });

export function evolveAction(state: ActionState, fact: Fact): ActionState {
  switch (fact.name) {
    case 'action.suspended': {
      const { binding, expiresAt, idempotencyKey, planHash, artifacts, request } = fact.data;
      return {
        status: 'suspended',
        action: identityOf(fact.data),
        binding,
        expiresAt,
        idempotencyKey,
        planHash,
        artifacts,
        request,
      };
    }
    case 'action.queued': {
      const { queuedAt, takeUpAt, unsettled, tried } = fact.data;
      return { status: 'queued', ...attemptOf(fact.data), unsettled, tried, queuedAt, takeUpAt };
    }
    case 'action.dispatched':
      return dispatched(state, fact.data);
    case 'action.retry_scheduled':
      if (state.status !== 'dispatched') return state;
      return {
        ...dispatchOf(state),
        status: 'waiting',
        unsettled: fact.data.unsettled,
        retryAt: fact.data.retryAt,
      };
    case 'segment.returned':
      // 5: the action that the reads lead to, and whose stream this is, was not begun with them.
      return { status: fact.data.stepIds.some((stepId) => isLedTo(fact.data, stepId)) ? 'handed_back' : 'finished' };
    case 'action.unknown':
      return 'tried' in state
        ? { ...dispatchOf(state), status: 'unknown', since: fact.data.completedAt, looks: 0 }
        : { status: 'finished' };
    case 'action.look_requested':
      return state.status === 'unknown' ? { ...state, looks: fact.data.look } : state;
    case 'action.denied':
    case 'action.rejected':
    case 'action.succeeded':
    case 'action.failed':
    case 'action.settled':
    case 'action.cancelled':
    case 'segment.ended':
      return { status: 'finished' };
    default:
      return state;
  }
}

/** 4 */
function dispatched(state: ActionState, data: EventData<'action.dispatched'>): ActionState {
  if (state.status !== 'queued') return state;
  const { unsettled, tried, queuedAt } = state;
  return { status: 'dispatched', ...attemptOf(data), unsettled, tried: tried + 1, queuedAt, sendBy: data.sendBy };
}

const attemptOf = (data: EventData<'action.queued' | 'action.dispatched'>): Omit<Dispatch, 'unsettled' | 'tried'> => {
  const { idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt } = data;
  return { action: identityOf(data), idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt };
};

const dispatchOf = ({
  action,
  idempotencyKey,
  planHash,
  artifacts,
  request,
  keyExpiresAt,
  attempt,
  unsettled,
  tried,
}: Dispatch): Dispatch => ({
  action,
  idempotencyKey,
  planHash,
  artifacts,
  request,
  keyExpiresAt,
  attempt,
  unsettled,
  tried,
});
