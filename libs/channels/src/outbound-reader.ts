import { setTimeout as delay } from 'node:timers/promises';
import { terminal } from '@arbiter/contracts';
import { Subscription, channelUser, orNull, type Broker } from '@arbiter/runtime/adapter';
import type { ChannelConfiguration } from './configuration';
import type { OutboundDelivery } from './outbound-delivery';

/** The time after which the broker takes the holder of a message for dead (its ack wait). */
const ACK_WAIT_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 500;
const LOOKS = 20;

interface Parts {
  readonly channel: string;
  readonly configuration: ChannelConfiguration;
  readonly broker: Broker;
  readonly delivery: Pick<OutboundDelivery<unknown, unknown>, 'take' | 'stop'>;
  readonly survive: (error: unknown) => void;
}

/** Reads a channel's outbound messages from its durable at the broker; its owner closes it. */
export class OutboundReader {
  private readonly durable: string;
  private readonly stopping = new AbortController();
  private reading: Promise<void> = Promise.resolve();
  private subscription: Subscription | null = null;

  constructor(private readonly parts: Parts) {
    this.durable = channelUser(parts.channel, parts.configuration.tenant);
  }

  /** Reads from now on. Throws a `terminal` error when the durable is another tenant's. */
  async start(): Promise<void> {
    await this.checkDurable();
    this.reading = this.read();
  }

  /** Running work ends, or is given back to the broker. */
  async close(): Promise<void> {
    this.stopping.abort();
    const stopped = this.parts.delivery.stop();
    await this.reading;
    await this.subscription?.close();
    await stopped;
  }

  /** Throws when the durable is another tenant's. One that is not made yet is waited for by the subscription. */
  private async checkDurable(): Promise<void> {
    const { tenant, natsUser } = this.parts.configuration;
    await this.parts.broker.manager.consumers.info('OUT', this.durable).catch((error: unknown) => {
      if (!isRefused(error)) return this.parts.survive(error);
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
    return orNull(this.parts.broker.manager.consumers.info('OUT', this.durable)).catch((error: unknown) => {
      this.parts.survive(error);
      return null;
    });
  }

  /** Telemetry makes it. */
  private async waitForDurable(): Promise<void> {
    for (let look = 0; look < LOOKS && !this.stopping.signal.aborted && !(await this.findDurable()); look += 1) {
      await delay(LOOK_MILLISECONDS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Messages that an earlier process left unacknowledged come first, so that the order of a chat holds. */
  private async read(): Promise<void> {
    const durable = await this.findDurable();
    if (durable !== null && durable.num_ack_pending > 0)
      await delay(ACK_WAIT_MILLISECONDS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.stopping.signal.aborted) return;
    this.subscription = new Subscription(this.parts.broker, {
      stream: 'OUT',
      durable: this.durable,
      restore: () => this.waitForDurable(),
      onTrouble: this.parts.survive,
      onMessage: (message) => void this.parts.delivery.take(message).finally(() => this.subscription?.release(message)),
    });
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'PermissionViolationError' || isRefused(error.cause));
