import type { WelcomeView } from '@arbiter/contracts';
import { useMemo, useReducer, useState, type ReactNode } from 'react';
import { rememberedPerson, useChatPlace } from './chats/use-chat-place';
import { useChats } from './chats/use-chats';
import { NOTHING_TOLD, personAmong, useWelcome } from './chats/use-welcome';
import type { Identity } from './http/api';
import { Chat } from './chat';

interface Properties {
  readonly apiKey: string | null;
  readonly locale: string | null;
  readonly onKey: (key: string) => void;
}

/** A person whom the tenant does not name gives way to the first one it does name. */
export function PersonChats(properties: Properties): ReactNode {
  const welcome = useWelcome(properties.apiKey, properties.locale);
  const [remembered] = useState(rememberedPerson);
  const person = personAmong(welcome, remembered);
  return person === null ? null : (
    <ChatsOf key={person} {...properties} welcome={welcome ?? NOTHING_TOLD} person={person} />
  );
}

/** This browser remembers the person, and the address names the open chat. */
function ChatsOf({
  apiKey,
  locale,
  onKey,
  welcome,
  person,
}: Properties & { readonly welcome: WelcomeView; readonly person: string }): ReactNode {
  const { userId, sessionId, choose, begin } = useChatPlace(person);
  const identity = useMemo((): Identity => ({ userId, sessionId, apiKey }), [userId, sessionId, apiKey]);
  const [news, onNews] = useReducer((count: number) => count + 1, 0);
  const chats = useChats(identity, news);
  return (
    <Chat
      key={`${userId}/${sessionId}/${apiKey ?? ''}`}
      identity={identity}
      locale={locale}
      welcome={welcome}
      chats={chats}
      onNews={onNews}
      onCustomer={choose}
      onNewChat={begin}
      onKey={onKey}
    />
  );
}
