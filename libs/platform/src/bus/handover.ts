import { FLOW, type EventName } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import { atMost } from '../cache-bound';
import { RecentCommits, type CommittedEvent } from '../event-store';
import { ShownLines } from './shown-lines';

/** Takes committed events in; resolves when all of them are through, rejects when one must come again. */
export type TakeIn = (events: readonly CommittedEvent[]) => Promise<void>;

/** Outcomes that are kept for a broker that has not brought its copy yet. */
export const MOST_OUTCOMES = 10_000;
/** As many messages as a durable hands out at once. */
export const MOST_UNDER_WAY = 500;

/**
 * Hands committed events over to the consumers of the same process, so that none of them waits for the broker.
 *
 * 1. Only what is committed is handed over, and the broker gets it as ever: other processes read it there, and so does this one
 *    whatever did not go through here.
 * 2. The broker's copy of a message waits for what became of it here. It is taken in like any other when that failed, or when it is no
 *    longer known: then it is a doubled message, which changes nothing.
 *    A copy that holds several messages went through when each of them did; of one that failed it is known that it was there before.
 * 3. A consumer that has its hands full is handed no more: the broker brings the rest. Nor is one that shares its work with another
 *    process: whoever pulls the broker's copy could not know that it went through here.
 */
export class Handover {
  /** what is shown of runs, to those who follow them from here */
  readonly lines = new ShownLines();
  /** for who would read it from the log */
  readonly commits = new RecentCommits();
  private readonly receivers = new Map<EventName, readonly Receiver[]>();

  /** `isOpen`: whether it takes anything in at all. */
  receive(event: EventName, takeIn: TakeIn, isOpen: () => boolean = () => true): Receiver {
    const receiver = new Receiver(takeIn, isOpen);
    this.receivers.set(event, [...(this.receivers.get(event) ?? []), receiver]);
    return receiver;
  }

  /** `messageId` is that of the message which holds these events, all of one kind. Whether every consumer that they have takes them in here. */
  give(messageId: string, event: EventName, events: readonly CommittedEvent[]): boolean {
    const receivers = this.receivers.get(event) ?? [];
    const takers = receivers.filter((receiver) => receiver.give(messageId, events));
    return takers.length === FLOW[event].consumers.length;
  }

  /** These messages travel as one, under the name of the first. */
  join(event: EventName, messageIds: readonly string[]): void {
    for (const receiver of this.receivers.get(event) ?? []) receiver.join(messageIds);
  }
}

/** A consumer of one kind of event. */
export class Receiver {
  private readonly outcomes = new LRUCache<string, Promise<boolean>>(atMost(MOST_OUTCOMES));
  private underWay = 0;
  private closed = false;

  constructor(
    private readonly takeIn: TakeIn,
    private readonly isOpen: () => boolean,
  ) {}

  /** Whether it takes them in. */
  give(messageId: string, events: readonly CommittedEvent[]): boolean {
    if (this.closed || !this.isOpen() || this.underWay >= MOST_UNDER_WAY) return false;
    this.underWay += 1;
    const outcome = this.takeIn(events)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.underWay -= 1));
    this.outcomes.set(messageId, outcome);
    return true;
  }

  join(messageIds: readonly string[]): void {
    const outcomes = messageIds.map((messageId) => this.outcomes.get(messageId) ?? Promise.resolve(false));
    for (const messageId of messageIds) this.outcomes.delete(messageId);
    this.outcomes.set(
      messageIds[0]!,
      Promise.all(outcomes).then((all) => all.every(Boolean)),
    );
  }

  /** Whether the message was handed over, and what became of that is still to be asked. */
  wasGiven(messageId: string): boolean {
    return this.outcomes.has(messageId);
  }

  /** Whether the message was handed over and went through. Asked once: what the broker brings again is looked at. */
  async tookIn(messageId: string): Promise<boolean> {
    const outcome = this.outcomes.get(messageId);
    this.outcomes.delete(messageId);
    return (await outcome) ?? false;
  }

  close(): void {
    this.closed = true;
  }
}
