import { setImmediate as nextTurn } from 'node:timers/promises';
import { FLOW, type EventName } from '@arbiter/contracts';
import {
  JointAppend,
  RecentCommits,
  type AppendPart,
  type Appended,
  type UnderWay,
  type WrittenEvent,
  type WriterOfAll,
} from '@arbiter/store';
import { Receiver, type Reception } from './receiver';
import { ShownLines } from './shown-lines';

/** With more streams in an append it is worth more that Postgres writes while the next ones are decided. */
export const QUIET_STREAMS = 8;
/** of the event loop, that an append waits for parts to join */
const MOST_TURNS = 10;

/**
 * Hands committed events over to the consumers of the same process, so that none of them waits for the broker.
 *
 * 1. Only committed events are handed over, and the broker gets them as well. Other processes read them there, and so
 *    does this one when an event did not go through here.
 * 2. The broker's copy of a message waits for the outcome of the handover. It is taken in like any other message when
 *    the handover failed or its outcome is no longer known; a message that comes twice changes nothing. A copy that
 *    holds several messages went through when each of them did; a failed one counts as delivered before.
 * 3. A busy consumer is handed no more events, and the broker brings the rest. A consumer that shares its work with
 *    another process is handed none: the process that pulls the broker's copy could not know that the event went
 *    through here.
 * 4. Facts that are still being written are announced to the consumers that begin ahead, and handed over once they are
 *    committed; a consumer that has begun one is not given it twice. It learns the outcome of the write before
 *    everybody else.
 * 5. An append of few streams is announced before it is sent, so that the decisions that follow from it at once can
 *    join it (JointAppend). It is sent after the first turn of the event loop in which nothing joined. An append of
 *    many streams is announced after it has been sent.
 */
export class Handover {
  /** lines of runs, for the feeds of this process */
  readonly lines = new ShownLines();
  /** facts just committed, for services of this process that would read them from the log */
  readonly commits = new RecentCommits();
  private readonly receivers = new Map<EventName, readonly Receiver[]>();

  /** `writer`: without it nothing joins. */
  constructor(private readonly writer: WriterOfAll | null = null) {}

  receive(event: EventName, reception: Reception): Receiver {
    const receiver = new Receiver(reception);
    this.receivers.set(event, [...(this.receivers.get(event) ?? []), receiver]);
    return receiver;
  }

  /** 4, 5: appends, and announces the events that travel. Rejects as `write` does. */
  append(part: AppendPart): Promise<Appended> {
    const joint: JointAppend = new JointAppend(part, this.writer, {
      joined: ({ travelling }) => this.announce(travelling, joint),
      written: (travelling) => this.commits.note(travelling),
    });
    const isJoined = this.writer?.isReady === true && part.appends.length <= QUIET_STREAMS;
    return isJoined ? this.writeWhenJoined(part, joint) : this.writeAtOnce(part, joint);
  }

  private async writeWhenJoined({ travelling }: AppendPart, joint: JointAppend): Promise<Appended> {
    if (!this.announce(travelling, joint)) return joint.write();
    for (let turn = 0, parts = 0; turn < MOST_TURNS && joint.parts > parts; turn += 1) {
      ({ parts } = joint);
      await nextTurn();
    }
    const appended = await joint.write();
    // The consumers that go on from these facts run first, then the caller of the append learns its outcome, then the
    // parts that joined.
    await nextTurn();
    process.nextTick(() => joint.tell());
    return appended;
  }

  private async writeAtOnce({ travelling }: AppendPart, joint: JointAppend): Promise<Appended> {
    const writing = joint.write();
    let hasBegun = false;
    // Not at once: the work of a consumer would delay the sending of the append.
    const announcement = setImmediate(() => {
      hasBegun = this.announce(travelling, joint);
    });
    try {
      const appended = await writing;
      // The consumers that have begun go first: the rest of the work here runs while their append is written.
      if (hasBegun) await nextTurn();
      return appended;
    } finally {
      clearImmediate(announcement);
    }
  }

  /**
   * `messageId` is that of the message which holds these events, all of one kind. Whether every consumer that they have
   * takes them in here.
   */
  give(messageId: string, event: EventName, events: readonly WrittenEvent[]): boolean {
    const receivers = this.receivers.get(event) ?? [];
    const takers = receivers.filter((receiver) => receiver.give(messageId, events));
    return takers.length === FLOW[event].consumers.length;
  }

  /** These messages travel as one, under the name of the first. */
  join(event: EventName, messageIds: readonly string[]): void {
    for (const receiver of this.receivers.get(event) ?? []) receiver.join(messageIds);
  }

  /** Whether any consumer begins. */
  private announce(events: readonly WrittenEvent[], underWay: UnderWay): boolean {
    let hasBegun = false;
    for (const [name, ofName] of Map.groupBy(events, (event) => event.name))
      for (const receiver of this.receivers.get(name) ?? []) hasBegun = receiver.announce(ofName, underWay) || hasBegun;
    return hasBegun;
  }
}
