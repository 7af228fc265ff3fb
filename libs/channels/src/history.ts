import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerInfo } from '@nats-io/jetstream';
import { OutboundMessage, retryable } from '@arbiter/contracts';
import { objectProblems, orNull, type Broker } from '@arbiter/runtime/adapter';

const PATIENCE_MILLISECONDS = 5_000;
const BATCH = 500;
/** The broker's durables are looked after every second. */
const MADE_WITHIN_MILLISECONDS = 30_000;
const POLL_MILLISECONDS = 100;

export interface PastMessage {
  /** its place in the channel's stream, the same as in `PostContext` */
  readonly sequence: number;
  readonly message: OutboundMessage;
}

/**
 * Everything the broker still has of a channel's outbound messages (a day), oldest first. An adapter that shows people
 * their past reads it at its start. It ends with the last message that existed when reading began.
 *
 * The durable `name` is at the beginning until it is read. After reading it is deleted, and the broker's keeper makes
 * it anew: an adapter may not make consumers, because the maker of a consumer chooses where it delivers.
 */
export async function* readHistory(broker: Broker, name: string): AsyncGenerator<PastMessage> {
  const consumer = await unread(broker, name);
  const { num_pending: pending } = await consumer.info();
  for (let read = 0; read < pending;) {
    const before = read;
    for await (const message of await consumer.fetch({
      max_messages: Math.min(BATCH, pending - read),
      expires: PATIENCE_MILLISECONDS,
    })) {
      read += 1;
      const body = bodyOf(message);
      if (body) yield { sequence: message.info.streamSequence, message: body };
    }
    // The rest has meanwhile exceeded its age limit.
    if (read === before) break;
  }
  await discard(broker, name);
}

/** The durable before its first reading; one that a process left half read is deleted first. */
async function unread(broker: Broker, name: string): Promise<Consumer> {
  for (const until = Date.now() + MADE_WITHIN_MILLISECONDS; Date.now() < until; await delay(POLL_MILLISECONDS)) {
    const found = await orNull(broker.manager.consumers.info('OUT', name));
    if (found && isUnread(found)) return broker.stream.consumers.get('OUT', name);
    if (found) await discard(broker, name);
  }
  throw retryable(
    'durable_missing',
    `the broker has no durable ${name}: telemetry makes it; start it, and look what it says`,
  );
}

/**
 * The broker may report an error for a delete that it has carried out (nats-server issue 7886), so the state afterwards
 * counts.
 */
async function discard({ manager: { consumers } }: Broker, name: string): Promise<void> {
  try {
    await consumers.delete('OUT', name);
  } catch (error) {
    const found = await orNull(consumers.info('OUT', name));
    if (found && !isUnread(found)) throw error;
  }
}

const isUnread = ({ delivered }: ConsumerInfo): boolean => delivered.consumer_seq === 0;

function bodyOf(message: { json(): unknown }): OutboundMessage | null {
  try {
    const body = message.json();
    return objectProblems(OutboundMessage, body).length === 0 ? (body as OutboundMessage) : null;
  } catch {
    return null;
  }
}
