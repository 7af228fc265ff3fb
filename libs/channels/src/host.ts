import {
  ADAPTER_API,
  AdminServer,
  channelHistory,
  openBroker,
  openLogger,
  type Broker,
  type Health,
  type Logger,
} from '@arbiter/runtime/adapter';
import type { Channel } from './channel';
import { readChannelConfiguration, type ChannelConfiguration } from './configuration';
import { readHistory, type PastMessage } from './history';
import { InboundPublisher } from './inbound-publisher';
import { ChannelMetrics } from './metrics';
import { OutboundDelivery } from './outbound-delivery';
import { OutboundReader } from './outbound-reader';
import { Poster, type Deliver } from './poster';
import { DeliveryMemory, PostMemory } from './recent-messages';

export type { PastMessage } from './history';
export type { Deliver, PostContext } from './poster';

/** The inbound side of an adapter: it listens to its provider or polls it. `port` is where it listens, if it does. */
export interface ProviderListener {
  readonly port?: number;
  close(): Promise<void>;
}

export interface ServeOptions<Update, Post> {
  /** default: the process's own */
  readonly environment?: NodeJS.ProcessEnv;
  readonly deliver: Deliver<Post>;
  /** opens the way in, once the broker is there; it is closed first */
  readonly receive?: (host: ChannelHost<Update>) => Promise<ProviderListener>;
}

/** A channel at work, between its provider and the broker. */
export interface ChannelHost<Update> {
  readonly configuration: ChannelConfiguration;
  /** JSON lines without content; names like `text` are redacted anyway */
  readonly logger: Logger;
  readonly adminPort: number;
  readonly port: number | undefined;
  /**
   * Publishes an update's message. Resolves when the broker has it; only then may the provider be told that it was
   * taken. Rejects with a `terminal` error that names the field when the update can never be a message, with a
   * `conflict` when another message came in under its id, and with a `retryable` one when the provider should send it
   * again. `disregarded` is a success too: the update held nothing of a conversation.
   */
  accept(update: Update): Promise<'published' | 'disregarded'>;
  /**
   * Publishes the `rag.cancel` of a person (EV-01): `requestId`, as outbound messages name it, and `userId`. Rejects as
   * `accept` does. Ingress cancels no run of another person.
   */
  cancel(body: unknown): Promise<void>;
  /** The channel's outbound messages that the broker still has, oldest first. */
  history(): AsyncIterable<PastMessage>;
  /** Takes no more, lets running work end or gives it back to the broker, then ends. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Serves a channel: messages in, replies out, probes and metrics. One process serves a channel of a tenant; a second
 * one on the same durable would share its replies and lose their order.
 */
export async function serveChannel<Update, Post>(
  channel: Channel<Update, Post>,
  options: ServeOptions<Update, Post>,
): Promise<ChannelHost<Update>> {
  const configuration = readChannelConfiguration(channel.name, options.environment ?? process.env);
  const broker = await openBroker({
    url: configuration.natsUrl,
    user: configuration.natsUser,
    password: configuration.natsPassword,
    name: `channel-${channel.name}`,
    inbox: configuration.natsUser,
    api: ADAPTER_API,
  });
  const host = new Host(channel, options, configuration, broker);
  try {
    await host.start();
    return host;
  } catch (error) {
    await host.close();
    throw error;
  }
}

class Host<Update, Post> implements ChannelHost<Update> {
  readonly logger: Logger;
  adminPort = 0;
  port: number | undefined;
  private readonly health: Health = { started: false, ready: false };
  private readonly inbound: InboundPublisher<Update, Post>;
  private readonly outbound: OutboundReader;
  private readonly admin = new AdminServer(1);
  private listener: ProviderListener | null = null;
  private closing: Promise<void> | null = null;

  constructor(
    private readonly channel: Channel<Update, Post>,
    private readonly options: ServeOptions<Update, Post>,
    readonly configuration: ChannelConfiguration,
    private readonly broker: Broker,
  ) {
    this.logger = openLogger(`channel-${channel.name}`, configuration.logLevel);
    const { logger } = this;
    const metrics = new ChannelMetrics(channel.name);
    const posts = new PostMemory();
    const poster = new Poster(channel, configuration.tenant, options.deliver, posts, new DeliveryMemory());
    const delivery = new OutboundDelivery(poster, metrics, logger);
    const survive = (err: unknown): void => logger.warn({ err }, 'trouble survived');
    this.inbound = new InboundPublisher({ channel, configuration, broker, metrics, logger, posts });
    this.outbound = new OutboundReader({ channel: channel.name, configuration, broker, delivery, survive });
    this.admin.add(this.health, metrics.registry);
  }

  async start(): Promise<void> {
    this.adminPort = await this.admin.listen(this.configuration.adminPort, this.configuration.adminHost);
    void this.watchConnection();
    await this.outbound.start();
    this.listener = (await this.options.receive?.(this)) ?? null;
    this.port = this.listener?.port;
    this.health.started = this.health.ready = true;
    this.logger.info({ adminPort: this.adminPort, port: this.port }, 'ready');
  }

  accept(update: Update): Promise<'published' | 'disregarded'> {
    return this.inbound.accept(update);
  }

  cancel(body: unknown): Promise<void> {
    return this.inbound.cancel(body);
  }

  history(): AsyncIterable<PastMessage> {
    return readHistory(this.broker, channelHistory(this.channel.name, this.configuration.tenant));
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  /** Not ready while the broker is away; it is connected to again by itself. */
  private async watchConnection(): Promise<void> {
    for await (const status of this.broker.connection.status()) {
      if (status.type !== 'disconnect' && status.type !== 'reconnect') continue;
      this.health.ready = this.health.started && this.closing === null && status.type === 'reconnect';
      this.logger.warn({ status: status.type }, 'broker');
    }
  }

  private async end(): Promise<void> {
    this.health.ready = false;
    await this.listener?.close();
    await this.outbound.close();
    await this.broker.close();
    await this.admin.close();
  }
}
