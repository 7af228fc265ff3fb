import type { DueChange, EventData, Fact } from '@arbiter/contracts';
import { ASK_MILLISECONDS, lapsesAt } from '../asking-again';
import { instantAfter } from '../instant';

export const DRAFT_TIMER = 'draft';

/** The time at which an ask lapses unless its asker postpones the timer, ISO 8601. */
export const draftLapsesAt = ({
  deadline,
  asked,
}: Pick<EventData<'plan.draft_requested'>, 'deadline' | 'asked'>): string =>
  lapsesAt(instantAfter(deadline, -ASK_MILLISECONDS), asked);

/** The timers a fact of a stream of plans sets or clears. */
export function planTimers(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'plan.draft_requested':
      return [{ key: DRAFT_TIMER, at: draftLapsesAt(fact.data) }];
    case 'plan.drawn_up':
    case 'plan.revised':
    case 'plan.draft_failed':
      return [{ key: DRAFT_TIMER, at: null }];
    default:
      return [];
  }
}
