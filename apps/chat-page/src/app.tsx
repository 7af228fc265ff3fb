import { useCallback, useMemo, useReducer, useState, type ReactNode } from 'react';
import { useChatPlace } from './chats/use-chat-place';
import { useChats } from './chats/use-chats';
import type { Identity } from './http/api';
import { Chat } from './chat';
import { wordsOf, WordsContext } from './words/words';

/** Who is asking stays with this browser, which chat is open with the address, the API key with the tab. */
export function App(): ReactNode {
  const { locale, words } = useMemo(() => wordsOf(navigator.languages), []);
  const { userId, sessionId, choose, begin } = useChatPlace();
  const [apiKey, setKey] = useState(() => sessionStorage.getItem('arbiter.key'));
  const identity = useMemo((): Identity => ({ userId, sessionId, apiKey }), [userId, sessionId, apiKey]);
  const [news, onNews] = useReducer((count: number) => count + 1, 0);
  const chats = useChats(identity, news);
  const onKey = useCallback((key: string) => {
    sessionStorage.setItem('arbiter.key', key);
    setKey(key);
  }, []);
  document.documentElement.lang = locale ?? 'en';
  return (
    <WordsContext value={words}>
      <Chat
        key={`${userId}/${sessionId}/${apiKey ?? ''}`}
        identity={identity}
        locale={locale}
        chats={chats}
        onNews={onNews}
        onCustomer={choose}
        onNewChat={begin}
        onKey={onKey}
      />
    </WordsContext>
  );
}
