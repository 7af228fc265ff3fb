import { useCallback, useEffect, useRef, useState } from 'react';
import { keep, keptAt } from '../chats/kept';
import { Refusal, sendMessage, type Identity, type Manner } from '../http/api';
import { changed, isFull, nextToSend, readOutbox, writeOutbox, type Outgoing } from './unsent-messages';

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 15_000;

export interface Outbox {
  readonly entries: readonly Outgoing[];
  readonly isFull: boolean;
  readonly send: (text: string, answerTo?: string) => void;
  readonly retry: (messageId: string) => void;
  readonly discard: (messageId: string) => void;
}

/**
 * Messages on their way, one after the other, kept over a reload. A message that could not be sent is sent again under
 * the same id.
 */
export function useOutbox(identity: Identity, { locale, twoStage }: Manner, isConnected: boolean): Outbox {
  const place = keptAt('outbox', identity);
  const [entries, setEntries] = useState<readonly Outgoing[]>(() => readOutbox(localStorage.getItem(place)));
  const failures = useRef(0);
  const [round, setRound] = useState(0);
  const change = useCallback(
    (messageId: string, changes: Partial<Outgoing>) => setEntries((current) => changed(current, messageId, changes)),
    [],
  );
  useEffect(() => keep(place, writeOutbox(entries)), [place, entries]);

  const next = nextToSend(entries);
  const nextId = next?.messageId;
  useEffect(() => {
    if (!next) return undefined;
    let isCurrent = true;
    let timer = 0;
    const sendIt = async (): Promise<void> => {
      try {
        const requestId = await sendMessage(identity, next, { locale, twoStage });
        failures.current = 0;
        change(next.messageId, { state: 'sent', requestId });
      } catch (error) {
        if (!isCurrent) return;
        if (error instanceof Refusal && error.retryAfter === null)
          return change(next.messageId, { state: 'refused', status: error.status });
        change(next.messageId, { state: 'waiting' });
        const wait =
          error instanceof Refusal && error.retryAfter
            ? error.retryAfter
            : Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** failures.current);
        failures.current += 1;
        timer = window.setTimeout(() => setRound((count) => count + 1), wait);
      }
    };
    void sendIt();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // Only a new message, another try or a restored connection sends; a change of state by an attempt does not.
  }, [identity, locale, twoStage, nextId, round, isConnected, change]);

  useEffect(() => {
    const tryNow = (): void => setRound((count) => count + 1);
    addEventListener('online', tryNow);
    return () => removeEventListener('online', tryNow);
  }, []);

  const send = useCallback((text: string, answerTo?: string) => {
    const entry: Outgoing = {
      messageId: crypto.randomUUID(),
      text,
      state: 'sending',
      ...(answerTo === undefined ? {} : { answerTo }),
    };
    setEntries((current) => [...current, entry]);
  }, []);
  const retry = useCallback(
    (messageId: string) => {
      change(messageId, { state: 'sending', status: undefined });
      setRound((count) => count + 1);
    },
    [change],
  );
  const discard = useCallback(
    (messageId: string) => setEntries((current) => current.filter((entry) => entry.messageId !== messageId)),
    [],
  );
  return { entries, isFull: isFull(entries), send, retry, discard };
}
