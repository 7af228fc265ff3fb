import type { JsMsg } from '@nats-io/jetstream';
import { consumersOf, type ArbiterError, type Command, type EventName, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import { buryMessage, messageIdOf, readBatch, Subscription, type Broker, type FailedDeliveries, type Handover, type Receiver } from '../bus';
import { asArbiterError, type Clock, type Dependencies } from '../dependencies';
import type { CommittedEvent, EventStore } from '../event-store';
import type { Item } from './item';
import type { Shell } from './shell';
import type { ShellDefinition } from './shell-definition';
import type { AnyReaction, EventReaction } from './subscription';
import { Ticket } from './ticket';

const ITEM_BYTES = 1_024;
const RETRY_MILLISECONDS = 1_000;

export interface ListenerParts<State> {
  readonly broker: Broker;
  readonly store: EventStore;
  readonly shell: Shell<State>;
  /** among the services of this process; null where there is but one */
  readonly handover: Handover | null;
  readonly definition: ShellDefinition<State>;
  readonly restore: () => Promise<void>;
  readonly dependencies: Dependencies;
  readonly failedDeliveries: FailedDeliveries;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
  readonly onDeadLettered: (handler: string) => void;
}

/** A message on its way through a reaction. */
interface Delivery {
  readonly message: JsMsg;
  readonly reaction: AnyReaction;
  readonly handler: string;
  readonly handedOver: Receiver | undefined;
  readonly release: () => void;
}

type EventItem = Extract<Item, { kind: 'event' }>;

/** How events are handed to their streams. */
interface HandoverOptions {
  /** they may have come before */
  readonly isRepeated?: boolean;
  /** why they are set aside instead of decided */
  readonly refused?: string;
}

type ReadWire = EventItem['wire'];

/** Delivered again by the broker, or published again from the outbox or the log. */
const isRepeated = (message: JsMsg): boolean => message.redelivered || messageIdOf(message).includes('.');

/**
 * Brings messages to the shell: one durable a reaction, as flow.ts says.
 *
 * 1. What keeps killing its consumer is set aside unread (FailedDeliveries).
 * 2. A message is acked when every event in it is through, nak'd with a delay when one must come again.
 * 3. What is to be done before the decision is not done again for what comes again and was taken in already.
 * 4. What was handed over within the process and went through there is acked unread.
 * 5. Only a failure of the message's own counts. When there were enough of them, each of its events is set aside upon its streams.
 */
export class Listener<State> {
  private readonly subscriptions: Subscription[] = [];
  private readonly receivers: Receiver[] = [];

  constructor(private readonly parts: ListenerParts<State>) {}

  start(): void {
    const { app, reactions } = this.parts.definition;
    for (const { event, durable, handler } of consumersOf(app)) {
      const reaction = reactions.find((candidate) => candidate.event === event);
      if (!reaction) throw new Error(`${app} binds no reaction to ${event} (${handler})`);
      const handedOver = this.parts.handover?.receive(event, (events) => this.takeIn(reaction, events));
      if (handedOver) this.receivers.push(handedOver);
      const subscription: Subscription = new Subscription(this.parts.broker, {
        stream: 'EVT', durable, restore: this.parts.restore, onTrouble: this.parts.onTrouble, dependencies: this.parts.dependencies,
        onMessage: (message) => void this.take({ message, reaction, handler, handedOver, release: () => subscription.release(message) }),
      });
      this.subscriptions.push(subscription);
    }
  }

  async close(): Promise<void> {
    for (const receiver of this.receivers) receiver.close();
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  /** Brings an event from the log before its streams, as if its message had come. Rejects when it must come again. */
  bring(event: RecordedOf<EventName>, wire: WireEvent): Promise<void> {
    const reaction = this.parts.definition.reactions.find((candidate) => candidate.event === event.name);
    if (!reaction) return Promise.resolve();
    return this.through(reaction, [event], [() => wire], { isRepeated: true });
  }

  /** Events that a service of this process has just committed. */
  private async takeIn(reaction: AnyReaction, committed: readonly CommittedEvent[]): Promise<void> {
    const events = committed.map(({ event }) => event);
    await this.parts.store.prepare(events);
    await this.through(reaction, events, committed.map(({ text }) => () => JSON.parse(text) as WireEvent), {});
  }

  private through(reaction: AnyReaction, events: readonly RecordedOf<EventName>[], wires: readonly ReadWire[], how: HandoverOptions): Promise<void> {
    return new Promise((resolve, reject) => this.hand(reaction, events, wires, how, (failure) => (failure === null ? resolve() : reject(failure))));
  }

  private async take(delivery: Delivery): Promise<void> {
    const { message } = delivery;
    try {
      if (await delivery.handedOver?.tookIn(messageIdOf(message))) return this.settle(delivery, null);
      const lost = await this.parts.failedDeliveries.begin(message);
      const batch = lost === null ? readBatch(message) : { refused: lost };
      if ('refused' in batch) return await this.deadLetter(delivery, batch.refused);
      const events = await this.parts.store.open(batch.wires);
      const wires = batch.wires.map((wire) => () => wire);
      this.hand(delivery.reaction, events, wires, { isRepeated: isRepeated(message) }, (failure) => this.settle(delivery, failure, () => this.refuse(delivery, events, wires, failure!.message)));
    } catch (error) {
      this.settle(delivery, asArbiterError(error), () => this.deadLetter(delivery, asArbiterError(error).message));
    }
  }

  /** Sets the message aside as a whole: nothing of it can be read. */
  private async deadLetter({ message, handler, release }: Delivery, cause: string): Promise<void> {
    await buryMessage(this.parts.broker, this.parts.definition.app, handler, message, cause);
    this.parts.onDeadLettered(handler);
    release();
  }

  /** Its streams record that they were to take it, and go on. */
  private refuse(delivery: Delivery, events: readonly RecordedOf<EventName>[], wires: readonly ReadWire[], refused: string): void {
    this.hand(delivery.reaction, events, wires, { refused }, (failure) => this.settle(delivery, failure));
  }

  /** `setAside` is done instead when the message has failed for reasons of its own often enough. */
  private settle(delivery: Delivery, failure: ArbiterError | null, setAside?: () => void | Promise<void>): void {
    const { message, release } = delivery;
    if (failure === null) {
      message.ack();
      release();
      return void this.parts.failedDeliveries.ended(message).catch(this.parts.onTrouble);
    }
    this.parts.onTrouble(failure);
    const comeAgain = (): void => {
      message.nak(failure.details.delayMilliseconds ?? RETRY_MILLISECONDS);
      release();
    };
    this.parts.failedDeliveries.failed(message, failure).then((isEnough) => (isEnough && setAside ? setAside() : comeAgain())).catch((error: unknown) => {
      this.parts.onTrouble(error);
      comeAgain();
    });
  }

  private hand(
    reaction: AnyReaction, events: readonly RecordedOf<EventName>[], wires: readonly ReadWire[], how: HandoverOptions, settled: (failure: ArbiterError | null) => void,
  ): void {
    const { streams } = reaction as unknown as EventReaction;
    const addressed = events.map((event) => streams(event));
    const ticket = new Ticket(addressed.reduce((sum, { length }) => sum + length, 0), settled);
    events.forEach((event, index) => {
      const { refused } = how;
      const item: EventItem = {
        kind: 'event', event, reaction, wire: wires[index]!, bytes: ITEM_BYTES, done: ticket.done, failed: ticket.failed, ...(refused === undefined ? {} : { refused }),
      };
      this.handOne(item, addressed[index]!, how.isRepeated === true);
    });
  }

  private handOne(item: EventItem, streams: readonly string[], isAgain: boolean): void {
    const { event, reaction } = item;
    const { perform, opens, refusal } = reaction as unknown as EventReaction;
    const decide = (): void => streams.forEach((stream) => this.parts.shell.enqueue(stream, item));
    if (item.refused !== undefined) return decide();
    if (refusal) return this.question(refusal(event), decide, item, streams);
    const work = (): Promise<Command | null> | null => perform?.(event, this.parts.clock.now()) ?? null;
    const performing = perform && isAgain ? this.unlessTaken(streams, work) : work();
    if (!performing) return decide();
    const { bytes, done, failed } = item;
    performing.then(
      (command) => (command ? this.parts.shell.enqueue(streams[0]!, { kind: 'command', command, cause: event, opens: opens?.(event) === true, bytes, done, failed }) : decide()),
      (error: unknown) => failed(asArbiterError(error)),
    );
  }

  /** A stream that has begun took in what begins it. */
  private async unlessTaken(streams: readonly string[], work: () => Promise<Command | null> | null): Promise<Command | null> {
    const heads = await this.parts.store.heads(streams);
    return [...heads.values()].some((version) => version > 0) ? null : work();
  }

  /** Lets an event pass, or sets it aside; one about which nothing can be found out now comes again. */
  private question(refusal: Promise<string | null>, decide: () => void, item: EventItem, streams: readonly string[]): void {
    refusal
      .then(async (cause) => {
        if (cause === null) return decide();
        if (streams.length > 0) await this.parts.deadLetter(item, cause);
        streams.forEach(() => item.done([]));
      })
      .catch((error: unknown) => streams.forEach(() => item.failed(asArbiterError(error))));
  }
}
