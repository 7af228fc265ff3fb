import type { ListedSession, SessionList } from '@arbiter/contracts';

/** A chat in the list; `receivedAt` is null when nothing was received of it yet. */
export interface ListedChat {
  readonly sessionId: string;
  readonly topic: string | null;
  readonly receivedAt: string | null;
  readonly approvals: ListedSession['approvals'];
  readonly isCurrent: boolean;
  /** something written in it was not sent */
  readonly hasUnsent: boolean;
}

/** The known chats of a person: the pages read so far, the newest first. */
export interface KnownChats {
  readonly sessions: readonly ListedSession[];
  readonly before: string | null;
}

export const NO_CHATS: KnownChats = { sessions: [], before: null };

/** The newest page again: its content counts, and older pages stay. */
export function withNewest(known: KnownChats, page: SessionList): KnownChats {
  const beyond = known.sessions.length > page.sessions.length && page.before !== null;
  return beyond ? { sessions: merged(page.sessions, known.sessions), before: known.before } : page;
}

/** The page that follows. */
export const withNext = (known: KnownChats, page: SessionList): KnownChats => ({
  sessions: merged(known.sessions, page.sessions),
  before: page.before,
});

function merged(first: readonly ListedSession[], then: readonly ListedSession[]): readonly ListedSession[] {
  const ids = new Set(first.map(({ sessionId }) => sessionId));
  return [...first, ...then.filter(({ sessionId }) => !ids.has(sessionId))];
}

/** The chats in the order of the list: those that the server does not know yet come first. */
export function chatsOf({ sessions }: KnownChats, current: string, unsent: readonly string[]): readonly ListedChat[] {
  const ids = new Set(sessions.map(({ sessionId }) => sessionId));
  const local = [...new Set([current, ...unsent])].filter((sessionId) => !ids.has(sessionId));
  const flags = (sessionId: string) => ({ isCurrent: sessionId === current, hasUnsent: unsent.includes(sessionId) });
  return [
    ...local.map((sessionId) => ({ sessionId, topic: null, receivedAt: null, approvals: [], ...flags(sessionId) })),
    ...sessions.map(({ sessionId, topic, receivedAt, approvals }) => ({
      sessionId,
      topic,
      receivedAt,
      approvals,
      ...flags(sessionId),
    })),
  ];
}
