import type { DecisionContext, Fact, RejectionCode, UnknownCode } from '@arbiter/contracts';
import type { ActionIdentity } from '../state/action-request';
import { lastSent, type ActionState } from '../state/action-state';
import { firstLookAt } from './looks';

type Begun = Extract<ActionState, { status: 'queued' | 'dispatched' | 'waiting' }>;

/** The facts an action ends with that was queued or dispatched. */
export const succeeded = (
  { action }: Begun,
  attempt: number,
  result: unknown,
  recovered: boolean,
  now: string,
): Fact => ({
  name: 'action.succeeded',
  data: { ...action, attempt, checks: null, result, recovered, completedAt: now },
});

export const failed = (state: Begun, { code, reason }: Cause, now: string): Fact => ({
  name: 'action.failed',
  data: { ...state.action, attempt: lastSent(state), checks: null, code, reason, completedAt: now },
});

/** The reason is not sealed, so it may hold no words of the vendor or the person. */
export const unknown = (
  state: Begun,
  code: UnknownCode,
  reason: string,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): Fact => ({
  name: 'action.unknown',
  data: {
    ...state.action,
    attempt: lastSent(state),
    code,
    reason,
    ...firstLookAt(state, artifacts, now),
    completedAt: now,
  },
});

/** Any other code comes from a plan's own expectation. */
export const rejected = (
  action: ActionIdentity,
  code: RejectionCode | (string & {}),
  reason: string,
  said?: string,
): Fact => ({
  name: 'action.rejected',
  data: { ...action, code, reason, ...(said === undefined ? {} : { said }) },
});

export interface Cause {
  readonly code: string;
  readonly reason: string;
}
