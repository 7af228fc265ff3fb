import { createHash, randomUUID } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import { terminal } from '@arbiter/contracts';
import type { Broker } from '@arbiter/runtime';
import { storedMessage, type Letter } from './letters';

/**
 * In place of a message that no customer's key seals: its position in the stream, valid as long as it is kept there.
 */
interface Pointer {
  readonly stream: string;
  readonly sequence: number;
  readonly sha256: string;
}

/**
 * Sends the message to where it was first addressed, under an id of its own: under the old one the broker would drop it
 * as a repetition. Safe to do twice, like every delivery. Throws a terminal error when the message itself is no longer
 * kept.
 */
export async function resend(broker: Broker, letter: Letter): Promise<void> {
  if (letter.subject === '')
    throw terminal(
      'not_addressed',
      `dead letter ${letter.sequence} does not say where it was addressed; it cannot be sent again`,
    );
  const header = headers();
  header.set(
    'Content-Type',
    letter.subject.includes('.evt.') ? 'application/cloudevents-batch+json' : 'application/json',
  );
  header.set('Arbiter-Resent', String(letter.sequence));
  await broker.stream.publish(letter.subject, await messageOf(broker, letter), {
    headers: header,
    msgID: `dead-letter-${letter.sequence}-${randomUUID()}`,
    timeout: 5_000,
  });
}

async function messageOf(broker: Broker, letter: Letter): Promise<Uint8Array> {
  const pointer = pointerIn(letter.body);
  if (!pointer) return letter.body;
  const message = await storedMessage(broker.manager, pointer.stream, pointer.sequence);
  if (!message || createHash('sha256').update(message.data).digest('hex') !== pointer.sha256) {
    throw terminal(
      'no_longer_kept',
      `the message of dead letter ${letter.sequence} is no longer in stream ${pointer.stream}; ask its channel to send it again`,
    );
  }
  return message.data;
}

function pointerIn(body: Uint8Array): Pointer | null {
  try {
    const { stream, sequence, sha256 } = JSON.parse(Buffer.from(body).toString('utf8')) as Partial<Pointer>;
    return typeof stream === 'string' && typeof sequence === 'number' && typeof sha256 === 'string'
      ? { stream, sequence, sha256 }
      : null;
  } catch {
    return null;
  }
}
