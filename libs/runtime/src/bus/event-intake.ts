import type { JsMsg } from '@nats-io/jetstream';
import {
  consumersOf,
  promptEventsOf,
  type App,
  type ArbiterError,
  type EventName,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import { asArbiterError, type Dependencies } from '@arbiter/resilience';
import type { EventStore, UnderWay, WrittenEvent } from '@arbiter/store';
import type { Broker } from './broker';
import { DirectIntake } from './direct-intake';
import type { FailedDeliveries } from './failed-deliveries';
import type { Handover } from './handover';
import type { Receiver } from './receiver';
import { deadLetterMessage, messageIdOf, readBatch } from './incoming-batch';
import type { Share } from './share';
import { Subscription } from './subscription';

const RETRY_MILLISECONDS = 1_000;

/** Events of one kind, and how they came. */
export interface Arrival {
  readonly name: EventName;
  readonly events: readonly RecordedOf<EventName>[];
  /** each event as it travelled, built on demand */
  readonly wires: readonly (() => WireEvent)[];
  /** the events may have come before */
  readonly isRepeated?: boolean;
  /** why they are set aside instead of handled */
  readonly refused?: string;
  /** the append they are part of, when it is not in the log yet: nothing may come of one before its stream was taken */
  readonly underWay?: UnderWay;
}

/** The service's side: takes the events that the intake brings. */
export interface EventTaker {
  /** Calls back once: with null when every event is through, else with the failure for which they must come again. */
  take(arrival: Arrival, settled: (failure: ArbiterError | null) => void): void;
  /**
   * whether the service wants an event, judged by its unsealed fields; an unwanted one is not decrypted. Without this
   * function it wants all.
   */
  wants?(name: EventName, wire: Pick<WireEvent, 'data'>): boolean;
  /**
   * whether an event that came directly may wait for the broker's copy, which brings many at once; judged by its
   * unsealed fields. Without this function none waits.
   */
  mayWait?(name: EventName, wire: Pick<WireEvent, 'data'>): boolean;
  /**
   * whether the service also takes events that are still being written to the log; without it only committed ones come
   */
  readonly beginsAhead?: boolean;
  /** whether it sets events aside one by one, upon their streams; otherwise a message is set aside as a whole */
  readonly refusesByEvent: boolean;
}

/** Resolves when every event is through; rejects with the failure for which they must come again. */
export const broughtTo = (taker: EventTaker, arrival: Arrival): Promise<void> =>
  new Promise((resolve, reject) => taker.take(arrival, (failure) => (failure === null ? resolve() : reject(failure))));

export interface EventIntakeParts {
  readonly app: App;
  readonly broker: Broker;
  readonly store: EventStore;
  /** among the services of this process; null where there is but one */
  readonly handover: Handover | null;
  readonly taker: EventTaker;
  /** among the replicas of the service */
  readonly share: Share;
  readonly restore: () => Promise<void>;
  readonly dependencies: Dependencies;
  readonly failedDeliveries: FailedDeliveries;
  readonly onTrouble: (error: unknown) => void;
  readonly onDeadLettered: (handler: string) => void;
}

/** A message on its way through its handler. */
interface Delivery {
  readonly message: JsMsg;
  readonly name: EventName;
  readonly handler: string;
  readonly handedOver: Receiver | undefined;
  readonly release: () => void;
}

/** Delivered again by the broker, or published again from the outbox or the log. */
const isRepeated = (message: JsMsg): boolean => message.redelivered || messageIdOf(message).includes('.');

/**
 * Brings a service the events that flow.ts gives it: one durable each.
 *
 * 1. A message that keeps killing its consumer is set aside unread (FailedDeliveries).
 * 2. A message is acked when every event in it is through, nak'd with a delay when one must come again.
 * 3. A message whose events were handed over within the process, or came directly (DirectIntake), and went through is
 *    acked unread.
 * 4. Only a failure that is the message's own counts. After enough of them, its events are set aside.
 */
export class EventIntake {
  private readonly subscriptions: Subscription[] = [];
  private readonly receivers: Receiver[] = [];
  private direct: DirectIntake | null = null;

  constructor(private readonly parts: EventIntakeParts) {}

  start(): void {
    const { share, taker } = this.parts;
    for (const { event, durable, handler, gathers } of consumersOf(this.parts.app)) {
      const handedOver = this.parts.handover?.receive(event, {
        takeIn: (events, underWay) => this.takeIn(event, events, underWay),
        isOpen: () => share.isWhole,
        beginsAhead: taker.beginsAhead === true,
      });
      if (handedOver) this.receivers.push(handedOver);
      const subscription: Subscription = new Subscription(this.parts.broker, {
        stream: 'EVT',
        durable,
        restore: this.parts.restore,
        onTrouble: this.parts.onTrouble,
        dependencies: this.parts.dependencies,
        gate: share,
        ...(gathers && { gathers: gathers.milliseconds }),
        onMessage: (message) =>
          void this.take({ message, name: event, handler, handedOver, release: () => subscription.release(message) }),
      });
      this.subscriptions.push(subscription);
    }
    if (!this.parts.handover) this.direct = this.takeDirectly();
    share.start();
  }

  async close(): Promise<void> {
    for (const receiver of this.receivers) receiver.close();
    this.direct?.close();
    await this.parts.share.leave();
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  /** Events that a service of this process has just committed, or is committing. */
  private async takeIn(name: EventName, written: readonly WrittenEvent[], underWay?: UnderWay): Promise<void> {
    const { taker, store } = this.parts;
    const wanted = written.filter(({ event }) => taker.wants?.(name, event as Pick<WireEvent, 'data'>) ?? true);
    const events = wanted.map(({ event }) => event);
    await store.prepare(events);
    const wires = wanted.map(
      ({ text }) =>
        () =>
          JSON.parse(text) as WireEvent,
    );
    await broughtTo(taker, { name, events, wires, ...(underWay && { underWay }) });
  }

  private takeDirectly(): DirectIntake {
    const { app, broker, share, dependencies, taker, store } = this.parts;
    const takeIn = async (name: EventName, all: readonly WireEvent[]): Promise<void> => {
      const wires = this.wantedOf(name, all);
      await broughtTo(taker, { name, events: await store.open(wires), wires: wires.map((wire) => () => wire) });
    };
    const mayWait = (name: EventName, wire: WireEvent): boolean => taker.mayWait?.(name, wire) === true;
    return new DirectIntake({ app, broker, share, dependencies, takeIn, mayWait }, promptEventsOf(app));
  }

  private wantedOf(name: EventName, wires: readonly WireEvent[]): readonly WireEvent[] {
    const { taker } = this.parts;
    return wires.filter((wire) => wire.data === undefined || (taker.wants?.(name, wire) ?? true));
  }

  private async take(delivery: Delivery): Promise<void> {
    const { message, name } = delivery;
    const { taker, store } = this.parts;
    try {
      const wasGiven = delivery.handedOver?.wasGiven(messageIdOf(message)) === true;
      if (await delivery.handedOver?.tookIn(messageIdOf(message))) return this.settle(delivery, null);
      const lost = await this.parts.failedDeliveries.begin(message);
      const batch = lost === null ? readBatch(message) : { refused: lost };
      if ('refused' in batch) return await this.setAside(delivery, batch.refused);
      const direct = await this.direct?.tookIn(batch.wires.map(({ id }) => id));
      if (direct?.wentThrough) return this.settle(delivery, null);
      const wanted = this.wantedOf(name, batch.wires);
      const arrival = {
        name,
        events: await store.open(wanted),
        wires: wanted.map((wire) => () => wire),
        isRepeated: wasGiven || direct?.came === true || isRepeated(message),
      };
      taker.take(arrival, (failure) =>
        this.settle(delivery, failure, () => this.refuse(delivery, arrival, failure!.message)),
      );
    } catch (error) {
      this.settle(delivery, asArbiterError(error), () => this.setAside(delivery, asArbiterError(error).message));
    }
  }

  private refuse(delivery: Delivery, arrival: Arrival, cause: string): void | Promise<void> {
    if (!this.parts.taker.refusesByEvent) return this.setAside(delivery, cause);
    this.parts.taker.take({ ...arrival, refused: cause }, (failure) => this.settle(delivery, failure));
  }

  /** Sets the message aside as a whole. */
  private async setAside({ message, handler, release }: Delivery, cause: string): Promise<void> {
    await deadLetterMessage(this.parts.broker, this.parts.app, handler, message, cause);
    this.parts.onDeadLettered(handler);
    release();
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
    this.parts.share.met(failure);
    const comeAgain = (): void => {
      message.nak(failure.details.delayMilliseconds ?? RETRY_MILLISECONDS);
      release();
    };
    this.parts.failedDeliveries
      .failed(message, failure)
      .then((isEnough) => (isEnough && setAside ? setAside() : comeAgain()))
      .catch((error: unknown) => {
        this.parts.onTrouble(error);
        comeAgain();
      });
  }
}
