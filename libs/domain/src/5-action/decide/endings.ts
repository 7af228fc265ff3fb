import type { Fact } from '@arbiter/contracts';
import type { ActionIdentity } from '../action-request';
import type { Dispatch } from '../action-state';
import type { RejectionCode, UnknownCode } from '../codes';

/** The facts a dispatched action ends with. */
export const succeeded = ({ action }: Dispatch, attempt: number, result: unknown, recovered: boolean, now: string): Fact => ({
  name: 'action.succeeded',
  data: { ...action, attempt, checks: null, result, recovered, completedAt: now },
});

export const failed = ({ action, attempt }: Dispatch, { code, reason }: Cause, now: string): Fact => ({
  name: 'action.failed',
  data: { ...action, attempt, checks: null, code, reason, completedAt: now },
});

/** The reason stands in the clear: nothing of the vendor's or the person's words may be in it. */
export const unknown = ({ action, attempt }: Dispatch, code: UnknownCode, reason: string, now: string): Fact => ({
  name: 'action.unknown',
  data: { ...action, attempt, code, reason, completedAt: now },
});

export const rejected = (action: ActionIdentity, code: RejectionCode, reason: string): Fact => ({ name: 'action.rejected', data: { ...action, code, reason } });

export interface Cause {
  readonly code: string;
  readonly reason: string;
}
