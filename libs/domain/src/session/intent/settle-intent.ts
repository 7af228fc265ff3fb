import {
  defaultAgent,
  type Consent,
  type DecisionContext,
  type Fact,
  type FactOf,
  type IntentDefinition,
  type Values,
} from '@arbiter/contracts';
import { heard, tenantLanguage } from '../../language';
import { runRequested } from '../../run-request';
import {
  cappedRun,
  clarifyRun,
  sentence,
  templateRun,
  threadFollowed,
  threadSuperseded,
} from '../decide/session-facts';
import { asAsked } from '../reading/deeds/asked-for';
import { isDeed } from '../reading/deeds/deed';
import { holdsSignOf } from '../reading/deeds/sign';
import { extractSlots } from '../reading/extract-slots';
import { referentOf, type Referent } from '../reading/referents';
import { AGENT_RULE, ANGER_RULE, ANSWER_RULE, LOOK_UP_RULE } from '../state/misunderstandings';
import { handoffQuestion } from '../state/questions';
import { mostAsks, resumable } from '../state/resumption';
import type { Asked } from '../state/session-state';
import { isHeldUp, joinQueue } from '../topics/queue';
import { checkedSlots } from './check-slots';
import { courseOf, type Course } from './course';
import { misunderstoodRun } from './misunderstood';
import { mayHaveModel } from './model-that-reads';
import { statedValues } from './stated-values';
import { courseOfAnswer } from './plain-answer';
import { isOnlyAngry, isSaidInAnger } from './said-in-anger';
import type { UnsettledTurn } from './unsettled-turn';
import { SAME_OF_ANOTHER, plainVerdict, verdictWithoutModel, type PlainAnswer, type Verdict } from './intent-verdict';

/** The consequences of a turn's settled intent: its thread is classified and its one run is requested (CL-06). */
export function settleIntent(turn: UnsettledTurn, proposed: Verdict): readonly Fact[] {
  const verdict = plainVerdict(turn.asked, proposed, turn.context);
  const intent = turn.context.artifacts.intents.find((one) => one.intent === verdict.intentId);
  return intent ? settleKnown(turn, verdict, intent) : settleUnknown(turn, verdict.rule, verdict.answer);
}

function settleKnown(turn: UnsettledTurn, verdict: Verdict, intent: IntentDefinition): readonly Fact[] {
  const { asked, context } = turn;
  const language = tenantLanguage(context.artifacts);
  const utterance = heard(asked.text, language, asked.personal);
  if (isDeed(intent, context.artifacts)) {
    if (isOnlyAngry(intent, asked, context)) return answerAnger(turn);
    const isSpokenOf = verdict.rule === SAME_OF_ANOTHER || holdsSignOf(intent, utterance, language);
    if (!isSpokenOf) return settleOtherwise(turn, NO_SIGN_RULE);
  }
  const given = slotsOf(intent, asked, verdict.proposedSlots, context);
  const referent = referentOf(intent, utterance, turn.threadId, turn.state, language);
  const slots =
    referent && !Object.hasOwn(given, referent.slot) ? { ...given, [referent.slot]: referent.value } : given;
  const course = courseOf(intent, slots, asked, context);
  switch (course.go) {
    case 'on':
      return begin(turn, { rule: verdict.rule, intent, slots: course.slots, consent: course.consent, referent });
    case 'say':
      return answer(turn, course.rule, intent, slots, course.copy);
    case 'enquire':
      return enquire(turn, course, slots);
    case 'unknown':
      return settleOtherwise(turn, course.rule);
  }
}

/** A deed was suggested that the text does not want: it may still plainly ask for something that changes nothing. */
function settleOtherwise(turn: UnsettledTurn, rule: string): readonly Fact[] {
  const { artifacts } = turn.context;
  const verdict = verdictWithoutModel(turn.asked, artifacts);
  const intent = artifacts.intents.find((one) => one.intent === verdict.intentId);
  return intent && !isDeed(intent, artifacts) ? settleKnown(turn, verdict, intent) : settleUnknown(turn, rule);
}

