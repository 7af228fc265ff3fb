import { setImmediate as nextTurn } from 'node:timers/promises';
import { FLOW, type EventName } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import { atMost } from '../cache-bound';
import { RecentCommits, type Acceptance, type Appended, type WrittenEvent } from '../event-store';
import { ShownLines } from './shown-lines';

/**
 * Takes events in; resolves when all of them are through, rejects when one must come again. `accepted`: of those that are still under way to
 * the log, and then nothing may come of one before its stream is among those that were taken.
 */
export type TakeIn = (events: readonly WrittenEvent[], accepted?: Acceptance) => Promise<void>;

/** Appends; `underWay` is told what travels of it once it has been sent to the log. */
export type Append = (underWay?: (travelling: readonly WrittenEvent[]) => void) => Promise<Appended>;

/** How a consumer takes events in. */
export interface Reception {
  readonly takeIn: TakeIn;
  /** whether it takes anything in at all */
  readonly isOpen?: () => boolean;
  /** whether it begins with what is under way to the log */
  readonly beginsAhead?: boolean;
}

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
 * 4. What is under way to the log is announced to who begins ahead: after it has been sent, and not once its outcome is known, which
 *    follows, to those who have begun before anybody else. When it is committed it is handed over as ever, and who has begun is not told
 *    twice.
 */
export class Handover {
  /** what is shown of runs, to those who follow them from here */
  readonly lines = new ShownLines();
  /** for who would read it from the log */
  readonly commits = new RecentCommits();
  private readonly receivers = new Map<EventName, readonly Receiver[]>();

  receive(event: EventName, reception: Reception): Receiver {
    const receiver = new Receiver(reception);
    this.receivers.set(event, [...(this.receivers.get(event) ?? []), receiver]);
    return receiver;
  }

  /** 4: appends, and announces what of it travels. Rejects as `append` does. */
  async announcing(append: Append): Promise<Appended> {
    const outcome = Promise.withResolvers<ReadonlySet<string>>();
    let announcement: NodeJS.Immediate | undefined;
    let hasBegun = false;
    try {
      // Not at once: what a consumer computes would keep the append from being sent.
      const appended = await append((events) => {
        announcement = setImmediate(() => {
          hasBegun = this.announce(events, outcome.promise);
        });
      });
      outcome.resolve(appended.accepted);
      // Who has begun goes first: what is left to do here is done while its append is written.
      if (hasBegun) await nextTurn();
      return appended;
    } catch (error) {
      outcome.resolve(NOTHING);
      throw error;
    } finally {
      clearImmediate(announcement);
    }
  }

  /** `messageId` is that of the message which holds these events, all of one kind. Whether every consumer that they have takes them in here. */
  give(messageId: string, event: EventName, events: readonly WrittenEvent[]): boolean {
    const receivers = this.receivers.get(event) ?? [];
    const takers = receivers.filter((receiver) => receiver.give(messageId, events));
    return takers.length === FLOW[event].consumers.length;
  }

  /** These messages travel as one, under the name of the first. */
  join(event: EventName, messageIds: readonly string[]): void {
    for (const receiver of this.receivers.get(event) ?? []) receiver.join(messageIds);
  }

  /** Whether anybody begins. */
  private announce(events: readonly WrittenEvent[], accepted: Acceptance): boolean {
    let hasBegun = false;
    for (const [name, ofName] of Map.groupBy(events, (event) => event.name))
      for (const receiver of this.receivers.get(name) ?? []) hasBegun = receiver.announce(ofName, accepted) || hasBegun;
    return hasBegun;
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** A consumer of one kind of event. */
export class Receiver {
  private readonly outcomes = new LRUCache<string, Promise<boolean>>(atMost(MOST_OUTCOMES));
  /** by event, until it is committed */
  private readonly ahead = new LRUCache<string, Promise<boolean>>(atMost(MOST_OUTCOMES));
  private underWay = 0;
  private closed = false;

  constructor(private readonly reception: Reception) {}

  /** Whether it begins. */
  announce(events: readonly WrittenEvent[], accepted: Acceptance): boolean {
    if (this.reception.beginsAhead !== true || !this.hasRoom) return false;
    const outcome = this.begin(events, accepted);
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

  private begin(events: readonly WrittenEvent[], accepted?: Acceptance): Promise<boolean> {
    this.underWay += 1;
    return this.reception
      .takeIn(events, accepted)
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
