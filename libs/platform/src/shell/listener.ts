import type { JsMsg } from '@nats-io/jetstream';
import { consumersOf, type ArbiterError, type EventName, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import type { Broker } from '../bus/broker';
import { bury } from '../bus/dead-letter';
import { Subscription } from '../bus/subscription';
import type { EventStore } from '../event-store/event-store';
import { asArbiterError } from './failure';
import type { ShellDefinition } from './definition';
import type { Shell } from './shell';
import type { AnyReaction, EventReaction } from './subscription';

const MOST_DELIVERIES = 10;

export interface ListenerParts<State> {
  readonly broker: Broker;
  readonly store: EventStore;
  readonly shell: Shell<State>;
  readonly definition: ShellDefinition<State>;
  readonly restore: () => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
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
        onMessage: (message) => void this.take(message, reaction, handler, durable).finally(() => subscription.release(message)),
      });
      this.subscriptions.push(subscription);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  private async take(message: JsMsg, reaction: AnyReaction, handler: string, durable: string): Promise<void> {
    try {
      if (message.info.deliveryCount > MOST_DELIVERIES) return await this.buryWhole(message, handler, durable, `delivered ${message.info.deliveryCount} times`);
      const wires = decode(message);
      if (!wires) return await this.buryWhole(message, handler, durable, 'the body is not a CloudEvents batch');
      await this.hand(wires, reaction);
      message.ack();
    } catch (error) {
      const failure = asArbiterError(error);
      this.parts.onTrouble(failure);
      message.nak(failure.details.delayMilliseconds ?? 1_000);
    }
  }

  private async hand(wires: readonly WireEvent[], reaction: AnyReaction): Promise<void> {
    const events = await this.parts.store.open(wires);
    await Promise.all(events.map((event, index) => this.handOne(event, wires[index]!, reaction)));
  }

  private handOne(event: RecordedOf<EventName>, wire: WireEvent, reaction: AnyReaction): Promise<unknown> | undefined {
    const { streams, perform } = reaction as unknown as EventReaction;
    const performing = perform?.(event, new Date().toISOString());
    if (performing) return performing.then((command) => (command ? this.parts.shell.submit(streams(event)[0]!, command, event) : this.enqueue(event, wire, reaction)));
    return this.enqueue(event, wire, reaction);
  }

  private enqueue(event: RecordedOf<EventName>, wire: WireEvent, reaction: AnyReaction): Promise<unknown> {
    const { streams } = reaction as unknown as EventReaction;
    return Promise.all(
      streams(event).map((stream) => new Promise<void>((done, failed: (error: ArbiterError) => void) => {
        this.parts.shell.enqueue(stream, { kind: 'event', event, reaction, wire, bytes: 1_024, done, failed });
      })),
    );
  }

  private async buryWhole(message: JsMsg, handler: string, durable: string, cause: string): Promise<void> {
    const { app } = this.parts.definition;
    await bury(this.parts.broker, { app, handler, cause, subject: message.subject, deliveries: message.info.deliveryCount, body: message.data });
    this.parts.onBuried(`${durable}: ${cause}`);
    message.term();
  }
}

function decode(message: JsMsg): readonly WireEvent[] | null {
  try {
    const body = JSON.parse(message.string()) as unknown;
    return Array.isArray(body) ? (body as WireEvent[]) : [body as WireEvent];
  } catch {
    return null;
  }
}
