import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { BrokerStream } from '@arbiter/contracts';
import { untilAborted, until, type Dependencies } from '@arbiter/resilience';
import type { Broker } from './broker';
import type { Gate } from './share';

const MAX_MESSAGES = 500;
/** A quarter of the time after which the broker would take the consumer for dead (topology.ts). */
const KEEP_ALIVE_MILLISECONDS = 500;
const RESTART_MILLISECONDS = 250;
/**
 * A broker that misses two of these has lost the durable without saying so, as it may while a connection comes back.
 */
const HEARTBEAT_MILLISECONDS = 4_000;
/** The broker serves the oldest pull request until it expires, even when its client hangs. */
const PULL_MILLISECONDS = 10_000;
const PULLING = { expires: PULL_MILLISECONDS, idle_heartbeat: HEARTBEAT_MILLISECONDS } as const;

export interface SubscriptionOptions {
  readonly stream: BrokerStream;
  readonly durable: string;
  /** called when the durable or its stream is gone, to make it again */
  readonly restore: () => Promise<void>;
  readonly onMessage: (message: JsMsg) => void;
  readonly onTrouble: (error: unknown) => void;
  /** the dependencies of the handlers; a channel adapter needs only the broker and has none */
  readonly dependencies?: Dependencies;
  /** nothing is pulled while it is shut: another process does; without it, it is open */
  readonly gate?: Gate;
  /**
   * messages that arrive within this many milliseconds of one another are brought together; without it each comes at
   * once
   */
  readonly gathers?: number;
}

interface Held {
  readonly message: JsMsg;
  /** milliseconds since the epoch */
  readonly since: number;
}

/**
 * Pulls one durable for as long as it is open.
 *
 * 1. A message stays the broker's until its handler acks, naks or terms it; while it is held it is kept alive, after
 *    close() too. All that is held is kept alive together, in the order it came, so that the broker hands it out in
 *    that order should this process die.
 * 2. When the broker delivers a held message again, because this process was too busy to extend it in time, only the
 *    first copy is handled and its answer counts for both. So a process that is late makes itself no more work.
 * 3. Nothing is pulled while the store is away or the gate is shut; handlers of messages already received go on. A
 *    process whose gate is shut does not report a durable that it cannot pull.
 * 4. When the durable disappears, the subscription has it restored and pulls again; nothing but close() ends the loop.
 * 5. When a connection is back, the subscription pulls at once and anew. It gives up requests of the old connection,
 *    since a broker that hung would leave them waiting for ten seconds and more.
 * 6. Where messages gather, the first one after a pause comes at once. No message waits longer than the gathering time
 *    for the pull that fetches it, and a redelivered one does not wait.
 */
export class Subscription {
  private readonly held = new Map<string, Held>();
  private messages: ConsumerMessages | null = null;
  private closed = false;
  /** only while something is held */
  private keepAlive: NodeJS.Timeout | null = null;
  private readonly stopping = new AbortController();
  private readonly unwatch: readonly (() => void)[];
  private readonly loop: Promise<void>;

  constructor(
    private readonly broker: Broker,
    private readonly options: SubscriptionOptions,
  ) {
    const look = (): void => {
      if (!this.mayPull) this.messages?.stop();
    };
    this.unwatch = [options.dependencies, options.gate].flatMap((one) => (one ? [one.watch(look)] : []));
    this.loop = this.run();
  }

  /** The handler is through with a message, whatever came of it. */
  release(message: JsMsg): void {
    this.held.delete(nameOf(message));
  }

  /** Takes no further message; those already handed out may still be acked. */
  async close(): Promise<void> {
    this.closed = true;
    for (const unwatch of this.unwatch) unwatch();
    this.stopping.abort();
    this.messages?.stop();
    await this.loop;
  }

  private take(message: JsMsg): void {
    const name = nameOf(message);
    if (this.held.has(name)) return;
    this.held.set(name, { message, since: Date.now() });
    this.keepAlive ??= setTimeout(() => this.keepHeld(Date.now()), KEEP_ALIVE_MILLISECONDS);
    this.options.onMessage(message);
  }

