import { ActionIcon, NativeSelect, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConnectionState } from '../http/follow';
import { useWords } from '../words/words';
import { ListIcon, MoonIcon, PlusIcon, SunIcon } from './icons';

const CUSTOMERS = ['C-0001', 'C-0002', 'C-0003', 'C-0004', 'C-0005'];

interface Properties {
  readonly userId: string;
  readonly connection: ConnectionState;
  readonly showsList: boolean;
  /** what needs a yes in other chats */
  readonly waitingElsewhere: number;
  readonly onList: () => void;
  readonly onCustomer: (userId: string) => void;
  readonly onNewChat: () => void;
}

/** Who is asking is what the caller says: the demo's page lets one choose. */
export function TopBar({
  userId,
  connection,
  showsList,
  waitingElsewhere,
  onList,
  onCustomer,
  onNewChat,
}: Properties): ReactNode {
  const words = useWords();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
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
        data={CUSTOMERS.includes(userId) ? CUSTOMERS : [userId, ...CUSTOMERS]}
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
      <ActionIcon
        variant="default"
        size={32}
        radius="md"
        aria-label={scheme === 'dark' ? words.light : words.dark}
        title={scheme === 'dark' ? words.light : words.dark}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
    </header>
  );
}

const Logo = (): ReactNode => (
  <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="9" />
    <path d="M9 23 16 8l7 15M11.6 18h8.8" />
  </svg>
);
