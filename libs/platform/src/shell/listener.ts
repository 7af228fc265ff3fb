import type { JsMsg } from '@nats-io/jetstream';
import { consumersOf, type ArbiterError, type EventName, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import type { Broker } from '../bus/broker';
import { buryMessage, readBatch } from '../bus/incoming-batch';
import { Subscription } from '../bus/subscription';
import type { EventStore } from '../event-store/event-store';
import { asArbiterError } from './failure';
import type { ShellDefinition } from './definition';
import type { Item } from './item';
import type { Shell } from './shell';
import type { AnyReaction, EventReaction } from './subscription';
import { Ticket } from './ticket';

const ITEM_BYTES = 1_024;

export interface ListenerParts<State> {
  readonly broker: Broker;
  readonly store: EventStore;
  readonly shell: Shell<State>;
  readonly definition: ShellDefinition<State>;
  readonly restore: () => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
  readonly bury: (item: Item, cause: string) => Promise<void>;
  readonly onBuried: (handler: string) => void;
}

/**
 * Brings messages to the shell: one durable a reaction, as flow.ts says.
 *
 * 1. The delivery count is looked at before anything is decoded: what keeps killing its consumer is set aside unread.
 * 2. A message is acked when every event in it is through, nak'd with a delay when one must come again.
 */
export class Listener<State> {
  private readonly subscriptions: Subscription[] = [];

  constructor(private readonly parts: ListenerParts<State>) {}

  start(): void {
    const { app, reactions } = this.parts.definition;
    for (const { event, durable, handler } of consumersOf(app)) {
      const reaction = reactions.find((candidate) => candidate.event === event);
      if (!reaction) throw new Error(`${app} binds no reaction to ${event} (${handler})`);
      const subscription: Subscription = new Subscription(this.parts.broker, {
        stream: 'EVT', durable, restore: this.parts.restore, onTrouble: this.parts.onTrouble,
        onMessage: (message) => void this.take(message, reaction, handler, () => subscription.release(message)),
      });
      this.subscriptions.push(subscription);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  private async take(message: JsMsg, reaction: AnyReaction, handler: string, release: () => void): Promise<void> {
    const settled = (failure: ArbiterError | null): void => {
      if (failure) this.parts.onTrouble(failure);
      release();
    };
    try {
      const batch = readBatch(message);
      if ('wires' in batch) return this.hand(await this.parts.store.open(batch.wires), batch.wires, reaction, message, settled);
      await buryMessage(this.parts.broker, this.parts.definition.app, handler, message, batch.refused);
      this.parts.onBuried(handler);
      release();
    } catch (error) {
      const ticket = new Ticket(message, 1, settled);
      ticket.failed(asArbiterError(error));
    }
  }

  private hand(events: readonly RecordedOf<EventName>[], wires: readonly WireEvent[], reaction: AnyReaction, message: JsMsg, settled: (failure: ArbiterError | null) => void): void {
    const { streams } = reaction as unknown as EventReaction;
    const addressed = events.map((event) => streams(event));
    const ticket = new Ticket(message, addressed.reduce((sum, { length }) => sum + length, 0), settled);
    events.forEach((event, index) => this.handOne(event, wires[index]!, addressed[index]!, reaction, ticket));
  }

  private handOne(event: RecordedOf<EventName>, wire: WireEvent, streams: readonly string[], reaction: AnyReaction, ticket: Ticket): void {
    const outcome = { done: ticket.done, failed: ticket.failed };
    const decide = (): void => {
      for (const stream of streams) this.parts.shell.enqueue(stream, { kind: 'event', event, reaction, wire, bytes: ITEM_BYTES, ...outcome });
    };
    const { perform, opens, refusal } = reaction as unknown as EventReaction;
    if (refusal) return this.question(refusal(event), decide, streams.map((): Item => ({ kind: 'event', event, reaction, wire, bytes: ITEM_BYTES, ...outcome })));
    const performing = perform?.(event, new Date().toISOString());
    if (!performing) return decide();
    performing.then(
      (command) => (command ? this.parts.shell.enqueue(streams[0]!, { kind: 'command', command, cause: event, opens: opens?.(event) === true, bytes: ITEM_BYTES, ...outcome }) : decide()),
      (error: unknown) => ticket.failed(asArbiterError(error)),
    );
  }

  /** Lets an event pass, or sets it aside; one about which nothing can be found out now comes again. */
  private question(refusal: Promise<string | null>, decide: () => void, items: readonly Item[]): void {
    refusal
      .then(async (cause) => {
        if (cause === null) return decide();
        if (items[0]) await this.parts.bury(items[0], cause);
        items.forEach((item) => item.done());
      })
      .catch((error: unknown) => items.forEach((item) => item.failed(asArbiterError(error))));
  }
}
