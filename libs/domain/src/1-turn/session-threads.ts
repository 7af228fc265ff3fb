import type { SessionState, Thread } from './session-state';

/** How many decided requests and ended runs are remembered; older repeats are caught by the position of their stream. */
const REMEMBERED = 64;

export const remembering = (list: readonly string[], id: string): readonly string[] =>
  list.includes(id) ? list : [...list.slice(1 - REMEMBERED), id];

/** Puts a thread in its new form last, where the active one stands. */
export const withThread = (state: SessionState, thread: Thread): SessionState => ({
  ...state,
  threads: [...state.threads.filter(({ threadId }) => threadId !== thread.threadId), thread],
});

/** What stays of a thread from one phase to the next. */
export const topicOf = ({ threadId, intentId, template, slots, asks }: Thread) => ({ threadId, intentId, template, slots, asks });