/** Something suggests a deed that the text does not speak of. */
const NO_SIGN_RULE = 'no_sign_of_deed';

/** The intent that begins, the rule that chose it, and its values. */
interface Beginning {
  readonly rule: string;
  readonly intent: IntentDefinition;
  readonly slots: Values;
  readonly consent: Consent | null;
  readonly referent: Referent | null;
}

function begin(turn: UnsettledTurn, { rule, intent, slots, consent, referent }: Beginning): readonly Fact[] {
  const { state, threadId, origin, context } = turn;
  const resumed = resumable(state, intent.intent, slots);
  const args: Values = Object.assign({}, ...resumed.map((thread) => thread.slots), slots);
  const isOwn = Object.keys(args).every((name) => Object.hasOwn(slots, name));
  const given = isOwn ? consent : asAsked(consent, 'told_before', origin.requestId);
  const thread = { threadId, intentId: intent.intent, template: intent.template };
  const facts = [classified(turn, rule, intent, slots, referent), ...resumed.map(threadSuperseded)];
  if (isExhausted(intent, args, mostAsks(resumed), context)) return [...facts, cappedRun(origin, context, thread)];
  if (isHeldUp(state, threadId, context.artifacts)) return [...facts, ...joinQueue(turn, thread, args, given)];
  return [...facts, templateRun(origin, context, thread, args, given)];
}

/** Nothing begins: a text about a deed is answered, and the topic is done. */
function answer(
  turn: UnsettledTurn,
  rule: string,
  intent: IntentDefinition,
  slots: Values,
  copy: string,
): readonly Fact[] {
  const { threadId, origin, context } = turn;
  return [
    classified(turn, rule, intent, slots),
    threadFollowed(threadId, threadId, 'done', { outcome: sentence(context, copy) }),
    runRequested(origin, context, { purpose: 'respond', threadId, intentId: intent.intent, copy }),
  ];
}

/** Another intent, one that changes nothing, answers a question about a deed. */
function enquire(
  turn: UnsettledTurn,
  { rule, intentId }: Extract<Course, { go: 'enquire' }>,
  slots: Values,
): readonly Fact[] {
  const intent = turn.context.artifacts.intents.find((one) => one.intent === intentId);
  if (!intent || isDeed(intent, turn.context.artifacts)) return settleUnknown(turn, rule);
  const own = Object.fromEntries(
    Object.entries(slots).filter(([name]) => intent.slots.some((slot) => slot.name === name)),
  );
  const given = { ...own, ...slotsOf(intent, turn.asked, {}, turn.context) };
  return begin(turn, { rule, intent, slots: given, consent: null, referent: null });
}

function settleUnknown(turn: UnsettledTurn, rule: string, plain?: PlainAnswer): readonly Fact[] {
  if (isSaidInAnger(turn.asked, turn.context)) return answerAnger(turn);
  return (
    (plain && settlePlainly(turn, plain)) ?? letAgentServe(turn) ?? [...unknown(turn, rule), misunderstoodRun(turn)]
  );
}

/**
 * TP-15: null where the tenant lets no agent serve it, the message did not come by the way of agents, or the agent
 * could do nothing: one without examples needs a language model.
 */
function letAgentServe(turn: UnsettledTurn): readonly Fact[] | null {
  const { threadId, origin, context, asked, readBy } = turn;
  const profile = defaultAgent(context.artifacts);
  if (asked.twoStage !== true || profile === null) return null;
  if (profile.examples === undefined && !mayHaveModel(context.artifacts.models, readBy)) return null;
  const consent: Consent = { kind: 'asked', rule: AGENT_RULE, requestId: origin.requestId };
  return [
    ...unknown(turn, AGENT_RULE),
    runRequested(origin, context, { purpose: 'agent', threadId, args: { wish: asked.text }, consent }),
  ];
}

