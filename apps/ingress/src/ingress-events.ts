import type { ArbiterError, EventName, WireEvent } from '@arbiter/contracts';
import { asArbiterError } from '@arbiter/resilience';
import {
  EventHandlers,
  EventIntake,
  FailedDeliveries,
  type Arrival,
  type EventConsumer,
  type EventTaker,
  type Partitions,
  type Subscription,
} from '@arbiter/runtime';
import type { BusParts } from './bus-parts';
import { wantsReply } from './outbound';

/**
 * The inputs over the broker: messages of channels, and events for handlers that decide nothing; handling one twice
 * must be harmless.
 */
export class IngressEvents implements EventConsumer<void>, EventTaker {
  readonly handlers = new EventHandlers<void>();
  readonly refusesByEvent = false;
  private readonly intake: EventIntake;
  private readonly partitions: Partitions;
  private inbound: Subscription | undefined;

  constructor(
    { broker, store, host, dependencies, onTrouble, database, recovery, metrics, partitions }: BusParts,
    private readonly takeMessages: () => Subscription,
  ) {
    this.partitions = partitions;
    this.intake = new EventIntake({
      app: 'ingress',
      broker,
      store,
      handover: host.handover,
      dependencies,
      onTrouble,
      taker: this,
      share: partitions,
      failedDeliveries: new FailedDeliveries(database),
      restore: () => recovery.restore(),
      onDeadLettered: (handler) => metrics.deadLettered(handler),
    });
  }

  /** Takes channel messages and sends replies out from now on. */
  async start(): Promise<void> {
    this.inbound = this.takeMessages();
    this.intake.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.inbound?.close(), this.intake.close()]);
    await this.partitions.close();
  }

  wants(_name: EventName, wire: Pick<WireEvent, 'data'>): boolean {
    return wantsReply(wire);
  }

  /** Handles events one after the other, so that the messages of a run leave in order. */
  take({ name, events }: Arrival, settled: (failure: ArbiterError | null) => void): void {
    const handle = this.handlers.of(name)!;
    const handled = events.reduce((before, event) => before.then(() => handle(event)), Promise.resolve());
    handled.then(
      () => settled(null),
      (error: unknown) => settled(asArbiterError(error)),
    );
  }
}
