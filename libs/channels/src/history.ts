import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { OutboundMessage } from '@arbiter/contracts';
import { channelHistory, isNotFound, objectProblems, type Broker } from '@arbiter/platform/adapter';

const PATIENCE_MILLISECONDS = 5_000;
const BATCH = 500;
/** It is deleted when it was read; this is for a process that dies meanwhile. */
const INACTIVE_NANOSECONDS = 60_000_000_000;

export interface PastMessage {
  /** its place in the channel's stream, the same as in `PostContext` */
  readonly sequence: number;
  readonly message: OutboundMessage;
}

/**
 * Everything the broker still has of a channel's outbound messages (a day), oldest first: what an adapter reads at its start
 * that shows people their past. Ends with the last one there was when it began.
 */
export async function* readHistory(broker: Broker, channel: string, filter: string): AsyncGenerator<PastMessage> {
  const name = channelHistory(channel);
  const { consumers } = broker.manager;
  const forget = () => consumers.delete('OUT', name).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  await forget();
  const { num_pending: pending } = await consumers.add('OUT', {
    name, filter_subject: filter, ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All, inactive_threshold: INACTIVE_NANOSECONDS, mem_storage: true,
  });
  const consumer = await broker.stream.consumers.get('OUT', name);
  for (let read = 0; read < pending; ) {
    const before = read;
    for await (const message of await consumer.fetch({ max_messages: Math.min(BATCH, pending - read), expires: PATIENCE_MILLISECONDS })) {
      read += 1;
      const body = bodyOf(message);
      if (body) yield { sequence: message.info.streamSequence, message: body };
    }
    // What was waiting has meanwhile grown too old.
    if (read === before) break;
  }
  await forget();
}

function bodyOf(message: { json(): unknown }): OutboundMessage | null {
  try {
    const body = message.json();
    return objectProblems(OutboundMessage, body).length === 0 ? (body as OutboundMessage) : null;
  } catch {
    return null;
  }
}