/** PL-01: null where a model's answer counts for nothing. */
function settlePlainly(turn: UnsettledTurn, plain: PlainAnswer): readonly Fact[] | null {
  const { artifacts } = turn.context;
  const course = courseOfAnswer(plain, turn.asked, artifacts);
  if (course === null) return null;
  if (course === 'say') return sayPlainly(turn, plain);
  const { lookUp = '' } = artifacts.conversation.plainAnswers ?? {};
  return enquire(turn, { go: 'enquire', rule: LOOK_UP_RULE, intentId: lookUp }, {});
}

/** PL-01: a model's own words, and nothing is done. */
function sayPlainly(turn: UnsettledTurn, { text }: PlainAnswer): readonly Fact[] {
  const { threadId, origin, context } = turn;
  return [
    classified(turn, ANSWER_RULE, null, {}),
    threadFollowed(threadId, threadId, 'done', { outcome: text }),
    runRequested(origin, context, { purpose: 'respond', threadId, copy: 'plain_answer', args: { text } }),
  ];
}

/** Nothing is done about anger but to say so, and to offer a person. */
function answerAnger(turn: UnsettledTurn): readonly Fact[] {
  const { threadId, origin, context } = turn;
  return [
    ...unknown(turn, ANGER_RULE),
    clarifyRun(
      origin,
      context,
      { threadId, intentId: null },
      { copy: 'anger', question: handoffQuestion(context.artifacts) },
    ),
  ];
}

/** The wish is unknown; the platform's own questions about earlier such texts are withdrawn. */
const unknown = (turn: UnsettledTurn, rule: string): readonly Fact[] => [
  classified(turn, rule, null, {}),
  ...resumable(turn.state, null, {}).map(threadSuperseded),
];

/** CL-09: a question that was asked too often without an answer is not asked again; a person is offered instead. */
export const isExhausted = (
  { slots }: IntentDefinition,
  args: Values,
  asks: Readonly<Record<string, number>>,
  { artifacts }: DecisionContext,
): boolean =>
  slots.some(
    ({ name, required }) =>
      required && !Object.hasOwn(args, name) && (asks[name] ?? 0) >= artifacts.conversation.mostQuestions,
  );

/**
 * Values found by code come first, the proposal second, and neither counts where the text itself leaves a slot open. Of
 * a deed the proposal gives no value that the text does not state. "Tomorrow" is relative to the time of the message.
 */
export function slotsOf(
  intent: IntentDefinition,
  { text, personal, receivedAt }: Pick<Asked, 'text' | 'personal' | 'receivedAt'>,
  proposed: Values,
  { artifacts }: DecisionContext,
): Values {
  const language = tenantLanguage(artifacts);
  const utterance = heard(text, language, personal);
  const { slots, ambiguous } = extractSlots(intent, utterance, language, receivedAt);
  const checked = checkedSlots(intent, proposed, utterance, language);
  const stated = isDeed(intent, artifacts) ? statedValues(intent, checked, utterance, language, receivedAt) : checked;
  const unguessed = Object.entries(stated).filter(([name]) => !ambiguous.has(name));
  return { ...Object.fromEntries(unguessed), ...slots, ...wholeOf(intent, text) };
}

/** The value of a slot for the whole message, so that the person need not repeat it in other words. */
const wholeOf = ({ slots }: IntentDefinition, text: string): Values =>
  Object.fromEntries(slots.filter(({ wholeMessage }) => wholeMessage === true).map(({ name }) => [name, text]));

function classified(
  { threadId, asked: { requestId } }: UnsettledTurn,
  rule: string,
  intent: IntentDefinition | null,
  slots: Values,
  referent: Referent | null = null,
): FactOf<'intent.classified'> {
  const sensitive = (intent?.slots ?? []).filter((slot) => slot.sensitive === true && Object.hasOwn(slots, slot.name));
  const redactedParams = sensitive.map(({ name }) => name);
  return {
    name: 'intent.classified',
    data: {
      requestId,
      threadId,
      intentId: intent?.intent ?? null,
      unknownIntent: intent === null,
      rule,
      redactedParams,
      slots,
      referent: referent && { threadId: referent.threadId, slot: referent.slot, rule: referent.rule },
    },
  };
}
