import type { RunView, SessionPage, ThreadView, TurnView, UiEvent } from '@arbiter/contracts';
import { acceptedRun, foldUiEvent } from '@arbiter/contracts/run-view';

/** The known part of one person's conversation in one chat. It holds the server's data and decides nothing. */
export interface Conversation {
  /** by messageId */
  readonly turns: ReadonlyMap<string, TurnView>;
  /** by requestId */
  readonly runs: ReadonlyMap<string, RunView>;
  readonly threads: readonly ThreadView[];
  /** where older pages end; null when there are none, undefined before the first page came */
  readonly before: number | null | undefined;
}

export const EMPTY: Conversation = { turns: new Map(), runs: new Map(), threads: [], before: undefined };

/** Adds a page of history, or the page at the beginning of a connection. Of each run the more advanced view counts. */
export function withPage(conversation: Conversation, page: SessionPage, isOlder: boolean): Conversation {
  const turns = new Map(conversation.turns);
  for (const turn of page.turns) turns.set(turn.messageId, turn);
  const runs = new Map(conversation.runs);
  for (const run of page.runs) {
    const known = runs.get(run.requestId);
    if (!known || known.lastEventId < run.lastEventId) runs.set(run.requestId, run);
  }
  const { before } = conversation;
  return { ...conversation, turns, runs, before: isOlder || before === undefined ? page.before : before };
}

export function withEvent(conversation: Conversation, event: UiEvent): Conversation {
  const known = conversation.runs.get(event.requestId) ?? acceptedRun(event.requestId, event.sessionId);
  return { ...conversation, runs: new Map(conversation.runs).set(event.requestId, foldUiEvent(known, event)) };
}

export const withThreads = (conversation: Conversation, threads: readonly ThreadView[]): Conversation => ({
  ...conversation,
  threads,
});

/** Whether a run answers a message that is not known here: it was sent from elsewhere. */
export const isFromElsewhere = (
  conversation: Conversation,
  messageId: string | null,
  ownMessageIds: ReadonlySet<string>,
): boolean => messageId !== null && !conversation.turns.has(messageId) && !ownMessageIds.has(messageId);
