import type { Fact } from '@arbiter/contracts';

/** What has come of a request for a plan. */
export interface PlanState {
  readonly phase: 'undecided' | 'accepted' | 'rejected';
}

export const UNDECIDED: PlanState = { phase: 'undecided' };

/** What a request has come to after one more fact of its stream. */
export function evolvePlan(state: PlanState, fact: Fact): PlanState {
  switch (fact.name) {
    case 'plan.accepted':
      return { phase: 'accepted' };
    case 'plan.rejected':
      return { phase: 'rejected' };
    default:
      return state;
  }
}
