import type { Values } from '@arbiter/contracts';
import type { SessionState, WaitingThread } from './session-state';

/**
 * The threads whose question a new message takes up again (CL-08): they wait with the same intent, and the message
 * changes none of their values. An unknown intent takes up open offers of a person.
 */
export const resumable = (
  { threads }: SessionState,
  intentId: string | null,
  slots: Values,
): readonly WaitingThread[] =>
  threads.filter(
    (thread): thread is WaitingThread =>
      thread.phase === 'waiting' &&
      thread.intentId === intentId &&
      Object.entries(thread.slots).every(([name, value]) => (slots[name] ?? value) === value),
  );

/** For each question, the most often that one of these threads has asked it. */
export function mostAsks(threads: readonly WaitingThread[]): Readonly<Record<string, number>> {
  const asks: Record<string, number> = {};
  for (const [key, count] of threads.flatMap((thread) => Object.entries(thread.asks)))
    asks[key] = Math.max(asks[key] ?? 0, count);
  return asks;
}
