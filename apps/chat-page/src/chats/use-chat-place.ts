import { useCallback, useEffect, useState } from 'react';
import type { Place } from './kept';
import { chatIn, hashOf, newChat } from './place';

const DEMO_CUSTOMER = 'C-0001';
const lastChatAt = (userId: string): string => `arbiter.session.${userId}`;
const lastChatOf = (userId: string): string => localStorage.getItem(lastChatAt(userId)) ?? newChat();

export interface ChatPlace extends Place {
  readonly choose: (userId: string) => void;
  readonly begin: () => void;
}

/** This browser remembers the person, and the address names the open chat: going back leads to the chat before. */
export function useChatPlace(): ChatPlace {
  const [place, setPlace] = useState<Place>(() => {
    const userId = localStorage.getItem('arbiter.customer') ?? DEMO_CUSTOMER;
    return { userId, sessionId: chatIn(location.hash) ?? lastChatOf(userId) };
  });
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
