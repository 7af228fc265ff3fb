import type { DecisionContext, Fact, FactOf, IntentDefinition, Values } from '@arbiter/contracts';
import { extractSlots, handoffQuestion, mostAsks, resumable, tenantLanguage, utteranceOf, type Asked, type SessionState } from '../1-turn';
import { checkedSlots } from './check-slots';
import { isHeldUp, joinQueue } from './queue';
import { clarifyRun, templateRun, threadSuperseded, type Origin } from './session-facts';
import type { Verdict } from './verdict';

/** What follows once the intent of a turn is settled: its thread is classified and its one run is asked for (CL-06). */
export function settleIntent(
  state: SessionState, threadId: string, asked: Asked, origin: Origin, verdict: Verdict, context: DecisionContext,
): readonly Fact[] {
  const intent = context.artifacts.intents.find((one) => one.intent === verdict.intentId);
  if (!intent) return settleUnknown(state, threadId, asked, origin, verdict, context);
  const slots = slotsOf(intent, asked, verdict.proposedSlots, context);
  const resumed = resumable(state, intent.intent, slots);
  const args: Values = Object.assign({}, ...resumed.map((thread) => thread.slots), slots);
  const thread = { threadId, intentId: intent.intent, template: intent.template };
  return [
    classified(threadId, asked, verdict.rule, intent, slots),
    ...resumed.map(threadSuperseded),
    ...begin(state, thread, args, isExhausted(intent, args, mostAsks(resumed), context), asked, origin, context),
  ];
}

function begin(
  state: SessionState, thread: { threadId: string; intentId: string; template: string }, args: Values, exhausted: boolean, asked: Asked, origin: Origin,
  context: DecisionContext,
): readonly Fact[] {
  if (exhausted) return [clarifyRun(origin, context, thread, { copy: 'clarification_cap', question: handoffQuestion(context.artifacts) })];
  if (isHeldUp(state, thread.threadId, context.artifacts)) return joinQueue(state, thread, args, asked, origin, context);
  return [templateRun(origin, context, thread, args)];
}

/** CL-09: a question that was asked too often without an answer is not asked again; a person is offered instead. */
export const isExhausted = ({ slots }: IntentDefinition, args: Values, asks: Readonly<Record<string, number>>, { artifacts }: DecisionContext): boolean =>
  slots.some(({ name, required }) => required && !Object.hasOwn(args, name) && (asks[name] ?? 0) >= artifacts.conversation.mostQuestions);

function settleUnknown(
  state: SessionState, threadId: string, asked: Asked, origin: Origin, { rule }: Verdict, context: DecisionContext,
): readonly Fact[] {
  const offers = resumable(state, null, {});
  return [
    classified(threadId, asked, rule, null, {}),
    ...offers.map(threadSuperseded),
    clarifyRun(origin, context, { threadId, intentId: null }, { copy: 'unknown_intent', question: handoffQuestion(context.artifacts) }),
  ];
}

/** Code first, the proposal second, and neither where the text itself leaves it open. "Tomorrow" is seen from when it was said. */
export function slotsOf(intent: IntentDefinition, { text, receivedAt }: Pick<Asked, 'text' | 'receivedAt'>, proposed: Values, { artifacts }: DecisionContext): Values {
  const utterance = utteranceOf(text);
  const { slots, ambiguous } = extractSlots(intent, utterance, tenantLanguage(artifacts), receivedAt);
  const unguessed = Object.entries(checkedSlots(intent, proposed, utterance)).filter(([name]) => !ambiguous.has(name));
  return { ...Object.fromEntries(unguessed), ...slots };
}

function classified(threadId: string, { requestId }: Asked, rule: string, intent: IntentDefinition | null, slots: Values): FactOf<'intent.classified'> {
  const redactedParams = (intent?.slots ?? []).filter(({ name, sensitive }) => sensitive === true && Object.hasOwn(slots, name)).map(({ name }) => name);
  return { name: 'intent.classified', data: { requestId, threadId, intentId: intent?.intent ?? null, unknownIntent: intent === null, rule, redactedParams, slots } };
}
