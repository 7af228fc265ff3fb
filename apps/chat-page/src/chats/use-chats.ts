import { useCallback, useEffect, useMemo, useReducer } from 'react';
import { readSessions, type Identity } from '../http/api';
import { NO_CHATS, chatsOf, withNewest, withNext, type KnownChats, type ListedChat } from './chat-list';
import { chatsWith } from './kept';

const LOOK_MILLISECONDS = 15_000;
/** The read model comes a moment after the events that change it. */
const DELAY_MILLISECONDS = 700;

export interface Chats {
  readonly listed: readonly ListedChat[];
  readonly hasMore: boolean;
  readonly more: () => void;
}

type Change = (known: KnownChats) => KnownChats;

/** The person's chats, read again when `trigger` changes, and now and then while the page is looked at. */
export function useChats(identity: Identity, trigger: unknown): Chats {
  const [known, apply] = useReducer((state: KnownChats, change: Change) => change(state), NO_CHATS);
  const { userId, apiKey, sessionId } = identity;
  const read = useCallback(() => {
    if (document.visibilityState === 'visible')
      void readSessions({ userId, apiKey }, null).then(
        (page) => apply((state) => withNewest(state, page)),
        () => undefined,
      );
  }, [userId, apiKey]);
  useEffect(() => {
    const timer = setTimeout(read, DELAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [read, trigger]);
  useEffect(() => {
    const timer = setInterval(read, LOOK_MILLISECONDS);
    addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', read);
    };
  }, [read]);
  const { before } = known;
  const more = useCallback(() => {
    if (before !== null)
      void readSessions({ userId, apiKey }, before).then(
        (page) => apply((state) => withNext(state, page)),
        () => undefined,
      );
  }, [userId, apiKey, before]);
  const listed = useMemo(
    () => chatsOf(known, sessionId, chatsWith('outbox', userId, Object.keys(localStorage))),
    [known, sessionId, userId, trigger],
  );
  return { listed, hasMore: before !== null, more };
}
