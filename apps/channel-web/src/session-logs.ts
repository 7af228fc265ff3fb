import type { OutboundMessage } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';

const MOST_MESSAGES = 200_000;
const MOST_MESSAGES_OF_A_SESSION = 500;

export interface Entry {
  /** grows within a session, and is the same after a restart */
  readonly sequence: number;
  readonly message: OutboundMessage;
}

export type Listener = (entry: Entry) => void;

/**
 * The latest messages of each session, and its listeners.
 *
 * 1. An entry appears once, in the order of its sequence, whichever source it comes from.
 * 2. The last 500 messages of a session are kept, and 200,000 in all, of the sessions that were used last; the broker
 *    keeps a day.
 */
export class SessionLogs {
  private readonly logs = new LRUCache<string, { readonly entries: Entry[] }>({
    maxSize: MOST_MESSAGES,
    sizeCalculation: ({ entries }) => entries.length,
  });
  private readonly listeners = new Map<string, Set<Listener>>();

  add(entry: Entry): void {
    const { sessionId } = entry.message;
    const entries = this.entriesOf(sessionId);
    const place = entries.findLastIndex(({ sequence }) => sequence <= entry.sequence);
    if (entries[place]?.sequence === entry.sequence) return;
    entries.splice(place + 1, 0, entry);
    if (entries.length > MOST_MESSAGES_OF_A_SESSION) entries.shift();
    // A new object, or its size would not be counted anew.
    this.logs.set(sessionId, { entries });
    for (const listener of this.listeners.get(sessionId) ?? []) listener(entry);
  }

  /** Passes every entry after the sequence, then each new one. Returns a function that ends it. */
  follow(sessionId: string, after: number, listener: Listener): () => void {
    for (const entry of this.entriesOf(sessionId)) if (entry.sequence > after) listener(entry);
    const listening = this.listeners.get(sessionId) ?? new Set();
    this.listeners.set(sessionId, listening.add(listener));
    return () => {
      listening.delete(listener);
      if (listening.size === 0 && this.listeners.get(sessionId) === listening) this.listeners.delete(sessionId);
    };
  }

  listenersOf(sessionId: string): number {
    return this.listeners.get(sessionId)?.size ?? 0;
  }

  private entriesOf(sessionId: string): Entry[] {
    return this.logs.get(sessionId)?.entries ?? [];
  }
}
