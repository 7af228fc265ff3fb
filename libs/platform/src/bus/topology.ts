import { AckPolicy, DeliverPolicy, DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType, type JetStreamManager, type StreamConfig } from '@nats-io/jetstream';
import { BROKER_STREAMS, consumersOf, subjects, type App, type BrokerStream } from '@arbiter/contracts';

const SECOND = 1_000_000_000;
/** A message whose consumer died is delivered anew after this; one that is only slow is kept alive (see Subscription). */
const ACK_WAIT_SECONDS = 5;

export const MAX_ACK_PENDING = 2_000;

/** Makes a stream as the contracts say, or leaves it. Returns when it was made: the stream's life. */
export async function ensureStream(manager: JetStreamManager, name: BrokerStream, replicas: number): Promise<string> {
  const wanted = BROKER_STREAMS[name];
  const configuration: Partial<StreamConfig> & { name: string } = {
    name,
    subjects: [...wanted.subjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: wanted.maxAgeSeconds * SECOND,
    duplicate_window: wanted.duplicateWindowSeconds * SECOND,
    num_replicas: replicas,
    deny_delete: true,
  };
  try {
    return (await manager.streams.info(name)).created;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return (await manager.streams.add(configuration)).created;
  }
}

/** One durable pull consumer; made when missing, from the very beginning of the stream. */
export async function ensureConsumer(manager: JetStreamManager, stream: BrokerStream, durable: string, filter: string): Promise<void> {
  try {
    await manager.consumers.info(stream, durable);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await manager.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT_SECONDS * SECOND,
      max_ack_pending: MAX_ACK_PENDING,
      max_deliver: -1,
    });
  }
}

/** Everything an app reads from: its durables come from flow.ts. */
export async function ensureConsumersOf(manager: JetStreamManager, app: App): Promise<void> {
  for (const { event, durable } of consumersOf(app)) await ensureConsumer(manager, 'EVT', durable, subjects.eventOfAnyTenant(event));
  if (app === 'ingress') await ensureConsumer(manager, 'IN', INBOUND_DURABLE, subjects.everyInbound);
}

export const INBOUND_DURABLE = 'ingress-inbound';

const NOT_FOUND: ReadonlySet<number> = new Set([10_014, 10_059]);
export const isNotFound = (error: unknown): boolean => error instanceof JetStreamApiError && NOT_FOUND.has(error.code);
