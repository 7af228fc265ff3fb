import type { EventData, RoutingCategory } from '@arbiter/contracts';

/** From so many in a row on the reply stays the same: a person is offered. */
export const MOST_MISUNDERSTOOD = 3;

/** The rule by which a text that is only angry has no intent: it was understood well enough. */
export const ANGER_RULE = 'anger';

/** The rule by which a model's own words answer a text that asks for nothing to be done. */
export const ANSWER_RULE = 'answered_by_model';
/** a model took it for a question that the tenant's knowledge may answer */
export const LOOK_UP_RULE = 'looked_up_for_model';

/** The rule by which an agent serves a wish that no template does. */
export const AGENT_RULE = 'served_by_agent';

const SERVED: ReadonlySet<string> = new Set([ANGER_RULE, ANSWER_RULE, AGENT_RULE]);

/** Categories whose turns were understood; a nudge and courtesy count neither way. */
const UNDERSTOOD: ReadonlySet<RoutingCategory> = new Set(['override', 'answer_to_pending']);
/** Of these, answers that had to be asked for again. */
const ASKED_AGAIN: ReadonlySet<string> = new Set([
  'answer_is_not_said',
  'answer_is_no_consent',
  'answer_says_not_which',
]);

export const afterRouting = (misunderstood: number, { category, rule }: EventData<'turn.routed'>): number =>
  UNDERSTOOD.has(category) && !ASKED_AGAIN.has(rule) ? 0 : misunderstood;

export function afterClassification(
  misunderstood: number,
  { unknownIntent, rule }: EventData<'intent.classified'>,
): number {
  if (SERVED.has(rule)) return misunderstood;
  return unknownIntent ? Math.min(misunderstood + 1, MOST_MISUNDERSTOOD) : 0;
}
