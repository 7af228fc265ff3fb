import type { Question } from '@arbiter/contracts';
import { NOTHING_RESTATED, exactAnswer } from '../../language';
import { memoise } from '../../memoise';
import type { TenantLanguage } from '../../language/tenant-language';
import { contentOf, type Utterance } from '../../language/utterance';
import { HANDOFF_INTENT, HANDOFF_QUESTION, WANTED, isOfPlatform } from '../state/questions';
import {
  activeThread,
  isAsking,
  questionOf,
  type ProposedThread,
  type SessionState,
  type Thread,
  type WaitingThread,
} from '../state/session-state';
import { saysOnlyValue } from './deeds/plain-answer';
import { namedChoicesIn } from './fit/choices';
import { fit, type Fit } from './fit/fit';
import { isNoFreeText } from './fit/free-text';
import { valuesFor } from './fit/values';
import type { Stakes } from './fit/yes-no';
import { wantsIn } from './wants';

/** An answer that fits, and the thread that waits for it. */
export interface Answer {
  readonly thread: ProposedThread | WaitingThread;
  readonly question: Question;
  readonly value: unknown;
  /** the text has no other content, and could answer nothing else */
  readonly isFirm: boolean;
  /** the text is a yes or a no and nothing else */
  readonly isExact: boolean;
  /** the text holds only the value, courtesy, and words of its own intent */
  readonly isPlain: boolean;
}

/** Kinds of answer that almost any text could be; a question that takes only its own kind goes first. */
const LOOSE: ReadonlySet<string> = new Set(['freeform', 'location']);

/**
 * The threads with an open question. Those whose questions are easiest to tell apart come first; among them the current
 * one, then the latest asked.
 */
export const askingThreads = memoise((session: SessionState): readonly (ProposedThread | WaitingThread)[] => {
  const active = activeThread(session);
  const latest = session.threads
    .filter(isAsking)
    .filter((thread) => thread.phase === 'waiting' || !thread.cancelling)
    .reverse();
  const asking = [...latest.filter((thread) => thread === active), ...latest.filter((thread) => thread !== active)];
  const isLoose = (thread: ProposedThread | WaitingThread) => LOOSE.has(questionOf(thread).expectedType);
  return [...asking.filter((thread) => !isLoose(thread)), ...asking.filter(isLoose)];
});

/** The question offers a person, instead of asking for a slot (CL-04). */
export const offersPerson = (thread: WaitingThread): boolean => thread.question.key === HANDOFF_QUESTION.key;

function stakesOf(thread: ProposedThread | WaitingThread, language: TenantLanguage): Stakes {
  const { intentId, slots } = thread;
  if (thread.phase === 'proposed') return { level: 'high', intentId, slots };
  if (offersPerson(thread)) return { level: 'low', intentId: HANDOFF_INTENT, slots: {} };
  return { level: isAboutSlot(thread, language) ? 'none' : 'low', intentId, slots };
}

/** The question wants a value of the intent; any other one offers something. */
const isAboutSlot = ({ intentId, question }: WaitingThread, { intents }: TenantLanguage): boolean =>
  intents.find(({ intent }) => intent === intentId)?.slots.some(({ name }) => name === question.key) ?? false;

/** A question that offers something instead of asking for a value. */
export const isOffer = (thread: ProposedThread | WaitingThread, language: TenantLanguage): boolean =>
  thread.phase === 'waiting' && !isAboutSlot(thread, language);

/** RT-05, RT-15: the first pending question that the text answers. */
export function answerIn(
  session: SessionState,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Answer | null {
  for (const thread of askingThreads(session)) {
    const question = questionOf(thread);
    const title = titleSaid(question, utterance, language);
    const fitting = title ?? fit(question, utterance, { language, now, stakes: stakesOf(thread, language) });
    if (fitting) {
      const plain = plainness(thread, fitting.value, utterance, language);
      const isChosen = title !== null || (question.key === WANTED && plain.isExact);
      const isCertain = isChosen || isFirm(question, utterance, language);
      return { thread, question, value: fitting.value, isFirm: isCertain, ...plain };
    }
  }
  return null;
}

/**
 * The one title that is all the text says, among the offered choices: it is chosen, although it also reads like a
 * request.
 */
function titleSaid({ key, choices = [] }: Question, utterance: Utterance, { words }: TenantLanguage): Fit | null {
  const [named, ...others] = key === WANTED ? namedChoicesIn(choices, utterance) : [];
  if (!named || others.length > 0) return null;
  return contentOf(utterance, words).every((index) => index >= named.index && index < named.end)
    ? { value: named.value }
    : null;
}

/** How much of the text is the answer and nothing else. */
function plainness(
  thread: ProposedThread | WaitingThread,
  value: unknown,
  utterance: Utterance,
  language: TenantLanguage,
): Pick<Answer, 'isExact' | 'isPlain'> {
  const isLoose = LOOSE.has(questionOf(thread).expectedType);
  return {
    isExact:
      typeof value === 'boolean' && exactAnswer(utterance, language, NOTHING_RESTATED) === (value ? 'yes' : 'no'),
    isPlain: isLoose || saysOnlyValue(thread, value, utterance, language),
  };
}

/** An answer has few words; praise for one of several things does not state a wish. */
const LONGEST_FIRM = 8;

const isFirm = ({ expectedType }: Question, utterance: Utterance, language: TenantLanguage): boolean =>
  !LOOSE.has(expectedType) &&
  expectedType !== 'choice_or_yes_no' &&
  utterance.tokens.length <= LONGEST_FIRM &&
  wantsIn(utterance, language).every(({ features }) => features.length === 0);

/**
 * An answer that a model sees where the fit check does not: the one value of the expected kind, anywhere in the text,
 * or a free text as it is. Never a yes or a no (RT-10): those need the words.
 */
export function looseAnswerIn(
  session: SessionState,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Answer | null {
  for (const thread of askingThreads(session)) {
    const question = questionOf(thread);
    if (thread.phase !== 'waiting' || isOfPlatform(thread.question)) continue;
    const values = LOOSE.has(question.expectedType)
      ? isNoFreeText(utterance, language)
        ? []
        : [utterance.text]
      : [...new Set(valuesFor(question, utterance, language, now).map(({ value }) => value))];
    if (values.length === 1 && utterance.tokens.length > 0)
      return { thread, question, value: values[0], isFirm: false, isExact: false, isPlain: false };
  }
  return null;
}

/** The session as if this topic alone were open. */
export const only = (session: SessionState, thread: Thread): SessionState => ({ ...session, threads: [thread] });

/**
 * Where a text answers the questions of several topics alike, a model may choose one. It chooses among open values,
 * never among approvals, and its choice is no plain answer: a deed is asked about first.
 */
export function meantAnswerIn(
  answer: Answer,
  session: SessionState,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Answer | null {
  if (answer.isFirm || isOffer(answer.thread, language) || answer.thread.phase !== 'waiting') return null;
  const meant = answerIn(session, utterance, language, now);
  const isAlike =
    meant?.thread.phase === 'waiting' &&
    meant.thread !== answer.thread &&
    !isOffer(meant.thread, language) &&
    meant.question.expectedType === answer.question.expectedType;
  return isAlike ? { ...meant, isPlain: false } : null;
}
