import { useEffect } from 'react';
import { readApproval, type Key } from '../http/api';
import type { Answered, Inbox } from './inbox';

const LOOK_MILLISECONDS = 1_000;
const MOST_LOOKS = 60;

type Change = (before: Inbox['answered']) => Inbox['answered'];

/** Looks at what was approved here until it has left, for a minute at most. */
export function useLeaving(accessKey: Key, answered: Inbox['answered'], change: (change: Change) => void): void {
  const waiting = [...answered]
    .filter(([, { approval, decision }]) => decision === 'approve' && approval.endedAt === null)
    .map(([id]) => id);
  const ids = waiting.join(' ');
  useEffect(() => {
    if (ids === '') return undefined;
    let looks = 0;
    const look = (): void => {
      looks += 1;
      if (looks > MOST_LOOKS) return clearInterval(timer);
      for (const id of ids.split(' '))
        void readApproval(accessKey, id).then(
          (approval) => {
            if (approval.endedAt !== null)
              change((before) => {
                const known = before.get(id);
                return known ? new Map(before).set(id, { ...known, approval } satisfies Answered) : before;
              });
          },
          () => undefined,
        );
    };
    const timer = setInterval(look, LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [accessKey, ids, change]);
}
