import type { ReactNode } from 'react';
import { Logo } from '../parts/logo';
import { ThemeButton } from '../parts/theme-button';
import { useWords } from '../words/words';
import { PLAYBOOKS, hashOfPlaybook, type PlaybookPlace } from './place';

interface Properties {
  readonly place: PlaybookPlace;
  /** of the playbook; null where all are shown */
  readonly title: string | null;
}

/** Where one is among the playbooks, and the way back. */
export function PlaybookBar({ place: { playbook, day }, title }: Properties): ReactNode {
  const words = useWords();
  return (
    <header className="top-bar">
      <h1 className="name">
        <Logo />
        {words.title}
      </h1>
      <nav className="trail" aria-label={words.playbooks.where}>
        <ol>
          <li>
            <a href="#/chats">{words.playbooks.toChats}</a>
          </li>
          <li>
            <a href={PLAYBOOKS} aria-current={playbook === null ? 'page' : undefined}>
              {words.playbooks.title}
            </a>
          </li>
          {playbook !== null && (
            <li>
              <a href={hashOfPlaybook(playbook)} aria-current={day === null ? 'page' : undefined}>
                {title}
              </a>
            </li>
          )}
          {day !== null && <li aria-current="page">{day}</li>}
        </ol>
      </nav>
      <ThemeButton />
    </header>
  );
}
