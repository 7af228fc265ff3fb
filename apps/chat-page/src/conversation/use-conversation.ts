import type { UiEvent } from '@arbiter/contracts';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { pauseAgent, readMessages, readThreads, resumeAgent, stopRun, type Identity, type Manner } from '../http/api';
import { follow, type ConnectionState } from '../http/follow';
import { EMPTY, isFromElsewhere, withEvent, withPage, withThreads, type Conversation } from './conversation';
import { useOutbox, type Outbox } from './use-outbox';

/** The read model of topics comes a moment after the events that change it. */
const THREAD_DELAYS_MILLISECONDS = [150, 900, 2_500];
const TELLS_OF_THREADS: ReadonlySet<UiEvent['type']> = new Set([
  'rag.started',
  'rag.results',
  'rag.message',
  'rag.done',
]);

export interface Followed {
  readonly conversation: Conversation;
  readonly connection: ConnectionState;
  readonly outbox: Outbox;
  /** false when the server did not hear it */
  readonly stop: (requestId: string) => Promise<boolean>;
  readonly pause: (requestId: string) => Promise<boolean>;
  readonly resume: (requestId: string, phaseIndex: number) => Promise<boolean>;
  readonly loadOlder: () => void;
}

type Change = (conversation: Conversation) => Conversation;

/**
 * One person's conversation in one chat, kept up to date through the server's events; the page shows it and sends
 * messages.
 */
export function useConversation(identity: Identity, manner: Manner): Followed {
  const { locale } = manner;
  const [conversation, apply] = useReducer((state: Conversation, change: Change) => change(state), EMPTY);
  const [connection, setConnection] = useState<ConnectionState>('connecting');
  const outbox = useOutbox(identity, manner, connection === 'open');
  const own = useRef<ReadonlySet<string>>(new Set());
  own.current = new Set(outbox.entries.map(({ messageId }) => messageId));
  const latest = useRef(conversation);
  latest.current = conversation;
  const refreshThreads = useThreads(identity, locale, apply);

  useEffect(() => {
    const leaving = new AbortController();
    void follow(
      identity,
      {
        onState: setConnection,
        onPage: (page) => {
          apply((state) => withPage(state, page, false));
          refreshThreads();
        },
        onEvents: (events) => {
          apply((state) => events.reduce(withEvent, state));
          if (events.some(({ type }) => TELLS_OF_THREADS.has(type))) refreshThreads();
          const isForeign = events.some(
            ({ type, payload }) =>
              type === 'rag.started' &&
              isFromElsewhere(latest.current, (payload['messageId'] as string | undefined) ?? null, own.current),
          );
          if (isForeign)
            void readMessages(identity, null).then(
              (page) => apply((state) => withPage(state, page, false)),
              () => undefined,
            );
        },
      },
      leaving.signal,
    );
    return () => leaving.abort();
  }, [identity, refreshThreads]);

  const loadOlder = useCallback(() => {
    const { before } = latest.current;
    if (typeof before === 'number')
      void readMessages(identity, before).then(
        (page) => apply((state) => withPage(state, page, true)),
        () => undefined,
      );
  }, [identity]);
  const steer = useMemo(() => steeringOf(identity), [identity]);
  return { conversation, connection, outbox, ...steer, loadOlder };
}

const steeringOf = (identity: Identity): Pick<Followed, 'stop' | 'pause' | 'resume'> => ({
  stop: (requestId) => isHeard(stopRun(identity, requestId)),
  pause: (requestId) => isHeard(pauseAgent(identity, requestId)),
  resume: (requestId, phaseIndex) => isHeard(resumeAgent(identity, requestId, phaseIndex)),
});

const isHeard = (sent: Promise<void>): Promise<boolean> =>
  sent.then(
    () => true,
    () => false,
  );

/** Asks for the topics now and a little later; asked again meanwhile, it begins anew. */
function useThreads(identity: Identity, locale: string | null, apply: (change: Change) => void): () => void {
  const timers = useRef<number[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), [identity]);
  return useCallback(() => {
    timers.current.forEach(clearTimeout);
    const read = (): void =>
      void readThreads(identity, locale).then(
        (threads) => apply((state) => withThreads(state, threads)),
        () => undefined,
      );
    timers.current = THREAD_DELAYS_MILLISECONDS.map((milliseconds) => window.setTimeout(read, milliseconds));
  }, [identity, locale, apply]);
}
