import type { EventData } from '@arbiter/contracts';
import { addressOf, threadAskedFor, type Asked, type SessionState } from './session-state';
import { withLatest } from './turns';

type Requested = EventData<'intent.requested'>;

/** A model is asked about a turn: for a thread, or before the turn is routed at all. Threads keep their order. */
export function askIntent(state: SessionState, data: Requested): SessionState {
  const asked = askedBy(data);
  if (data.threadId !== null) return withAsked(state, data.threadId, asked);
  const isFirst = !state.weighing.some(({ requestId }) => requestId === data.requestId);
  return {
    ...state,
    weighing: isFirst
      ? [...state.weighing, asked]
      : state.weighing.map((one) => (one.requestId === data.requestId ? asked : one)),
    turns: isFirst ? withLatest(state.turns, data.requestId) : state.turns,
  };
}

const askedBy = (data: Requested): Asked => {
  const { text, personal, receivedAt, replyToRequestId, partOf, eligible, attempt, deadline } = data;
  return {
    ...addressOf(data),
    text,
    ...(personal && { personal }),
    receivedAt,
    replyToRequestId,
    partOf,
    eligible,
    attempt,
    deadline,
    retryAt: null,
  };
};

/** CL-02: a failed ask is repeated later. */
export function scheduleRetry(state: SessionState, { requestId, retryAt }: EventData<'intent.proposed'>): SessionState {
  if (retryAt === null) return state;
  const thread = threadAskedFor(state, requestId);
  if (thread) return withAsked(state, thread.threadId, { ...thread.asked, retryAt });
  return {
    ...state,
    weighing: state.weighing.map((asked) => (asked.requestId === requestId ? { ...asked, retryAt } : asked)),
  };
}

const withAsked = (state: SessionState, threadId: string, asked: Asked): SessionState => ({
  ...state,
  threads: state.threads.map((thread) =>
    thread.threadId === threadId && thread.phase === 'classifying' ? { ...thread, asked } : thread,
  ),
});

/** The turn is routed or ended: its proposal is no longer awaited. */
export const settleAsked = (state: SessionState, requestId: string): SessionState =>
  state.weighing.length === 0
    ? state
    : { ...state, weighing: state.weighing.filter((asked) => asked.requestId !== requestId) };
