import type { RejectionReason } from '@arbiter/contracts';

/** A refusal, with the reason and the place. */
export interface PlanRejection {
  readonly reason: RejectionReason;
  readonly detail: string;
}

export const rejection = (reason: RejectionReason, detail: string): PlanRejection => ({ reason, detail });

export const isRejection = (value: object): value is PlanRejection => 'reason' in value;
