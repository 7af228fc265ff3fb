import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { retryable } from '@arbiter/contracts';

export interface BrokerOptions {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly name: string;
  /** whose inbox replies come to; permissions give each app its own */
  readonly inbox: string;
}

/** One connection to NATS with its JetStream client; reconnects for ever, the owner closes it. */
export interface Broker {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** the prefix of the subjects replies come in on */
  readonly inbox: string;
  /** Calls back each time that the connection is back; the result ends that. */
  readonly onReconnect: (listener: () => void) => () => void;
  close(): Promise<void>;
}

export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const connection = await connect({
    servers: options.url,
    user: options.user,
    pass: options.password,
    name: options.name,
    inboxPrefix: inboxOf(options.inbox),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: 10_000,
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
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
  const stream = jetstream(connection, { timeout: 5_000 });
  const listeners = new Set<() => void>();
  void tellReconnects(connection, listeners);
  return {
    connection,
    stream,
    manager,
    inbox: inboxOf(options.inbox),
    onReconnect: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      await connection.drain().catch(() => undefined);
      await connection.close();
    },
  };
}

/** Ends with the connection. */
async function tellReconnects(connection: NatsConnection, listeners: ReadonlySet<() => void>): Promise<void> {
  for await (const { type } of connection.status())
    if (type === 'reconnect') for (const listener of listeners) listener();
}

/** Replies to an app come in under its own prefix, so that no other may read them. */
export const inboxOf = (app: string): string => `_INBOX_${app}`;
