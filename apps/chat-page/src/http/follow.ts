import type { SessionPage, UiEvent } from '@arbiter/contracts';
import { createParser } from 'eventsource-parser';
import { Refusal, openEvents, type Identity } from './api';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface Follower {
  readonly onPage: (page: SessionPage) => void;
  readonly onEvents: (events: readonly UiEvent[]) => void;
  readonly onState: (state: ConnectionState) => void;
}

const FIRST_PAUSE_MILLISECONDS = 300;
const LONGEST_PAUSE_MILLISECONDS = 10_000;
/** The server sends something every 15 s; a longer silence means a dead connection. */
const SILENCE_MILLISECONDS = 40_000;

/**
 * Follows a conversation until `signal`, through every loss of the connection: each connection begins with the present
 * state, so nothing is missed.
 */
export async function follow(identity: Identity, follower: Follower, signal: AbortSignal): Promise<void> {
  follower.onState('connecting');
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await readOnce(
        identity,
        {
          ...follower,
          onPage: (page) => {
            failures = 0;
            follower.onState('open');
            follower.onPage(page);
          },
        },
        signal,
      );
    } catch (error) {
      if (error instanceof Refusal && error.status === 401 && !signal.aborted) return follower.onState('refused');
    }
    if (signal.aborted) return;
    follower.onState('lost');
    await pause(
      Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** failures) * (0.5 + Math.random() / 2),
      signal,
    );
  }
}

async function readOnce(identity: Identity, follower: Follower, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  };
  try {
    const response = await openEvents(identity, AbortSignal.any([signal, silence.signal]));
    let events: UiEvent[] = [];
    const hand = (): void => {
      if (events.length > 0) follower.onEvents(events);
      events = [];
    };
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event !== 'session') return void events.push(JSON.parse(data) as UiEvent);
        hand();
        follower.onPage(JSON.parse(data) as SessionPage);
      },
    });
    const decoder = new TextDecoder();
    const reader = response.body!.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      heard();
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      hand();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Ends early when the network comes back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
