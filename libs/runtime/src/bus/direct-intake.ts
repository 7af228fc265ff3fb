import type { Msg, Subscription } from '@nats-io/transport-node';
import { subjects, type App, type EventName, type WireEvent } from '@arbiter/contracts';
import { atMost, type Dependencies } from '@arbiter/resilience';
import { LRUCache } from 'lru-cache';
import type { Broker } from './broker';
import { readBatch } from './incoming-batch';
import { MOST_OUTCOMES, MOST_UNDER_WAY } from './receiver';
import type { Share } from './share';

/** A third of the time for which a service counts as there (direct-delivery.ts). */
const SAY_MILLISECONDS = 1_000;

export interface DirectIntakeParts {
  readonly app: App;
  readonly broker: Pick<Broker, 'connection'>;
  readonly share: Pick<Share, 'isWhole' | 'watch'>;
  readonly dependencies: Pick<Dependencies, 'isStoreUp'>;
  /** Resolves when the events are through; rejects when they must come again. */
  readonly takeIn: (name: EventName, wires: readonly WireEvent[]) => Promise<void>;
  /** whether an event is left to its copy */
  readonly mayWait: (name: EventName, wire: WireEvent) => boolean;
}

/**
 * Takes events in that come straight from the service that wrote them (DirectDelivery).
 *
 * 1. Nothing is acknowledged: an event that fails here, that may wait, or for which there is no room, comes with the
 *    broker's copy.
 * 2. A replica takes events directly only while it has all of its service's work, because only then is it the one that
 *    pulls the copies.
 * 3. The outcome of each event is kept for its copy, and asked for once.
 */
export class DirectIntake {
  private readonly outcomes = new LRUCache<string, Promise<boolean>>(atMost(MOST_OUTCOMES));
  private readonly subscriptions = new Map<EventName, Subscription>();
  private readonly unwatch: () => void;
  private underWay = 0;
  private said = 0;

  constructor(
    private readonly parts: DirectIntakeParts,
    private readonly events: readonly EventName[],
  ) {
    this.unwatch = parts.share.watch(() => this.follow());
    this.follow();
  }

  /** Whether these events came directly, and whether all of them went through. */
  async tookIn(ids: readonly string[]): Promise<{ readonly came: boolean; readonly wentThrough: boolean }> {
    const outcomes = ids.map((id) => this.outcomes.get(id));
    for (const id of ids) this.outcomes.delete(id);
    const all = await Promise.all(outcomes);
    return {
      came: outcomes.some((outcome) => outcome !== undefined),
      wentThrough: all.every((outcome) => outcome === true),
    };
  }

  close(): void {
    this.unwatch();
    this.unsubscribe();
  }

  /** 2. */
  private follow(): void {
    if (!this.parts.share.isWhole) return this.unsubscribe();
    for (const name of this.events) {
      if (this.subscriptions.has(name)) continue;
      const callback = (error: Error | null, message: Msg): void => (error ? undefined : this.take(name, message));
      this.subscriptions.set(
        name,
        this.parts.broker.connection.subscribe(subjects.directOfAnyTenant(name), { callback }),
      );
    }
  }

  private unsubscribe(): void {
    for (const subscription of this.subscriptions.values()) subscription.unsubscribe();
    this.subscriptions.clear();
  }

  private take(name: EventName, message: Msg): void {
    if (!this.parts.dependencies.isStoreUp || this.underWay >= MOST_UNDER_WAY) return;
    const batch = readBatch(message, subjects.direct);
    if ('refused' in batch) return;
    this.sayHere();
    const wires = batch.wires.filter((wire) => !this.parts.mayWait(name, wire));
    if (wires.length === 0) return;
    this.underWay += 1;
    const outcome = this.parts
      .takeIn(name, wires)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.underWay -= 1));
    for (const { id } of wires) this.outcomes.set(id, outcome);
  }

  private sayHere(): void {
    const now = Date.now();
    if (now - this.said < SAY_MILLISECONDS) return;
    this.said = now;
    this.parts.broker.connection.publish(subjects.here(this.parts.app));
  }
}
