import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, retryable, subjects, terminal, type InboundMessage } from '@arbiter/contracts';
import {
  AdminServer,
  Subscription,
  channelHistory,
  channelUser,
  openBroker,
  orNull,
  openLogger,
  type Broker,
  type Health,
  type Logger,
} from '@arbiter/platform/adapter';
import { isDisregarded, type Channel } from './channel';
import { readChannelConfiguration, type ChannelConfiguration } from './configuration';
import { readHistory, type PastMessage } from './history';
import { asInbound, contentOf, idOfInbound } from './inbound';
import { DeliveryMemory, MessageMemory, PostMemory } from './recent-messages';
import { ChannelMetrics, type InboundOutcome } from './metrics';
import { OutboundDelivery } from './outbound-delivery';
import { Poster, type Deliver } from './poster';

export type { PastMessage } from './history';
export type { Deliver, PostContext } from './poster';

const PUBLISH_MILLISECONDS = 5_000;
const MOST_PUBLISHES = 500;
/** As long as the broker takes the holder of a message for dead (its ack wait). */
const ACK_WAIT_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 500;
const LOOKS = 20;

/** The way in of an adapter: what listens to or polls its provider. `port` is where it listens, when it does. */
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
   * Publishes an update's message; resolves when the broker has it, and only then may the provider be told that it was taken.
   * Rejects with a `terminal` error that names the field when it can never be a message, with a `conflict` when another one came
   * in under its id, with a `retryable` one when the provider should send it again. `disregarded` is fine too: there was nothing of a conversation in it.
   */
  accept(update: Update): Promise<'published' | 'disregarded'>;
  /** What the broker still has of the channel's outbound messages, oldest first. */
  history(): AsyncIterable<PastMessage>;
  /** Stops taking, lets what is under way end or gives it back to the broker, then ends. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Serves a channel: messages in, replies out, probes and metrics. One process serves a channel of a tenant; a second one on the
 * same durable would share its replies and lose their order.
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
  private readonly metrics: ChannelMetrics;
  private readonly posts = new PostMemory();
  private readonly messages = new MessageMemory();
  private readonly delivery: OutboundDelivery<Update, Post>;
  private readonly admin: AdminServer;
  private readonly durable: string;
  private readonly stopping = new AbortController();
  private reading: Promise<void> = Promise.resolve();
  private subscription: Subscription | null = null;
  private listener: ProviderListener | null = null;
  private publishing = 0;
  private closing: Promise<void> | null = null;

  constructor(
    private readonly channel: Channel<Update, Post>,
    private readonly options: ServeOptions<Update, Post>,
    readonly configuration: ChannelConfiguration,
    private readonly broker: Broker,
  ) {
    this.logger = openLogger(`channel-${channel.name}`, configuration.logLevel);
    this.metrics = new ChannelMetrics(channel.name);
    this.durable = channelUser(channel.name, configuration.tenant);
    const poster = new Poster(channel, configuration.tenant, options.deliver, this.posts, new DeliveryMemory());
    this.delivery = new OutboundDelivery(poster, this.metrics, this.logger);
    this.admin = new AdminServer(1);
    this.admin.add(this.health, this.metrics.registry);
  }

  async start(): Promise<void> {
    this.adminPort = await this.admin.listen(this.configuration.adminPort, this.configuration.adminHost);
    void this.watchConnection();
    await this.checkDurable();
    this.reading = this.readReplies();
    this.listener = (await this.options.receive?.(this)) ?? null;
    this.port = this.listener?.port;
    this.health.started = this.health.ready = true;
    this.logger.info({ adminPort: this.adminPort, port: this.port }, 'ready');
  }

  async accept(update: Update): Promise<'published' | 'disregarded'> {
    if (this.publishing >= MOST_PUBLISHES)
      throw retryable('busy', `${MOST_PUBLISHES} messages are being published; send it again`);
    this.publishing += 1;
    try {
      const outcome = await this.publish(update);
      this.metrics.inbound(outcome);
      return outcome;
    } catch (error) {
      const outcome = outcomeOf(error);
      this.metrics.inbound(outcome);
      if (outcome === 'conflict')
        this.logger.warn({ code: 'other_payload' }, 'a message under an id that is taken was refused');
      throw error;
    } finally {
      this.publishing -= 1;
    }
  }

  history(): AsyncIterable<PastMessage> {
    return readHistory(this.broker, channelHistory(this.channel.name, this.configuration.tenant));
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async publish(update: Update): Promise<'published' | 'disregarded'> {
    const canonical = this.channel.toCanonical(update);
    if (isDisregarded(canonical)) {
      this.logger.debug({ reason: canonical.disregarded }, 'update disregarded');
      return 'disregarded';
    }
    const { tenant } = this.configuration;
    const message = asInbound(canonical, this.posts);
    const [id, content] = [idOfInbound(tenant, this.channel.name, message), contentOf(canonical)];
    if (!this.messages.claim(id, content)) {
      throw new ArbiterError(
        'conflict',
        'other_payload',
        'another message came in before under the same messageId; give a new message a new one',
        { field: 'messageId' },
      );
    }
    await this.send(message, `${id}.${content}`).catch((cause: unknown) => {
      this.messages.release(id);
      throw retryable('broker_unreachable', 'the broker did not take the message; send it again', 1_000, cause);
    });
    return 'published';
  }

  /** The broker keeps one of what is the same; what only bears the same id reaches ingress, which sets it aside and says so. */
  private async send(message: InboundMessage, msgID: string): Promise<void> {
    const { tenant } = this.configuration;
    await this.broker.stream.publish(subjects.inbound(tenant, this.channel.name), JSON.stringify(message), {
      msgID,
      timeout: PUBLISH_MILLISECONDS,
    });
  }

  /** Throws when the durable is another tenant's. One that is not made yet is waited for by the subscription. */
  private async checkDurable(): Promise<void> {
    const { tenant, natsUser } = this.configuration;
    await this.broker.manager.consumers.info('OUT', this.durable).catch((error: unknown) => {
      if (!isRefused(error)) return this.survive(error);
      const fix = `set ARBITER_TENANT to the tenant of the NATS user ${natsUser}, or ARBITER_NATS_USER to ${this.durable}`;
      throw terminal(
        'configuration',
        `${natsUser} may not read what tenant ${tenant} is sent; ${fix}`,
        'ARBITER_TENANT',
        error,
      );
    });
  }

  /** Null where it is not, or the broker does not say. */
  private findDurable() {
    return orNull(this.broker.manager.consumers.info('OUT', this.durable)).catch((error: unknown) => {
      this.survive(error);
      return null;
    });
  }

  /** Telemetry makes it. */
  private async waitForDurable(): Promise<void> {
    for (let look = 0; look < LOOKS && !this.stopping.signal.aborted && !(await this.findDurable()); look += 1) {
      await delay(LOOK_MILLISECONDS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** What a process before this one left unacknowledged comes first, so that the order of a chat holds. */
  private async readReplies(): Promise<void> {
    const durable = await this.findDurable();
    if (durable !== null && durable.num_ack_pending > 0)
      await delay(ACK_WAIT_MILLISECONDS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.stopping.signal.aborted) return;
    this.subscription = new Subscription(this.broker, {
      stream: 'OUT',
      durable: this.durable,
      restore: () => this.waitForDurable(),
      onTrouble: (error) => this.survive(error),
      onMessage: (message) => void this.delivery.take(message).finally(() => this.subscription?.release(message)),
    });
  }

  /** Not ready while the broker is away; it is connected to again by itself. */
  private async watchConnection(): Promise<void> {
    for await (const status of this.broker.connection.status()) {
      if (status.type !== 'disconnect' && status.type !== 'reconnect') continue;
      this.health.ready = this.health.started && this.closing === null && status.type === 'reconnect';
      this.logger.warn({ status: status.type }, 'broker');
    }
  }

  private survive(error: unknown): void {
    this.logger.warn({ err: error }, 'trouble survived');
  }

  private async end(): Promise<void> {
    this.health.ready = false;
    await this.listener?.close();
    this.stopping.abort();
    const stopped = this.delivery.stop();
    await this.reading;
    await this.subscription?.close();
    await stopped;
    await this.broker.close();
    await this.admin.close();
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'PermissionViolationError' || isRefused(error.cause));

function outcomeOf(error: unknown): InboundOutcome {
  if (!(error instanceof ArbiterError) || error.kind === 'retryable') return 'failed';
  return error.kind === 'conflict' ? 'conflict' : 'invalid';
}
