import type { DecisionContext, Fact, FactOf, IntentDefinition, Values } from '@arbiter/contracts';
import { extractSlots, handoffQuestion, mostAsks, resumable, type Asked } from '../1-turn';
import { tenantLanguage, utteranceOf } from '../language';
import { checkedSlots } from './check-slots';
import { isHeldUp, joinQueue } from './queue';
import { cappedRun, clarifyRun, templateRun, threadSuperseded } from './session-facts';
import type { UnsettledTurn } from './unsettled-turn';
import type { Verdict } from './verdict';

/** What follows once the intent of a turn is settled: its thread is classified and its one run is asked for (CL-06). */
export function settleIntent(turn: UnsettledTurn, verdict: Verdict): readonly Fact[] {
  const intent = turn.context.artifacts.intents.find((one) => one.intent === verdict.intentId);
  return intent ? settleKnown(turn, verdict, intent) : settleUnknown(turn, verdict);
}

function settleKnown(turn: UnsettledTurn, { rule, proposedSlots }: Verdict, intent: IntentDefinition): readonly Fact[] {
  const { state, threadId, asked, origin, context } = turn;
  const slots = slotsOf(intent, asked, proposedSlots, context);
  const resumed = resumable(state, intent.intent, slots);
  const args: Values = Object.assign({}, ...resumed.map((thread) => thread.slots), slots);
  const thread = { threadId, intentId: intent.intent, template: intent.template };
  const facts = [classified(turn, rule, intent, slots), ...resumed.map(threadSuperseded)];
  if (isExhausted(intent, args, mostAsks(resumed), context)) return [...facts, cappedRun(origin, context, thread)];
  if (isHeldUp(state, threadId, context.artifacts)) return [...facts, ...joinQueue(turn, thread, args)];
  return [...facts, templateRun(origin, context, thread, args)];
}

function settleUnknown(turn: UnsettledTurn, { rule }: Verdict): readonly Fact[] {
  const { state, threadId, origin, context } = turn;
  return [
    classified(turn, rule, null, {}),
    ...resumable(state, null, {}).map(threadSuperseded),
    clarifyRun(origin, context, { threadId, intentId: null }, { copy: 'unknown_intent', question: handoffQuestion(context.artifacts) }),
  ];
}

/** CL-09: a question that was asked too often without an answer is not asked again; a person is offered instead. */
export const isExhausted = ({ slots }: IntentDefinition, args: Values, asks: Readonly<Record<string, number>>, { artifacts }: DecisionContext): boolean =>
  slots.some(({ name, required }) => required && !Object.hasOwn(args, name) && (asks[name] ?? 0) >= artifacts.conversation.mostQuestions);

/** Code first, the proposal second, and neither where the text itself leaves it open. "Tomorrow" is seen from when it was said. */
export function slotsOf(
  intent: IntentDefinition, { text, receivedAt }: Pick<Asked, 'text' | 'receivedAt'>, proposed: Values, { artifacts }: DecisionContext,
): Values {
  const utterance = utteranceOf(text);
  const { slots, ambiguous } = extractSlots(intent, utterance, tenantLanguage(artifacts), receivedAt);
  const unguessed = Object.entries(checkedSlots(intent, proposed, utterance)).filter(([name]) => !ambiguous.has(name));
  return { ...Object.fromEntries(unguessed), ...slots };
}

function classified({ threadId, asked: { requestId } }: UnsettledTurn, rule: string, intent: IntentDefinition | null, slots: Values): FactOf<'intent.classified'> {
  const sensitive = (intent?.slots ?? []).filter((slot) => slot.sensitive === true && Object.hasOwn(slots, slot.name));
  const redactedParams = sensitive.map(({ name }) => name);
  return { name: 'intent.classified', data: { requestId, threadId, intentId: intent?.intent ?? null, unknownIntent: intent === null, rule, redactedParams, slots } };
}
