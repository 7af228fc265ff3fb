import {
  retryable,
  type ArbiterError,
  type Command,
  type EventName,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import { broughtTo, type Arrival, type EventHandlers, type EventTaker } from '../bus';
import { asArbiterError } from '../dependencies';
import { NEWER_RELEASE, type EventStore } from '../event-store';
import { notCommitted, stands } from './grounds';
import type { Item, ItemTaker } from './item';
import {
  answerOf,
  outcomeIn,
  decodeForwarded,
  encodeForwarded,
  splitByOwner,
  type PeerReplicas,
  type WokenEvents,
} from './peer-replicas';
import { Ticket } from './ticket';
import type { Wake } from './wake';

const ITEM_BYTES = 1_024;

export interface StreamDeliveryParts {
  readonly handlers: EventHandlers<Wake>;
  readonly store: EventStore;
  readonly shell: ItemTaker;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
  /** the other replicas that decide streams of the service; without it there are none */
  readonly peers?: PeerReplicas;
  /** whether all of these streams are decided ahead (ShellDefinition.decidesAhead) */
  readonly decidesAhead?: (streams: readonly string[]) => boolean;
  /** ShellDefinition.mayWait */
  readonly mayWait?: EventTaker['mayWait'];
  readonly onBrought?: (outcome: 'answered' | 'unanswered', events: number) => void;
}

type EventItem = Extract<Item, { kind: 'event' }>;

/**
 * Brings events to the streams that they wake.
 *
 * 1. The work before a decision is not done again for an event that comes again and was taken in already.
 * 2. Events of streams that another replica decides are handed over to it, and count as done when it says so. This
 *    replica decides those that get no answer, and those that were handed over to it, so no event goes round in
 *    circles.
 * 3. For events that are still being written to the log, only their decision is begun, where all that it wakes is
 *    decided ahead, and their preparation. Everything else waits, and they are not handed over to another replica.
 */
export class StreamDelivery implements EventTaker {
  readonly refusesByEvent = true;
  readonly beginsAhead = true;

  constructor(private readonly parts: StreamDeliveryParts) {
    parts.peers?.takeIn((body) => this.takeBrought(body));
  }

  mayWait(name: EventName, wire: Pick<WireEvent, 'data'>): boolean {
    return this.parts.mayWait?.(name, wire) === true;
  }

  take(arrival: Arrival, settled: (failure: ArbiterError | null) => void): void {
    const wake = this.parts.handlers.of(arrival.name)!;
    Promise.all(arrival.events.map(wake)).then(
      (wakes) => this.share({ arrival, wakes }, settled),
      (error: unknown) => settled(asArbiterError(error)),
    );
  }

  /** 2. */
  private share(whole: WokenEvents, settled: (failure: ArbiterError | null) => void): void {
    const { peers } = this.parts;
    if (!peers || peers.isWhole) return this.hand(whole, settled);
    if (whole.arrival.underWay) return settled(notCommitted());
    const { here, elsewhere } = splitByOwner(whole, (stream) => peers.ownerOf(stream));
    if (elsewhere.size === 0) return this.hand(whole, settled);
    const ticket = new Ticket(1 + elsewhere.size, settled);
    const through = (failure: ArbiterError | null): void => (failure ? ticket.failed(failure) : ticket.done());
    this.hand(here, through);
    for (const [owner, part] of elsewhere)
      peers.bring(owner, encodeForwarded(part)).then(
        (answer) => this.answered(part, answer, through),
        (error: unknown) => through(asArbiterError(error)),
      );
  }

  private answered(part: WokenEvents, answer: string | null, settled: (failure: ArbiterError | null) => void): void {
    const outcome = outcomeIn(answer);
    this.parts.onBrought?.(outcome === undefined ? 'unanswered' : 'answered', part.wakes.length);
    if (outcome !== undefined) return settled(outcome);
    this.hand({ ...part, arrival: { ...part.arrival, isRepeated: true } }, settled);
  }

  /** Takes in the events that another replica hands over. Always answers. */
  private async takeBrought(body: Uint8Array): Promise<string> {
    try {
      const { name, isRepeated, refused, events: members } = decodeForwarded(body);
      const wake = this.parts.handlers.of(name);
      if (!wake) throw retryable(NEWER_RELEASE, `${name} is handled by a newer release only`);
      const wires = members.map(({ wire }) => wire);
      const events = await this.parts.store.open(wires);
      const wakes = await Promise.all(events.map(wake));
      const arrival: Arrival = {
        name,
        events,
        wires: wires.map((wire) => () => wire),
        isRepeated,
        ...(refused === undefined ? {} : { refused }),
      };
      const own = wakes.map((wake, index) => ({ ...wake, streams: [...members[index]!.streams] }));
      return await new Promise((answer) => this.hand({ arrival, wakes: own }, (failure) => answer(answerOf(failure))));
    } catch (error) {
      return answerOf(asArbiterError(error));
    }
  }

  /** Brings an event from the log before its streams, as if its message had come. Rejects when it must come again. */
  bring(event: RecordedOf<EventName>, wire: WireEvent): Promise<void> {
    if (!this.parts.handlers.of(event.name)) return Promise.resolve();
    return broughtTo(this, { name: event.name, events: [event], wires: [() => wire], isRepeated: true });
  }

  private hand(
    { arrival: { events, wires, isRepeated, refused, underWay }, wakes }: WokenEvents,
    settled: (failure: ArbiterError | null) => void,
  ): void {
    const ticket = new Ticket(
      wakes.reduce((sum, { streams }) => sum + streams.length, 0),
      settled,
    );
    events.forEach((event, index) => {
      const { opens, patience } = wakes[index]!;
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
      this.handOne(item, wakes[index]!, isRepeated === true);
    });
  }

  private handOne(item: EventItem, wake: Wake, isAgain: boolean): void {
    const { streams, refusal } = wake;
    if (item.refused !== undefined) return this.decide(item, streams);
    if (item.underWay && !this.mayBegin(wake)) return this.handOnceThere(item, wake);
    const work = (): void => this.work(item, wake, isAgain);
    if (refusal) return this.question(refusal(), work, item, streams);
    work();
  }

  /** 3. */
  private mayBegin({ streams, refusal, perform }: Wake): boolean {
    return !refusal && !perform && this.parts.decidesAhead?.(streams) === true;
  }

  /** 3. */
  private handOnceThere(item: EventItem, wake: Wake): void {
    const { underWay, ...there } = item;
    if (underWay?.isSent) wake.prepare?.().catch(() => undefined);
    void stands(item).then((isThere) =>
      isThere ? this.handOne(there, wake, false) : wake.streams.forEach(() => item.failed(notCommitted())),
    );
  }

  private decide(item: EventItem, streams: readonly string[]): void {
    for (const stream of streams) this.parts.shell.enqueue(stream, item);
  }

  /**
   * Does the work before the decision. An event that begins its stream and comes again was taken in when the stream has
   * begun.
   */
  private work(item: EventItem, { streams, perform, opens: begins }: Wake, isAgain: boolean): void {
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
