import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type StreamConfig,
} from '@nats-io/jetstream';
import {
  APPS,
  BROKER_STREAMS,
  MOST_MESSAGE_BYTES,
  consumersOf,
  subjects,
  type App,
  type BrokerStream,
} from '@arbiter/contracts';
import { CHANNELS, channelHistory, channelUser } from './channels';

const SECOND = 1_000_000_000;
const DAY_SECONDS = 86_400;
const MEGABYTE = 1_024 * 1_024;
/**
 * The broker delivers a message again after this time when its consumer died; a slow consumer extends it (see
 * Subscription). It is shorter than the start of a service, so that a restarted service need not wait. It is longer for
 * messages to people, so that a process that hangs for a few seconds does not show them twice.
 */
const ACK_WAIT_SECONDS: Readonly<Record<BrokerStream, number>> = { EVT: 2, IN: 2, OUT: 5, DLQ: 5 };

export const MAX_ACK_PENDING = 2_000;
export const INBOUND_DURABLE = 'ingress-inbound';
export const STREAMS = Object.keys(BROKER_STREAMS) as BrokerStream[];

/**
 * A durable pull consumer. `history` is read from the stream's beginning without acknowledging and thrown away
 * afterwards.
 */
export interface Durable {
  readonly stream: BrokerStream;
  readonly name: string;
  readonly filter: string;
  readonly kind: 'work' | 'history';
}

export interface StreamSettings {
  readonly replicas: number;
  /** of all streams together */
  readonly megabytes: number;
  /**
   * which life of the broker's data this is; kept in the stream's description, which only a loss of the stream loses
   */
  readonly life: string;
  /** how long dead letters are kept; null while that is unknown: the age limit stays as it is */
  readonly deadLetterDays: number | null;
}

/** The durables that an app reads from, by flow.ts. */
export function durablesOf(app: App): readonly Durable[] {
  const events = consumersOf(app).map(({ event, durable }): Durable => ({
    stream: 'EVT',
    name: durable,
    filter: subjects.eventOfAnyTenant(event),
    kind: 'work',
  }));
  return app === 'ingress'
    ? [...events, { stream: 'IN', name: INBOUND_DURABLE, filter: subjects.inbounds, kind: 'work' }]
    : events;
}

/** The durables of a tenant's channel adapter: its new replies, and the earlier ones. */
export function durablesOfChannel(tenant: string, channel: string): readonly Durable[] {
  const filter = subjects.outbound(tenant, channel);
  return [
    { stream: 'OUT', name: channelUser(channel, tenant), filter, kind: 'work' },
    { stream: 'OUT', name: channelHistory(channel, tenant), filter, kind: 'history' },
  ];
}

/** Every durable of a deployment that serves these tenants. */
export const durablesFor = (tenants: readonly string[]): readonly Durable[] => [
  ...APPS.flatMap(durablesOf),
  ...tenants.flatMap((tenant) => CHANNELS.flatMap((channel) => durablesOfChannel(tenant, channel))),
];

export function streamConfiguration(
  name: BrokerStream,
  { replicas, megabytes, life, deadLetterDays }: StreamSettings,
): Partial<StreamConfig> & { name: string } {
  const wanted = BROKER_STREAMS[name];
  return {
    name,
    description: life,
    subjects: [...wanted.subjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: wanted.whenFull === 'new' ? DiscardPolicy.New : DiscardPolicy.Old,
    max_age: (name === 'DLQ' && deadLetterDays !== null ? deadLetterDays * DAY_SECONDS : wanted.maxAgeSeconds) * SECOND,
    max_bytes: Math.floor(megabytes * wanted.share) * MEGABYTE,
    max_msg_size: MOST_MESSAGE_BYTES,
    duplicate_window: wanted.duplicateWindowSeconds * SECOND,
    num_replicas: replicas,
    deny_delete: true,
  };
}

/** The configuration of a durable that never changes; its start is set once, when it is made. */
export const durableConfiguration = ({ stream, name, filter, kind }: Durable): Partial<ConsumerConfig> => ({
  durable_name: name,
  filter_subject: filter,
  max_deliver: -1,
  ...(kind === 'history'
    ? { ack_policy: AckPolicy.None }
    : {
        ack_policy: AckPolicy.Explicit,
        ack_wait: ACK_WAIT_SECONDS[stream] * SECOND,
        max_ack_pending: MAX_ACK_PENDING,
      }),
});

const NOT_FOUND: ReadonlySet<number> = new Set([10_014, 10_059]);
export const isNotFound = (error: unknown): boolean => error instanceof JetStreamApiError && NOT_FOUND.has(error.code);

const NO_MESSAGE = 10_037;
/** Null when the broker says that it does not exist. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (isNotFound(error) || (error as { code?: unknown }).code === NO_MESSAGE) return null;
    throw error;
  });
