import type { IntentDefinition, SlotDefinition, Values } from '@arbiter/contracts';
import { matchRequest } from '../../language/requests';
import type { Utterance } from '../../language/utterance';
import { statedValues } from '../intent/stated-values';
import { changedSlots, correctionIn } from '../reading/corrections';
import { fit } from '../reading/fit/fit';
import { answerIn, askingThreads } from '../reading/pending';
import type { TurnView } from '../reading/turn-view';
import { asksElsewhere } from '../reading/wants';
import { slotQuestion } from '../state/questions';
import { questionOf, type ProposedThread, type WaitingThread } from '../state/session-state';
import type { RoutingMatch, RoutingRule } from './routing';

/**
 * While a proposal waits, a value that was not asked about is a correction too; this rule comes after every answer that
 * fits.
 */
export const RETELLING_RULES: readonly RoutingRule[] = [
  { category: 'answer_to_pending', rule: 'answer_changes_proposal', match: retells },
];

function retells(view: TurnView): RoutingMatch | null {
  const { said, session, language, turn, isRequest } = view;
  const thread = askingThreads(session).find((asking) => asking.phase === 'proposed');
  const intent = language.intents.find((one) => one.intent === thread?.intentId);
  if (!thread || !intent || asksElsewhere(said, { intentId: intent.intent, question: questionOf(thread) }, language))
    return null;
  if (isRequest && (matchRequest(language.requests, said) ?? intent.intent) !== intent.intent) return null;
  const slots = changedSlots(intent, thread.slots, said, language, turn.receivedAt);
  const stakes = { level: 'none', intentId: intent.intent, slots: thread.slots } as const;
  const hasNewValue = intent.slots.some(
    (slot) =>
      Object.hasOwn(slots, slot.name) &&
      fit(slotQuestion(slot), said, { language, now: turn.receivedAt, stakes }) !== null,
  );
  return hasNewValue ? changing(thread, { ...thread.slots, ...slots }) : null;
}

/** RT-04: a changed value changes the question or the proposal, and opens nothing new. */
export const CORRECTION_RULES: readonly RoutingRule[] = [
  { category: 'override', rule: 'correction_changes_slot', match: changesAsked },
];

/** "No, make it 4 people" to an open proposal, or to a question of the same topic. */
function changesAsked(view: TurnView): RoutingMatch | null {
  const { override, said, session, language } = view;
  if (override?.ends) return null;
  const correction = correctionIn(said, override, language);
  const isProposed = view.suggestion?.attachment === 'corrects';
  if ((!correction && !isProposed) || (override && answersWaiting(view))) return null;
  for (const thread of askingThreads(session)) {
    const intent = language.intents.find((one) => one.intent === thread.intentId);
    if (
      !intent ||
      (!isProposed &&
        asksElsewhere(correction ?? said, { intentId: intent.intent, question: questionOf(thread) }, language))
    )
      continue;
    const corrected = Object.entries(correctedSlots(view, intent, thread));
    const slots = Object.fromEntries(
      thread.phase === 'proposed'
        ? corrected
        : corrected.filter(([name]) => Object.hasOwn(thread.slots, name) && name !== thread.question.key),
    );
    if (Object.keys(slots).length > 0) return changing(thread, { ...thread.slots, ...slots });
  }
  return null;
}

/** "actually, 1003" is for the open question that takes it. */
function answersWaiting({ override, session, language, turn }: TurnView): boolean {
  const waiting = { ...session, threads: session.threads.filter(({ phase }) => phase === 'waiting') };
  return override !== null && answerIn(waiting, override.rest, language, turn.receivedAt) !== null;
}

/**
 * Values found by code come first. For slots that a model points at besides, its value is taken when it is of the kind,
 * and a text only as it was written; of a deed, only what the text states.
 */
function correctedSlots(
  { said, override, language, turn, proposal, suggestion }: TurnView,
  intent: IntentDefinition,
  thread: ProposedThread | WaitingThread,
): Values {
  const correction = correctionIn(said, override, language) ?? said;
  const byWords = () => changedSlots(intent, thread.slots, correction, language, turn.receivedAt);
  if (proposal === null || suggestion?.attachment !== 'corrects') return byWords();
  const pointed = { ...intent, slots: intent.slots.filter(({ name }) => Object.hasOwn(proposal.slots, name)) };
  const found = changedSlots(pointed, thread.slots, correction, language, turn.receivedAt);
  const stated =
    thread.consent === null ? proposal.slots : statedValues(pointed, proposal.slots, said, language, turn.receivedAt);
  const brought = pointed.slots
    .filter((slot) => !Object.hasOwn(found, slot.name) && Object.hasOwn(stated, slot.name))
    .filter((slot) => isOfKind(slot, proposal.slots[slot.name], said))
    .map(({ name }) => [name, proposal.slots[name]] as const)
    .filter(([name, value]) => value !== thread.slots[name]);
  const corrected = { ...found, ...Object.fromEntries(brought) };
  // A model that points at nothing removes nothing that the words give.
  return Object.keys(corrected).length === 0 && correctionIn(said, override, language) !== null ? byWords() : corrected;
}

const DATE_OR_TIME = /^(?:\d{4}-\d{2}-\d{2})?T?(?:\d{2}:\d{2}(?::\d{2})?)?Z?$/u;

/** A model may say which choice, number or date is meant; a name or a code it may only point at in the text. */
function isOfKind({ expectedType, choices = [] }: SlotDefinition, value: unknown, said: Utterance): boolean {
  switch (expectedType) {
    case 'choice':
    case 'choice_or_yes_no':
      return typeof value === 'string' && choices.includes(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'date_time':
      return typeof value === 'string' && value !== '' && DATE_OR_TIME.test(value);
    case 'yes_no':
      return false;
    case 'freeform':
    case 'location':
    case 'identifier':
      return typeof value === 'string' && value.trim() !== '' && said.text.toLowerCase().includes(value.toLowerCase());
  }
}

/** Nothing of the proposal is done: its run ends, and the topic begins again with the new values. */
const changing = (thread: ProposedThread | WaitingThread, slots: Values): RoutingMatch => ({
  threadId: thread.threadId,
  action:
    thread.phase === 'proposed'
      ? { do: 'change_slot', thread, slots }
      : { do: 'fill_slot', thread, slots, isPlain: false },
});
