import type { PlaybookView } from '@arbiter/contracts';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';

/** How a playbook begins, and when it does next. */
export function Beginning({
  playbook: { version, schedule, next, events },
}: {
  readonly playbook: PlaybookView;
}): ReactNode {
  const { playbooks: words } = useWords();
  return (
    <p className="fine">
      {[
        words.version(version),
        ...(schedule ? [words.schedule(schedule.cron, schedule.timeZone)] : []),
        ...(events.length > 0 ? [words.upon(events.join(', '))] : []),
        ...(!schedule && events.length === 0 ? [words.byHand] : []),
      ].join(' · ')}
      {next !== null && (
        <>
          {' · '}
          {words.next}: <time dateTime={next}>{new Date(next).toLocaleString()}</time>
        </>
      )}
    </p>
  );
}
