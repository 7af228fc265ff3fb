import { useCallback, useEffect, useState } from 'react';
import type { Place } from './kept';
import { chatIn, hashOf, newChat } from './place';

const lastChatAt = (userId: string): string => `arbiter.session.${userId}`;
const lastChatOf = (userId: string): string => localStorage.getItem(lastChatAt(userId)) ?? newChat();

export interface ChatPlace extends Place {
  readonly choose: (userId: string) => void;
  readonly begin: () => void;
}

/** The person that this browser remembers; null for none yet. */
export const rememberedPerson = (): string | null => localStorage.getItem('arbiter.customer');

/** This browser remembers the person, and the address names the open chat: going back leads to the chat before. */
export function useChatPlace(person: string): ChatPlace {
  const [place, setPlace] = useState<Place>(() => ({
    userId: person,
    sessionId: chatIn(location.hash) ?? lastChatOf(person),
  }));
  const { userId, sessionId } = place;
  useEffect(() => {
    localStorage.setItem('arbiter.customer', userId);
    localStorage.setItem(lastChatAt(userId), sessionId);
    if (chatIn(location.hash) !== sessionId) history.replaceState(null, '', hashOf(sessionId));
  }, [userId, sessionId]);
  useEffect(() => {
    const follow = (): void =>
      setPlace((current) => ({ ...current, sessionId: chatIn(location.hash) ?? current.sessionId }));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const choose = useCallback((next: string) => setPlace({ userId: next, sessionId: lastChatOf(next) }), []);
  const begin = useCallback(() => void (location.hash = hashOf(newChat())), []);
  return { userId, sessionId, choose, begin };
}
