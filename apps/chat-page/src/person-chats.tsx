import { useMemo, useReducer, type ReactNode } from 'react';
import { useChatPlace } from './chats/use-chat-place';
import { useChats } from './chats/use-chats';
import type { Identity } from './http/api';
import { Chat } from './chat';

interface Properties {
  readonly apiKey: string | null;
  readonly locale: string | null;
  readonly onKey: (key: string) => void;
}

/** This browser remembers the person, and the address names the open chat. */
export function PersonChats({ apiKey, locale, onKey }: Properties): ReactNode {
  const { userId, sessionId, choose, begin } = useChatPlace();
  const identity = useMemo((): Identity => ({ userId, sessionId, apiKey }), [userId, sessionId, apiKey]);
  const [news, onNews] = useReducer((count: number) => count + 1, 0);
  const chats = useChats(identity, news);
  return (
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
  );
}
