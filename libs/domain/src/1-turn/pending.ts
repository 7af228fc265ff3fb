import type { Question } from '@arbiter/contracts';
import { fit } from './fit/fit';
import type { Stakes } from './fit/yes-no';
import { HANDOFF_INTENT, HANDOFF_QUESTION } from './questions';
import { isAsking, questionOf, type ProposedThread, type SessionState, type WaitingThread } from './session-state';
import type { TenantLanguage } from './tenant-language';
import type { Utterance } from './utterance';

/** An answer that fits, and the thread that waits for it. */
export interface Answer {
  readonly thread: ProposedThread | WaitingThread;
  readonly question: Question;
  readonly value: unknown;
}

/** Kinds of answer that almost any text could be; a question that takes only its own kind goes first. */
const LOOSE: ReadonlySet<string> = new Set(['freeform', 'location']);

/** The threads that ask, those whose question is easiest to tell apart first, then the latest asked. */
export function askingThreads({ threads }: SessionState): readonly (ProposedThread | WaitingThread)[] {
  const asking = threads.filter(isAsking).filter((thread) => thread.phase === 'waiting' || !thread.cancelling).reverse();
  const isLoose = (thread: ProposedThread | WaitingThread) => LOOSE.has(questionOf(thread).expectedType);
  return [...asking.filter((thread) => !isLoose(thread)), ...asking.filter(isLoose)];
}

/** The question offers a person, instead of asking for a slot (CL-04). */
export const offersPerson = (thread: WaitingThread): boolean => thread.question.key === HANDOFF_QUESTION.key;

function stakesOf(thread: ProposedThread | WaitingThread): Stakes {
  const { intentId, slots } = thread;
  if (thread.phase === 'proposed') return { level: 'high', intentId, slots };
  return offersPerson(thread) ? { level: 'low', intentId: HANDOFF_INTENT, slots: {} } : { level: 'none', intentId, slots };
}

/** RT-05, RT-15: the first pending question that the text answers. */
export function answerIn(session: SessionState, utterance: Utterance, language: TenantLanguage, now: string): Answer | null {
  for (const thread of askingThreads(session)) {
    const question = questionOf(thread);
    const fitting = fit(question, utterance, { language, now, stakes: stakesOf(thread) });
    if (fitting) return { thread, question, value: fitting.value };
  }
  return null;
}
