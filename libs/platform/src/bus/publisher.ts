import { headers } from '@nats-io/transport-node';
import { subjects } from '@arbiter/contracts';
import type { CommittedEvent, Envelope } from '../event-store';
import { Acknowledgements } from './acknowledgements';
import type { Broker } from './broker';
import type { Handover } from './handover';

const MAX_MEMBER_BYTES = 64 * 1024;
const MAX_MESSAGE_BYTES = 512 * 1024;
const MAX_MEMBERS = 256;
const BATCH = 'application/cloudevents-batch+json';

/**
 * Publishes committed facts: one JetStream message per subject and batch.
 *
 * 1. Called only with facts that are committed.
 * 2. Resolves when the broker acknowledged every message; rejects otherwise, and the outbox row stays.
 * 3. A resend carries another message id, or the broker's dedupe window would swallow it.
 */
export class Publisher {
  private readonly acknowledgements: Acknowledgements;
  private given = 0;

  constructor(
    broker: Broker,
    private readonly handover: Handover | null = null,
  ) {
    this.acknowledgements = new Acknowledgements(broker.connection, broker.inbox);
  }

  /** How often it was given something to publish: it stands still while nothing is committed here that travels. */
  get times(): number {
    return this.given;
  }

  /** Consumers of the same process are handed them at once. */
  async publish(events: readonly CommittedEvent[]): Promise<void> {
    this.given += 1;
    await Promise.all(
      messagesOf(events).map(({ subject, members }) => {
        const [first] = members;
        this.handover?.give(first!.id, first!.name, members);
        return this.send(subject, members, first!.id);
      }),
    );
  }

  /** `attempt` tells it from what was sent before. */
  async publishAgain(envelopes: readonly Envelope[], attempt: string): Promise<void> {
    await Promise.all(
      messagesOf(envelopes).map(({ subject, members }) => this.send(subject, members, `${members[0]!.id}.${attempt}`)),
    );
  }

  private send(subject: string, part: readonly Envelope[], messageId: string): Promise<void> {
    const header = headers();
    header.set('Content-Type', BATCH);
    header.set('Nats-Msg-Id', messageId);
    return this.acknowledgements.publish(subject, `[${part.map(member).join(',')}]`, header);
  }
}

/** A fact too large for a message travels as a reference; the consumer reads it from the log. */
function member(envelope: Envelope): string {
  if (envelope.text.length <= MAX_MEMBER_BYTES) return envelope.text;
  const { data: _, ...attributes } = JSON.parse(envelope.text) as Record<string, unknown>;
  return JSON.stringify({ ...attributes, dataref: `${envelope.stream}@${envelope.version}` });
}

interface OutgoingMessage<E> {
  readonly subject: string;
  readonly members: readonly E[];
}

function messagesOf<E extends Envelope>(envelopes: readonly E[]): readonly OutgoingMessage<E>[] {
  const bySubject = new Map<string, E[]>();
  for (const envelope of envelopes) {
    const subject = subjects.event(envelope.tenant, envelope.name);
    const group = bySubject.get(subject);
    if (group) group.push(envelope);
    else bySubject.set(subject, [envelope]);
  }
  return [...bySubject].flatMap(([subject, group]) => split(group).map((members) => ({ subject, members })));
}

function split<E extends Envelope>(group: readonly E[]): readonly (readonly E[])[] {
  const parts: E[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const envelope of group) {
    const size = Math.min(envelope.text.length, MAX_MEMBER_BYTES);
    const last = parts.at(-1);
    if (!last || last.length >= MAX_MEMBERS || bytes + size > MAX_MESSAGE_BYTES) {
      parts.push([envelope]);
      bytes = size;
    } else {
      last.push(envelope);
      bytes += size;
    }
  }
  return parts;
}
