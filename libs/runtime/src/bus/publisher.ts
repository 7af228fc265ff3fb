import type { AppendPart, Appended, Envelope, WrittenEvent } from '@arbiter/store';
import { headers } from '@nats-io/transport-node';
import { Acknowledgements } from './acknowledgements';
import type { Broker } from './broker';
import { DirectDelivery } from './direct-delivery';
import type { Handover } from './handover';
import { LaterCopies } from './later-copies';
import { bodyOf, messagesOf, nameOf, type OutgoingMessage } from './outgoing-message';

const BATCH = 'application/cloudevents-batch+json';

/**
 * Publishes committed facts: one JetStream message per subject and batch. A message that all its consumers were handed
 * within the process goes to the broker a moment later, together with others.
 *
 * 1. Called only with facts that are committed.
 * 2. Resolves when the broker acknowledged every message; rejects otherwise, and the outbox row stays.
 * 3. A resend carries another message id, or the broker's dedupe window would swallow it.
 */
export class Publisher {
  private readonly acknowledgements: Acknowledgements;
  private readonly later: LaterCopies;
  private readonly direct: DirectDelivery | null;
  private given = 0;

  constructor(
    broker: Broker,
    private readonly handover: Handover | null = null,
  ) {
    this.acknowledgements = new Acknowledgements(broker);
    this.later = new LaterCopies(handover, (message) => this.send(message, nameOf(message)));
    this.direct = handover ? null : new DirectDelivery(broker);
  }

  /** How often it was given something to publish; it does not grow while no travelling fact is committed here. */
  get times(): number {
    return this.given;
  }

  /** Appends. A service of this process that decides ahead begins before the facts are in the log. */
  append(part: AppendPart): Promise<Appended> {
    return this.handover ? this.handover.append(part) : part.write();
  }

  /** Consumers of the same process are handed them at once. */
  async publish(events: readonly WrittenEvent[]): Promise<void> {
    this.given += 1;
    await Promise.all(
      messagesOf(events).map((message) =>
        this.isWithAll(message) ? this.later.add(message) : this.send(message, nameOf(message)),
      ),
    );
  }

  /** Sends the waiting copies at once. */
  async close(): Promise<void> {
    await this.later.close();
  }

  /** `attempt` distinguishes the message id from those of earlier attempts. */
  async publishAgain(envelopes: readonly Envelope[], attempt: string): Promise<void> {
    await Promise.all(messagesOf(envelopes).map((message) => this.send(message, `${nameOf(message)}.${attempt}`)));
  }

  /** Whether every consumer has it, or will have it in a moment, so that the broker's copy can wait. */
  private isWithAll(message: OutgoingMessage<WrittenEvent>): boolean {
    if (this.direct) return this.direct.send(message);
    return this.handover?.give(nameOf(message), message.members[0]!.name, message.members) === true;
  }

  private send(message: OutgoingMessage, messageId: string): Promise<void> {
    const header = headers();
    header.set('Content-Type', BATCH);
    header.set('Nats-Msg-Id', messageId);
    return this.acknowledgements.publish(message.subject, bodyOf(message), header);
  }
}
