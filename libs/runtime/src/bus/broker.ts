import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { retryable } from '@arbiter/contracts';
import { Recurrence, untilAborted } from '@arbiter/resilience';

export interface BrokerOptions {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly name: string;
  /** the prefix of the subjects that replies arrive on; permissions give each app its own */
  readonly inbox: string;
  /** what the subjects of JetStream's API begin with; `ADAPTER_API` for an adapter */
  readonly api?: string;
}

/** An adapter has an account of its own, where JetStream is not; the platform's answers there under this name. */
export const ADAPTER_API = 'jetstream';

/**
 * One connection to NATS with its JetStream client. It reconnects for ever; the owner closes it. A request of the
 * manager goes over the connection of that moment: when it breaks, the request fails as soon as there is another
 * connection, since no answer will come.
 */
export interface Broker {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** the prefix of the subjects replies come in on */
  readonly inbox: string;
  /** A signal that is aborted when the connection is next back. */
  readonly nextReconnect: () => AbortSignal;
  close(): Promise<void>;
}

/** A broker that has just started on a busy machine takes seconds before it greets. */
const CONNECT_MILLISECONDS = 30_000;

export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const connection = await connect({
    servers: options.url,
    user: options.user,
    pass: options.password,
    name: options.name,
    inboxPrefix: inboxOf(options.inbox),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: CONNECT_MILLISECONDS,
    pingInterval: 10_000,
    maxPingOut: 3,
  }).catch((cause: unknown) => {
    throw retryable(
      'broker_unreachable',
      `NATS does not answer at ${options.url}: start it or set ARBITER_NATS_URL`,
      1_000,
      cause,
    );
  });
  const nextReconnect = followReconnects(connection);
  const asking = endingWithConnection(connection, nextReconnect);
  const settings = { timeout: 5_000, ...(options.api !== undefined && { apiPrefix: options.api }) };
  const manager = await jetstreamManager(asking, { checkAPI: false, ...settings });
  const stream = jetstream(connection, settings);
  return {
    connection,
    stream,
    manager,
    inbox: inboxOf(options.inbox),
    nextReconnect,
    close: async () => {
      await connection.drain().catch(() => undefined);
      await connection.close();
    },
  };
}

/** Follows for as long as the connection is open. */
function followReconnects(connection: NatsConnection): () => AbortSignal {
  const reconnects = new Recurrence();
  const broke = retryable('connection_broke', 'the connection to NATS broke before it answered; ask again', 0);
  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) if (type === 'reconnect') reconnects.happened(broke);
  };
  void follow();
  return () => reconnects.next;
}

/** The same connection, but for its requests. */
function endingWithConnection(connection: NatsConnection, nextReconnect: () => AbortSignal): NatsConnection {
  const request: NatsConnection['request'] = (...question) =>
    untilAborted(connection.request(...question), nextReconnect());
  return Object.create(connection, { request: { value: request } }) as NatsConnection;
}

/** Replies to an app come in under its own prefix, so that no other may read them. */
export const inboxOf = (app: string): string => `_INBOX_${app}`;
