import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { BrokerStream } from '@arbiter/contracts';
import type { Dependencies } from '../dependencies';
import type { Broker } from './broker';

const MAX_MESSAGES = 500;
/** A third of the time after which the broker would take the consumer for dead (topology.ts). */
const KEEP_ALIVE_MILLISECONDS = 1_500;
const RESTART_MILLISECONDS = 250;
/** A broker that misses two of these has lost the durable without saying so, as it may while a connection comes back. */
const HEARTBEAT_MILLISECONDS = 4_000;

export interface SubscriptionOptions {
  readonly stream: BrokerStream;
  readonly durable: string;
  /** called when the durable or its stream is gone, to make it again */
  readonly restore: () => Promise<void>;
  readonly onMessage: (message: JsMsg) => void;
  readonly onTrouble: (error: unknown) => void;
  /** what the messages are handled with; a channel adapter stands on the broker alone and has none */
  readonly dependencies?: Dependencies;
}

/**
 * Pulls one durable for as long as it is open.
 *
 * 1. A message stays the broker's until its handler acks, naks or terms it; while it is held it is kept alive, after close() too.
 * 2. While the store is away nothing is pulled; what was handed out before waits with its handler.
 * 3. When the durable disappears it is restored and pulled again; nothing but close() ends the loop.
 */
export class Subscription {
  /** since when each message is held */
  private readonly held = new Map<JsMsg, number>();
  private messages: ConsumerMessages | null = null;
  private closed = false;
  private readonly keepAlive = setInterval(() => this.keepHeld(Date.now()), KEEP_ALIVE_MILLISECONDS);
  private readonly stopping = new AbortController();
  private readonly unwatch: (() => void) | undefined;
  private readonly loop: Promise<void>;

  constructor(
    private readonly broker: Broker,
    private readonly options: SubscriptionOptions,
  ) {
    this.unwatch = options.dependencies?.watch(() => !options.dependencies?.isStoreUp && this.messages?.stop());
    this.loop = this.run();
  }

  /** The handler is through with a message, whatever came of it. */
  release(message: JsMsg): void {
    this.held.delete(message);
    this.endKeepAlive();
  }

  /** Takes no further message; those already handed out may still be acked. */
  async close(): Promise<void> {
    this.closed = true;
    this.unwatch?.();
    this.stopping.abort();
    this.endKeepAlive();
    this.messages?.stop();
    await this.loop;
  }

  private endKeepAlive(): void {
    if (this.closed && (this.held.size === 0 || this.broker.connection.isClosed())) clearInterval(this.keepAlive);
  }

  /** Most messages are through before they need it. */
  private keepHeld(now: number): void {
    this.endKeepAlive();
    if (this.broker.connection.isClosed()) return;
    for (const [message, since] of this.held) if (now - since >= KEEP_ALIVE_MILLISECONDS) message.working();
  }

  private async run(): Promise<void> {
    while (!this.closed) {
      await this.options.dependencies?.untilStoreUp(this.stopping.signal);
      if (this.closed) return;
      try {
        await this.pull();
      } catch (error) {
        if (!this.closed) this.trouble(error);
      }
      if (this.closed) return;
      if (this.options.dependencies?.isStoreUp === false) continue;
      await delay(RESTART_MILLISECONDS);
      await this.options.restore().catch((error: unknown) => this.options.onTrouble(error));
    }
  }

  private trouble(error: unknown): void {
    this.options.onTrouble(error);
    this.options.dependencies?.lost('consumers', `${this.options.durable} cannot be pulled: ${String(error)}`);
  }

  private async pull(): Promise<void> {
    const consumer = await this.broker.stream.consumers.get(this.options.stream, this.options.durable);
    this.options.dependencies?.restored('consumers');
    this.messages = await consumer.consume({
      max_messages: MAX_MESSAGES,
      idle_heartbeat: HEARTBEAT_MILLISECONDS,
      abort_on_missing_resource: true,
      callback: (message) => {
        this.held.set(message, Date.now());
        this.options.onMessage(message);
      },
    });
    if (this.closed) this.messages.stop();
    const ended = await this.messages.closed();
    if (ended instanceof Error) throw ended;
  }
}
