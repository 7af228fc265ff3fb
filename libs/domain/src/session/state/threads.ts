import type { SessionState, Thread } from './session-state';

/** How many ended runs are remembered; older repeats are caught by the position of their stream. */
const REMEMBERED = 64;

export const remembering = (list: readonly string[], id: string): readonly string[] =>
  list.includes(id) ? list : [...list.slice(1 - REMEMBERED), id];

/** Puts a thread in its new form last: it changed last. */
export const withThread = (state: SessionState, thread: Thread): SessionState => ({
  ...state,
  threads: [...state.threads.filter(({ threadId }) => threadId !== thread.threadId), thread],
  queuedThreadIds: thread.phase === 'queued' ? state.queuedThreadIds : outOfLine(state, thread.threadId),
});

export const withoutThread = (state: SessionState, threadId: string): SessionState => ({
  ...state,
  threads: state.threads.filter((thread) => thread.threadId !== threadId),
  queuedThreadIds: outOfLine(state, threadId),
});

const outOfLine = ({ queuedThreadIds }: SessionState, threadId: string): readonly string[] =>
  queuedThreadIds.includes(threadId) ? queuedThreadIds.filter((queued) => queued !== threadId) : queuedThreadIds;

/** The part of a thread that stays from one phase to the next. */
export const topicOf = ({ threadId, number, intentId, template, slots, asks, consent }: Thread) => ({
  threadId,
  number,
  intentId,
  template,
  slots,
  asks,
  consent,
});
