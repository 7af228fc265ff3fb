import type { DueChange, Fact } from '@arbiter/contracts';
import { instantAfter } from '../instant';

/** How long a model may take to draw up a plan, when its artifacts would give it less. */
export const DRAFT_MILLISECONDS = 60_000;
/** How long after its deadline an ask is given up, so that an answer in the last moment comes first. */
const GRACE_MILLISECONDS = 1_000;

/** The timers a fact of a stream of plans sets or clears. */
export function planTimers(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'plan.draft_requested':
      return [{ key: 'draft', at: instantAfter(fact.data.deadline, GRACE_MILLISECONDS) }];
    case 'plan.drawn_up':
    case 'plan.revised':
    case 'plan.draft_failed':
      return [{ key: 'draft', at: null }];
    default:
      return [];
  }
}
