import { isNeededAtOnce, promptConsumersOf, subjects, type App, type EventName } from '@arbiter/contracts';
import type { WrittenEvent } from '@arbiter/store';
import type { Broker } from './broker';
import { bodyOf, type OutgoingMessage } from './outgoing-message';

/** A service counts as there for as long after it was heard. */
export const HERE_MILLISECONDS = 3_000;
/** An event whose consumers are not all there is sent directly this often, so that they can answer. */
const PROBE_MILLISECONDS = 1_000;

/**
 * Sends events straight to the services that act on them, over core NATS, so that none of them waits until JetStream
 * has stored the broker's copy.
 *
 * 1. Only committed events are sent. What gets lost here costs time and nothing else: the broker has a copy of every
 *    event, and a consumer that took an event in directly acks its copy unread (DirectIntake).
 * 2. The copy may leave later than at once only when every consumer that does not gather was heard lately, and no other
 *    one needs an event of it at once.
 * 3. Events whose consumers are not there are sent directly once a second at most.
 */
export class DirectDelivery {
  /** milliseconds since the epoch, by app */
  private readonly heard = new Map<string, number>();
  private readonly probed = new Map<EventName, number>();

  /** Its subscription ends with the connection. */
  constructor(private readonly broker: Pick<Broker, 'connection'>) {
    broker.connection.subscribe(subjects.everyHere, {
      callback: (error, { subject }) => {
        if (!error) this.heard.set(subject, Date.now());
      },
    });
  }

  /** Whether the broker's copy may leave later than at once. */
  send(message: OutgoingMessage<WrittenEvent>): boolean {
    const { tenant, name } = message.members[0]!;
    const apps = promptConsumersOf(name);
    if (apps.length === 0) return false;
    const now = Date.now();
    const isWithAll = apps.every((app) => this.isHere(app, now));
    if (isWithAll || this.mayProbe(name, now))
      this.broker.connection.publish(subjects.direct(tenant, name), bodyOf(message));
    return isWithAll && !message.members.some(({ event }) => isNeededAtOnce(name, event.data));
  }

  private isHere(app: App, now: number): boolean {
    return now - (this.heard.get(subjects.here(app)) ?? 0) < HERE_MILLISECONDS;
  }

  private mayProbe(name: EventName, now: number): boolean {
    if (now - (this.probed.get(name) ?? 0) < PROBE_MILLISECONDS) return false;
    this.probed.set(name, now);
    return true;
  }
}
