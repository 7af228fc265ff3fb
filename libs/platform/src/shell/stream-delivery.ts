import type { ArbiterError, Command, EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import { broughtTo, type Arrival, type EventHandlers, type EventTaker } from '../bus';
import { asArbiterError } from '../dependencies';
import type { EventStore } from '../event-store';
import type { Item } from './item';
import type { Shell } from './shell';
import { Ticket } from './ticket';
import type { Wake } from './wake';

const ITEM_BYTES = 1_024;

export interface StreamDeliveryParts<State> {
  readonly handlers: EventHandlers<Wake>;
  readonly store: EventStore;
  readonly shell: Shell<State>;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
}

type EventItem = Extract<Item, { kind: 'event' }>;

/**
 * Brings events to the streams that they wake. What is to be done before the decision is not done again for what comes again and was
 * taken in already.
 */
export class StreamDelivery<State> implements EventTaker {
  readonly refusesByEvent = true;

  constructor(private readonly parts: StreamDeliveryParts<State>) {}

  take(arrival: Arrival, settled: (failure: ArbiterError | null) => void): void {
    const wake = this.parts.handlers.of(arrival.name)!;
    Promise.all(arrival.events.map(wake)).then(
      (wakes) => this.hand(arrival, wakes, settled),
      (error: unknown) => settled(asArbiterError(error)),
    );
  }

  /** Brings an event from the log before its streams, as if its message had come. Rejects when it must come again. */
  bring(event: RecordedOf<EventName>, wire: WireEvent): Promise<void> {
    if (!this.parts.handlers.of(event.name)) return Promise.resolve();
    return broughtTo(this, { name: event.name, events: [event], wires: [() => wire], isRepeated: true });
  }

  private hand(
    { events, wires, isRepeated, refused }: Arrival,
    wakes: readonly Wake[],
    settled: (failure: ArbiterError | null) => void,
  ): void {
    const ticket = new Ticket(
      wakes.reduce((sum, { streams }) => sum + streams.length, 0),
      settled,
    );
    events.forEach((event, index) => {
      const { opens } = wakes[index]!;
      const item: EventItem = {
        kind: 'event',
        event,
        wire: wires[index]!,
        bytes: ITEM_BYTES,
        done: ticket.done,
        failed: ticket.failed,
        ...(opens === undefined ? {} : { opens }),
        ...(refused === undefined ? {} : { refused }),
      };
      this.handOne(item, wakes[index]!, isRepeated === true);
    });
  }

  private handOne(item: EventItem, wake: Wake, isAgain: boolean): void {
    const { streams, refusal } = wake;
    if (item.refused !== undefined) return this.decide(item, streams);
    const work = (): void => this.work(item, wake, isAgain);
    if (refusal) return this.question(refusal(), work, item, streams);
    work();
  }

  private decide(item: EventItem, streams: readonly string[]): void {
    for (const stream of streams) this.parts.shell.enqueue(stream, item);
  }

  /** Does what must be done before the decision; an event that begins its stream and comes again was taken in when that has begun. */
  private work(item: EventItem, { streams, perform }: Wake, isAgain: boolean): void {
    const decide = (): void => this.decide(item, streams);
    const begin = (): Promise<Command | null> | null => perform?.() ?? null;
    const performing = perform && isAgain && item.opens ? this.unlessTaken(streams, begin) : begin();
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
      (error: unknown) => failed(asArbiterError(error)),
    );
  }

  /** A stream that has begun took in what begins it. */
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
