import type { DueChange, EventData, Fact } from '@arbiter/contracts';
import { instantAfter } from '../instant';

/** How long a model may take to draw up a plan, when its artifacts would give it less. */
export const DRAFT_MILLISECONDS = 60_000;
/** How long an ask is left to its asker, which puts its timer off for as long as it waits: longer than a gateway works for one it does not hear. */
export const DRAFT_LAPSE_SECONDS = 6;
export const DRAFT_TIMER = 'draft';

/** When an ask lapses that nobody puts off, ISO 8601. */
export const draftLapsesAt = ({ deadline }: Pick<EventData<'plan.draft_requested'>, 'deadline'>): string =>
  instantAfter(deadline, DRAFT_LAPSE_SECONDS * 1_000 - DRAFT_MILLISECONDS);

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
