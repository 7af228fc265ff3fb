import type { WaitingApproval } from '@arbiter/contracts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedChat } from '../chats/chat-list';
import { hashOf } from '../chats/place';
import type { Chats } from '../chats/use-chats';
import { PLAYBOOKS } from '../playbooks/place';
import { useWords, type Words } from '../words/words';
import { ClockIcon } from './icons';

interface Properties {
  readonly chats: Chats;
  readonly onChosen: () => void;
}

/** CH-16: the person's chats, the newest first, with the open approvals of each; every chat has an address. */
export function ChatList({ chats: { listed, hasMore, more }, onChosen }: Properties): ReactNode {
  const words = useWords();
  return (
    <nav className="chats" aria-label={words.chats}>
      <ul>
        {listed.map((chat) => (
          <Listed key={chat.sessionId} chat={chat} onChosen={onChosen} />
        ))}
      </ul>
      <a className="chat" href={PLAYBOOKS}>
        {words.playbooks.title}
      </a>
      {hasMore && (
        <Button variant="subtle" size="xs" onClick={more}>
          {words.moreChats}
        </Button>
      )}
    </nav>
  );
}

function Listed({ chat, onChosen }: { readonly chat: ListedChat; readonly onChosen: () => void }): ReactNode {
  const words = useWords();
  const { sessionId, topic, receivedAt, approvals, isCurrent, hasUnsent } = chat;
  return (
    <li>
      <a className="chat" href={hashOf(sessionId)} aria-current={isCurrent ? 'page' : undefined} onClick={onChosen}>
        <span className="chat-topic">{topic ?? (receivedAt === null ? words.newChat : words.namelessChat)}</span>
        {receivedAt !== null && (
          <time className="chat-time" dateTime={receivedAt}>
            {timeOf(receivedAt)}
          </time>
        )}
        {hasUnsent && !isCurrent && (
          <span className="chat-note">
            <ClockIcon />
            {words.unsent}
          </span>
        )}
        {approvals.map((approval) => (
          <span key={approval.threadId} className="chat-note">
            <ClockIcon />
            {saidOf(approval, words)}
          </span>
        ))}
      </a>
    </li>
  );
}

const saidOf = ({ label, brief }: WaitingApproval, words: Words): string =>
  [label ?? words.unnamedTopic, brief, words.status.workflow_proposed].filter((part) => part !== null).join(' · ');

/** The hour of today, else the day. */
function timeOf(instant: string): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
