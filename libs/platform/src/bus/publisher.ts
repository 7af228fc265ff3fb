import { headers } from '@nats-io/transport-node';
import { subjects } from '@arbiter/contracts';
import type { Envelope } from '../event-store/event-store';
import { Acknowledgements } from './acknowledgements';
import type { Broker } from './broker';

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

  constructor(broker: Broker) {
    this.acknowledgements = new Acknowledgements(broker.connection, broker.inbox);
  }

  /** `again` tells a resend from what was sent before. */
  async publish(envelopes: readonly Envelope[], again?: string): Promise<void> {
    const bySubject = new Map<string, Envelope[]>();
    for (const envelope of envelopes) {
      const subject = subjects.event(envelope.tenant, envelope.name);
      const group = bySubject.get(subject);
      if (group) group.push(envelope);
      else bySubject.set(subject, [envelope]);
    }
    const sends: Promise<void>[] = [];
    for (const [subject, group] of bySubject) for (const part of split(group)) sends.push(this.send(subject, part, again));
    await Promise.all(sends);
  }

  private send(subject: string, part: readonly Envelope[], again: string | undefined): Promise<void> {
    const id = part[0]!.id;
    const header = headers();
    header.set('Content-Type', BATCH);
    header.set('Nats-Msg-Id', again === undefined ? id : `${id}.${again}`);
    return this.acknowledgements.publish(subject, `[${part.map(member).join(',')}]`, header);
  }
}

/** A fact too large for a message travels as a reference; the consumer reads it from the log. */
function member(envelope: Envelope): string {
  if (envelope.text.length <= MAX_MEMBER_BYTES) return envelope.text;
  const { data: _, ...attributes } = JSON.parse(envelope.text) as Record<string, unknown>;
  return JSON.stringify({ ...attributes, dataref: `${envelope.stream}@${envelope.version}` });
}

function split(group: readonly Envelope[]): readonly (readonly Envelope[])[] {
  const parts: Envelope[][] = [];
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
