import { ActionIcon, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConnectionState } from '../http/follow';
import { useWords } from '../words/words';
import { ListIcon, PlusIcon } from './icons';
import { Logo } from './logo';
import { ThemeButton } from './theme-button';

interface Properties {
  readonly userId: string;
  /** whom the person may speak as */
  readonly customers: readonly string[];
  readonly connection: ConnectionState;
  readonly showsList: boolean;
  /** the number of open approvals in other chats */
  readonly waitingElsewhere: number;
  readonly onList: () => void;
  readonly onCustomer: (userId: string) => void;
  readonly onNewChat: () => void;
}

/** The caller states the customer: the demo's page lets a person choose one. */
export function TopBar({
  userId,
  customers,
  connection,
  showsList,
  waitingElsewhere,
  onList,
  onCustomer,
  onNewChat,
}: Properties): ReactNode {
  const words = useWords();
  return (
    <header className="top-bar">
      <ActionIcon
        className="list-button"
        variant="default"
        size={32}
        radius="md"
        aria-expanded={showsList}
        title={words.chats}
        aria-label={waitingElsewhere > 0 ? `${words.chats}, ${words.elsewhere(waitingElsewhere)}` : words.chats}
        data-waiting={waitingElsewhere > 0 || undefined}
        onClick={onList}
      >
        <ListIcon />
      </ActionIcon>
      <h1 className="name">
        <Logo />
        {words.title}
      </h1>
      <p className="connection" role="status" data-state={connection}>
        <span className="dot" aria-hidden="true" />
        {words[connection]}
      </p>
      <NativeSelect
        className="customer"
        aria-label={words.customer}
        size="xs"
        radius="md"
        value={userId}
        data={customers.includes(userId) ? [...customers] : [userId, ...customers]}
        onChange={(event) => onCustomer(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={32}
        radius="md"
        aria-label={words.newChat}
        title={words.newChat}
        onClick={onNewChat}
      >
        <PlusIcon />
      </ActionIcon>
      <ThemeButton />
    </header>
  );
}
