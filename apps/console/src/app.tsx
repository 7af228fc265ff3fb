import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Identity } from './http/api';
import { Chat } from './chat';
import { wordsOf, WordsContext } from './words/words';

const DEMO_CUSTOMER = 'C-0001';
const sessionPlace = (userId: string): string => `arbiter.session.${userId}`;

/** Who is asking and in which chat stay with this browser; the API key goes with the tab. */
export function App(): ReactNode {
  const { locale, words } = useMemo(() => wordsOf(navigator.languages), []);
  const [identity, setIdentity] = useState<Identity>(() => identityOf(localStorage.getItem('arbiter.customer') ?? DEMO_CUSTOMER, sessionStorage.getItem('arbiter.key')));
  const { userId, apiKey } = identity;
  const onCustomer = useCallback((next: string) => {
    localStorage.setItem('arbiter.customer', next);
    setIdentity(identityOf(next, apiKey));
  }, [apiKey]);
  const onNewChat = useCallback(() => {
    localStorage.removeItem(sessionPlace(userId));
    setIdentity(identityOf(userId, apiKey));
  }, [userId, apiKey]);
  const onKey = useCallback((key: string) => {
    sessionStorage.setItem('arbiter.key', key);
    setIdentity(identityOf(userId, key));
  }, [userId]);
  document.documentElement.lang = locale ?? 'en';
  return (
    <WordsContext value={words}>
      <Chat key={`${identity.sessionId}/${apiKey ?? ''}`} identity={identity} locale={locale} onCustomer={onCustomer} onNewChat={onNewChat} onKey={onKey} />
    </WordsContext>
  );
}

function identityOf(userId: string, apiKey: string | null): Identity {
  const sessionId = localStorage.getItem(sessionPlace(userId)) ?? `console-${crypto.randomUUID()}`;
  localStorage.setItem(sessionPlace(userId), sessionId);
  return { userId, sessionId, apiKey };
}
