import type { DecisionContext, Fact, FactOf, IntentDefinition, Values } from '@arbiter/contracts';
import { HANDOFF_QUESTION, mostAsks, resumable, tenantLanguage, utteranceOf, type Classification, type SessionState } from '../1-turn';
import { checkedSlots } from './check-slots';
import { extractSlots } from './extract-slots';
import { clarifyRun, templateRun, threadSuperseded } from './session-facts';
import type { Verdict } from './verdict';

/** CL-09: a question that was asked this often without an answer is not asked again; a person is offered instead. */
export const MAXIMUM_ASKS = 3;

/** What follows once the intent of a turn is settled: its thread is classified and its one run is asked for (CL-06). */
export function settleIntent(state: SessionState, threadId: string, asked: Classification, verdict: Verdict, context: DecisionContext): readonly Fact[] {
  const intent = context.artifacts.intents.find((one) => one.intent === verdict.intentId);
  return intent ? settleKnown(state, threadId, asked, verdict, intent, context) : settleUnknown(state, threadId, asked, verdict, context);
}

function settleKnown(
  state: SessionState, threadId: string, asked: Classification, verdict: Verdict, intent: IntentDefinition, context: DecisionContext,
): readonly Fact[] {
  const slots = slotsOf(intent, asked, verdict.proposedSlots, context);
  const resumed = resumable(state, intent.intent, slots);
  const args: Values = Object.assign({}, ...resumed.map((thread) => thread.slots), slots);
  const asks = mostAsks(resumed);
  const isExhausted = intent.slots.some(({ name, required }) => required && !Object.hasOwn(args, name) && (asks[name] ?? 0) >= MAXIMUM_ASKS);
  const thread = { threadId, intentId: intent.intent, template: intent.template };
  return [
    classified(threadId, asked, verdict.rule, intent, slots),
    ...resumed.map(threadSuperseded),
    isExhausted
      ? clarifyRun(asked, context, thread, { copy: 'clarification_cap', question: HANDOFF_QUESTION })
      : templateRun(asked, context, thread, args),
  ];
}

function settleUnknown(state: SessionState, threadId: string, asked: Classification, { rule }: Verdict, context: DecisionContext): readonly Fact[] {
  const offers = resumable(state, null, {});
  return [
    classified(threadId, asked, rule, null, {}),
    ...offers.map(threadSuperseded),
    clarifyRun(asked, context, { threadId, intentId: null }, { copy: 'unknown_intent', question: HANDOFF_QUESTION }),
  ];
}

/** Code first, the proposal second, and neither where the text itself leaves it open. */
function slotsOf(intent: IntentDefinition, { text }: Classification, proposed: Values, { artifacts, now }: DecisionContext): Values {
  const utterance = utteranceOf(text);
  const { slots, ambiguous } = extractSlots(intent, utterance, tenantLanguage(artifacts), now);
  const unguessed = Object.entries(checkedSlots(intent, proposed, utterance)).filter(([name]) => !ambiguous.has(name));
  return { ...Object.fromEntries(unguessed), ...slots };
}

function classified(threadId: string, { requestId }: Classification, rule: string, intent: IntentDefinition | null, slots: Values): FactOf<'intent.classified'> {
  const redactedParams = (intent?.slots ?? []).filter(({ name, sensitive }) => sensitive === true && Object.hasOwn(slots, name)).map(({ name }) => name);
  return { name: 'intent.classified', data: { requestId, threadId, intentId: intent?.intent ?? null, unknownIntent: intent === null, rule, redactedParams, slots } };
}
