import type { Fact } from '@arbiter/contracts';
import { evolveSession, type SessionState, type Thread, type WaitingThread } from '../1-turn';
import { firstAsk, intentRequested } from './ask-intent';
import type { RoutedTurn } from './routed-turn';
import { runRequested, threadSuperseded } from './session-facts';
import { settleIntent } from './settle-intent';
import { verdictOf, type Verdict } from './verdict';

/** No session has more open topics than this: the oldest that only waits for the person gives way, and without one nothing more is begun. */
export const MAXIMUM_THREADS = 100;

const NOTHING_ELIGIBLE: Verdict = { rule: 'no_eligible_intent', intentId: null, proposedSlots: {} };

/** RT-08: a new topic; what it is about is asked of a model unless one was asked already, or nothing could come of it. */
export function openRequest({ state, turn, origin, answer, context }: RoutedTurn, text: string): readonly Fact[] {
  const room = roomIn(state);
  if (room === null) return [runRequested(origin, context, { purpose: 'respond', copy: 'queue_full' })];
  const { requestId } = turn;
  const opening: readonly Fact[] = [...room, { name: 'thread.opened', data: { threadId: requestId, requestId } }];
  const asked = firstAsk(turn, text, context);
  if (answer === null && asked.eligible.length > 0) return [...opening, intentRequested(asked, requestId)];
  const verdict = answer === null ? NOTHING_ELIGIBLE : verdictOf(answer, asked, context.artifacts);
  return [...opening, ...settleIntent({ state: opening.reduce(evolveSession, state), threadId: requestId, asked, origin, context }, verdict)];
}

/** What makes room for one more topic; null: there is none. */
export function roomIn({ threads }: SessionState): readonly Fact[] | null {
  if (threads.length < MAXIMUM_THREADS) return [];
  const oldest = threads.find((thread: Thread): thread is WaitingThread => thread.phase === 'waiting');
  return oldest ? [threadSuperseded(oldest)] : null;
}
