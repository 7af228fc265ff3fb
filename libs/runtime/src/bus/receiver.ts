import { atMost } from '@arbiter/resilience';
import type { UnderWay, WrittenEvent } from '@arbiter/store';
import { LRUCache } from 'lru-cache';

/**
 * Takes events in; resolves when all of them are through, rejects when one must come again. `underWay`: the append that
 * they are part of, when it is not in the log yet; then nothing may come of one before its stream is among those that
 * were taken.
 */
export type TakeIn = (events: readonly WrittenEvent[], underWay?: UnderWay) => Promise<void>;

/** How a consumer takes events in. */
export interface Reception {
  readonly takeIn: TakeIn;
  /** whether it takes anything in at all */
  readonly isOpen?: () => boolean;
  /** whether the consumer also takes facts that are still being written to the log */
  readonly beginsAhead?: boolean;
}

/** Outcomes that are kept for a broker that has not brought its copy yet. */
export const MOST_OUTCOMES = 10_000;
/** The number of messages that a durable hands out at once. */
export const MOST_UNDER_WAY = 500;
/** A consumer of one kind of event. */
export class Receiver {
  private readonly outcomes = new LRUCache<string, Promise<boolean>>(atMost(MOST_OUTCOMES));
  /** by event, until it is committed */
  private readonly ahead = new LRUCache<string, Promise<boolean>>(atMost(MOST_OUTCOMES));
  private underWay = 0;
  private closed = false;

  constructor(private readonly reception: Reception) {}

  /** Whether it begins. */
  announce(events: readonly WrittenEvent[], underWay: UnderWay): boolean {
    if (this.reception.beginsAhead !== true || !this.hasRoom) return false;
    const outcome = this.begin(events, underWay);
    for (const { id } of events) this.ahead.set(id, outcome);
    return true;
  }

  /** Whether it takes them in. */
  give(messageId: string, events: readonly WrittenEvent[]): boolean {
    const begun = new Set<Promise<boolean>>();
    const others = events.filter(({ id }) => {
      const outcome = this.ahead.get(id);
      this.ahead.delete(id);
      if (outcome) begun.add(outcome);
      return outcome === undefined;
    });
    if (others.length > 0) {
      if (!this.hasRoom) return false;
      begun.add(this.begin(others));
    }
    const outcomes = [...begun];
    this.outcomes.set(
      messageId,
      outcomes.length === 1 ? outcomes[0]! : Promise.all(outcomes).then((all) => all.every(Boolean)),
    );
    return true;
  }

  private get hasRoom(): boolean {
    return !this.closed && (this.reception.isOpen?.() ?? true) && this.underWay < MOST_UNDER_WAY;
  }

  private begin(events: readonly WrittenEvent[], underWay?: UnderWay): Promise<boolean> {
    this.underWay += 1;
    return this.reception
      .takeIn(events, underWay)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.underWay -= 1));
  }

  join(messageIds: readonly string[]): void {
    const outcomes = messageIds.map((messageId) => this.outcomes.get(messageId) ?? Promise.resolve(false));
    for (const messageId of messageIds) this.outcomes.delete(messageId);
    this.outcomes.set(
      messageIds[0]!,
      Promise.all(outcomes).then((all) => all.every(Boolean)),
    );
  }

  /** Whether the message was handed over and its outcome has not been asked for yet. */
  wasGiven(messageId: string): boolean {
    return this.outcomes.has(messageId);
  }

  /**
   * Whether the message was handed over and went through. The answer is given once: a later copy from the broker is
   * taken in like any other.
   */
  async tookIn(messageId: string): Promise<boolean> {
    const outcome = this.outcomes.get(messageId);
    this.outcomes.delete(messageId);
    return (await outcome) ?? false;
  }

  close(): void {
    this.closed = true;
  }
}