  /** 1. Most messages are through before they need it. */
  private keepHeld(now: number): void {
    this.keepAlive = null;
    if (this.held.size === 0 || this.broker.connection.isClosed()) return;
    const [oldest] = this.held.values();
    if (now - oldest!.since >= KEEP_ALIVE_MILLISECONDS) for (const { message } of this.held.values()) message.working();
    this.keepAlive = setTimeout(() => this.keepHeld(Date.now()), KEEP_ALIVE_MILLISECONDS);
  }

  private get mayPull(): boolean {
    const { dependencies, gate } = this.options;
    return dependencies?.isStoreUp !== false && gate?.isOpen !== false;
  }

  private async run(): Promise<void> {
    while (!this.closed) {
      await this.untilWanted();
      if (this.closed) return;
      const back = this.broker.nextReconnect();
      try {
        await untilAborted(this.pull(back), back);
      } catch (error) {
        if (!this.closed && !back.aborted) this.trouble(error);
      }
      if (back.aborted) this.messages?.stop();
      if (this.closed) return;
      if (this.goesOn(back)) await untilAborted(this.restore(), back).catch(() => undefined);
    }
  }

  private async untilWanted(): Promise<void> {
    const { dependencies, gate, durable } = this.options;
    await dependencies?.untilStoreUp(this.stopping.signal);
    if (!gate || gate.isOpen) return;
    dependencies?.canPull(durable);
    await until(
      () => gate.isOpen,
      (listener) => gate.watch(listener),
      this.stopping.signal,
    );
  }

  private async restore(): Promise<void> {
    await delay(RESTART_MILLISECONDS);
    await this.options.restore().catch((error: unknown) => this.options.onTrouble(error));
  }

  private trouble(error: unknown): void {
    this.options.onTrouble(error);
    this.options.dependencies?.cannotPull(this.options.durable, String(error));
  }

  private async pull(back: AbortSignal): Promise<void> {
    const consumer = await this.broker.stream.consumers.get(this.options.stream, this.options.durable);
    if (back.aborted) return;
    this.options.dependencies?.canPull(this.options.durable);
    await (this.options.gathers === undefined ? this.consume(consumer, back) : this.gather(consumer, back));
  }

  private async consume(consumer: Consumer, back: AbortSignal): Promise<void> {
    const messages = await consumer.consume({
      ...PULLING,
      max_messages: MAX_MESSAGES,
      abort_on_missing_resource: true,
      callback: (message) => this.take(message),
    });
    await this.untilEnded(messages, back);
  }

  /**
   * 6. The broker's count of pending messages leaves out redeliveries, so these are fetched one by one without a wait.
   */
  private async gather(consumer: Consumer, back: AbortSignal): Promise<void> {
    while (this.goesOn(back)) {
      let last = await this.fetch(consumer, 1, back);
      if (last && last.info.pending > 0 && this.goesOn(back))
        last = await this.fetch(consumer, Math.min(last.info.pending, MAX_MESSAGES), back);
      if (last?.redelivered) continue;
      await delay(this.options.gathers, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** The last one of those that came. */
  private async fetch(consumer: Consumer, most: number, back: AbortSignal): Promise<JsMsg | null> {
    const messages = await consumer.fetch({ ...PULLING, max_messages: most });
    const [last] = await Promise.all([this.takeAll(messages), this.untilEnded(messages, back)]);
    return last;
  }

  private async takeAll(messages: ConsumerMessages): Promise<JsMsg | null> {
    let last: JsMsg | null = null;
    for await (const message of messages) {
      last = message;
      this.take(message);
    }
    return last;
  }

  private async untilEnded(messages: ConsumerMessages, back: AbortSignal): Promise<void> {
    if (this.goesOn(back)) this.messages = messages;
    else messages.stop();
    const ended = await messages.closed();
    if (ended instanceof Error) throw ended;
  }

  private goesOn(back: AbortSignal): boolean {
    return !this.closed && !back.aborted && this.mayPull;
  }
}

/** The same for each delivery of a message; a stream made anew counts from one again, but never at the same time. */
const nameOf = ({ info: { streamSequence, timestampNanos } }: JsMsg): string => `${streamSequence}@${timestampNanos}`;
