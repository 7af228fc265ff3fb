import type { ArbiterError, Command } from '@arbiter/contracts';
import { asArbiterError } from '@arbiter/resilience';
import type { EventStore } from '@arbiter/store';
import { notCommitted, isCommitted } from './committed-causes';
import type { Item, ItemTaker } from './item';
import type { AddressedEvents } from './peer-replicas';
import { Ticket } from './ticket';
import type { Recipients } from './recipients';

const ITEM_BYTES = 1_024;

export interface ItemDeliveryParts {
  readonly store: Pick<EventStore, 'heads'>;
  readonly shell: ItemTaker;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
  /** whether all of these streams are decided ahead (ShellDefinition.decidesAhead) */
  readonly decidesAhead?: (streams: readonly string[]) => boolean;
}

type EventItem = Extract<Item, { kind: 'event' }>;

/**
 * Brings events before the streams of this replica that they wake, after the work that has to be done first.
 *
 * 1. The work before a decision is not done again for an event that comes again and was taken in already.
 * 2. For events that are still being written to the log, only their decision is begun, where all that it wakes is
 *    decided ahead, and their preparation. Everything else waits.
 */
export class ItemDelivery {
  constructor(private readonly parts: ItemDeliveryParts) {}

  hand(
    { arrival: { events, wires, isRepeated, refused, underWay }, recipientsOfEach }: AddressedEvents,
    settled: (failure: ArbiterError | null) => void,
  ): void {
    const ticket = new Ticket(
      recipientsOfEach.reduce((sum, { streams }) => sum + streams.length, 0),
      settled,
    );
    events.forEach((event, index) => {
      const { opens, patience } = recipientsOfEach[index]!;
      const item: EventItem = {
        kind: 'event',
        event,
        wire: wires[index]!,
        bytes: ITEM_BYTES,
        done: ticket.done,
        failed: ticket.failed,
        // An event that comes again has usually begun its stream already.
        ...(opens === undefined || isRepeated ? {} : { opens }),
        ...(patience === undefined ? {} : { patience }),
        ...(refused === undefined ? {} : { refused }),
        ...(underWay === undefined ? {} : { underWay }),
      };
      this.handOne(item, recipientsOfEach[index]!, isRepeated === true);
    });
  }

  private handOne(item: EventItem, recipients: Recipients, isAgain: boolean): void {
    const { streams, refusal } = recipients;
    if (item.refused !== undefined) return this.decide(item, streams);
    if (item.underWay && !this.mayBegin(recipients)) return this.handOnceThere(item, recipients);
    const work = (): void => this.work(item, recipients, isAgain);
    if (refusal) return this.question(refusal(), work, item, streams);
    work();
  }

  /** 2. */
  private mayBegin({ streams, refusal, perform }: Recipients): boolean {
    return !refusal && !perform && this.parts.decidesAhead?.(streams) === true;
  }

  /** 2. */
  private handOnceThere(item: EventItem, recipients: Recipients): void {
    const { underWay, ...there } = item;
    if (underWay?.isSent) recipients.prepare?.().catch(() => undefined);
    void isCommitted(item).then((isThere) =>
      isThere ? this.handOne(there, recipients, false) : recipients.streams.forEach(() => item.failed(notCommitted())),
    );
  }

  private decide(item: EventItem, streams: readonly string[]): void {
    for (const stream of streams) this.parts.shell.enqueue(stream, item);
  }

  /**
   * Does the work before the decision. An event that begins its stream and comes again was taken in when the stream has
   * begun.
   */
  private work(item: EventItem, { streams, perform, opens: begins }: Recipients, isAgain: boolean): void {
    const decide = (): void => this.decide(item, streams);
    const begin = (): Promise<Command | null> | null => perform?.() ?? null;
    const performing = perform && isAgain && begins ? this.unlessTaken(streams, begin) : begin();
    if (!performing) return decide();
    const { event, bytes, done, failed, opens = false } = item;
    performing.then(
      (command) =>
        command
          ? this.parts.shell.enqueue(streams[0]!, {
              kind: 'command',
              command,
              cause: event,
              opens,
              bytes,
              done,
              failed,
            })
          : decide(),
      (error: unknown) => streams.forEach(() => failed(asArbiterError(error))),
    );
  }

  /** A stream that has begun has taken in the event that begins it. */
  private async unlessTaken(
    streams: readonly string[],
    work: () => Promise<Command | null> | null,
  ): Promise<Command | null> {
    const heads = await this.parts.store.heads(streams);
    return [...heads.values()].some((version) => version > 0) ? null : work();
  }

  /** Lets an event pass, or sets it aside; one about which nothing can be found out now comes again. */
  private question(
    refusal: Promise<string | null>,
    decide: () => void,
    item: EventItem,
    streams: readonly string[],
  ): void {
    refusal
      .then(async (cause) => {
        if (cause === null) return decide();
        if (streams.length > 0) await this.parts.deadLetter(item, cause);
        streams.forEach(() => item.done([]));
      })
      .catch((error: unknown) => streams.forEach(() => item.failed(asArbiterError(error))));
  }
}
