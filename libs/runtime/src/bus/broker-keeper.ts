import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { StreamInfo } from '@nats-io/jetstream';
import type { BrokerStream } from '@arbiter/contracts';
import { GrowingPause } from '@arbiter/resilience';
import type { Database } from '@arbiter/store';
import type { Broker } from './broker';
import { BrokerRecord, type LastMessage } from './broker-record';
import { ConsumedMark, floorOf } from './consumed-mark';
import { lossOf } from './loss';
import { Provisioning, type Provided } from './provisioning';
import { STREAMS, durablesFor, orNull, type Durable } from './topology';

/** Well below the lease (broker-record.ts), which a look keeps. */
const LOOK_MILLISECONDS = 1_000;
const LONGEST_LOOK_MILLISECONDS = 2_000;
/** A round that finds the broker as it was does nothing, so at rest there is one now and then. */
const ROUND_MILLISECONDS = 5_000;
const LONGEST_ROUND_MILLISECONDS = 20_000;
/**
 * The broker refuses new messages of IN when it is full, so messages that ingress has consumed are removed before that.
 */
const FULL_SHARE = 0.5;
/** A keeper of this release would have made a missing durable by then. */
const PATIENT_ROUNDS = 3;

export interface BrokerKeeperParts {
  readonly broker: Broker;
  readonly database: Database;
  /** this replica's name among those that keep the broker */
  readonly instance: string;
  readonly replicas: number;
  readonly megabytes: number;
  readonly onTrouble: (error: unknown) => void;
  readonly onNewLife: (reason: string) => void;
}

/**
 * Makes the streams and durables of all services and channels, keeps them as this version wants them, and notices when
 * the broker has lost messages.
 *
 * 1. One replica at a time, by a lease in Postgres; each step may be done twice.
 * 2. A new life is recorded only after every stream carries it and every durable exists, so facts that are published
 *    again are delivered. When a process ends before that, the streams carry a life that is not recorded, and the next
 *    round begins another one.
 * 3. The fill of a stream is recorded only while it is the stream of the last record.
 * 4. Between two rounds the keeper looks at streams and tenants. When they differ from what the last round left, it
 *    makes a round at once; when they do not, its looks and rounds become rarer. When the connection is back it looks
 *    at once.
 * 5. A replica that misses a durable for several rounds takes the lease over: the holder's release does not know that
 *    durable.
 */
export class BrokerKeeper {
  private readonly record: BrokerRecord;
  private readonly mark: ConsumedMark;
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly provisioning: Provisioning;
  private missedRounds = 0;
  private lastRound = { at: Number.NEGATIVE_INFINITY, left: '' };
  private readonly lookPause = new GrowingPause(LOOK_MILLISECONDS, LONGEST_LOOK_MILLISECONDS);
  private readonly roundPause = new GrowingPause(ROUND_MILLISECONDS, LONGEST_ROUND_MILLISECONDS);
  private roundMilliseconds = ROUND_MILLISECONDS;
  private isKeeping = false;
  private deadLetterDays: number | null = null;

  constructor(private readonly parts: BrokerKeeperParts) {
    this.record = new BrokerRecord(parts.database, parts.instance);
    this.mark = new ConsumedMark(this.record);
    this.provisioning = new Provisioning(parts, this.record);
  }

  /** Resolves after a first round, whether or not it succeeded. */
  async start(): Promise<void> {
    await this.tryRound();
    this.running = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
    await this.record.release().catch(this.parts.onTrouble);
  }

  /** From the next round on, dead letters are kept for this many days; until then their age limit stays as it is. */
  keepDeadLetters(days: number): void {
    this.deadLetterDays = days;
  }

  /** Looks at the broker once and repairs it, if this replica holds the lease. */
  async round(): Promise<void> {
    const life = await this.record.claim();
    this.isKeeping = life !== undefined;
    if (life === undefined) return this.standBy();
    this.missedRounds = 0;
    const published = life !== null && (await this.mark.prepare(life));
    const reason = await this.loss(life);
    if (reason === null) {
      const seen = await this.provisioning.provide(life!, this.deadLetterDays);
      await this.note(life!, seen);
      return this.mark.advance(life!, published, seen.streams, seen.consumers);
    }
    await this.beginLife(reason);
  }

  /**
   * Another replica keeps the broker. This one takes the lease over when that replica does not know a durable of this
   * release.
   */
  private async standBy(): Promise<void> {
    this.mark.reset();
    const standing = new Set((await this.provisioning.consumers()).map(({ name }) => name));
    const isMissing = durablesFor(await this.record.tenants()).some(({ name }) => !standing.has(name));
    this.missedRounds = isMissing ? this.missedRounds + 1 : 0;
    if (this.missedRounds >= PATIENT_ROUNDS) await this.record.takeOver();
  }

  private async beginLife(reason: string): Promise<void> {
    const life = randomUUID();
    await this.provisioning.provide(life, this.deadLetterDays, true);
    this.mark.reset();
    if (await this.record.beginLife(life)) this.parts.onNewLife(reason);
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    for (let pause = LOOK_MILLISECONDS; !signal.aborted;) {
      const either = AbortSignal.any([signal, this.parts.broker.nextReconnect()]);
      await delay(pause, undefined, { signal: either }).catch(() => undefined);
      if (!signal.aborted) pause = this.lookPause.after(await this.tryLook());
    }
  }

  /** Returns whether all is as it was. */
  private async tryLook(): Promise<boolean> {
    const seen = await this.look().catch(() => null);
    const isSame = seen !== null && seen === this.lastRound.left;
    const isQuiet = isSame && this.isKeeping;
    if (isSame && performance.now() - this.lastRound.at < this.roundMilliseconds) return isQuiet;
    await this.tryRound();
    this.roundMilliseconds = this.roundPause.after(isQuiet);
    return isQuiet;
  }

  private async tryRound(): Promise<void> {
    await this.round().catch(this.parts.onTrouble);
    this.lastRound = { at: performance.now(), left: await this.look().catch(() => '') };
  }

  /** The facts that a round depends on, as they are now. Also renews the lease. */
  private async look(): Promise<string> {
    const [life, tenants, ...streams] = await Promise.all([
      this.record.claim(),
      this.record.tenants(),
      ...STREAMS.map((name) => orNull(this.parts.broker.manager.streams.info(name))),
    ]);
    const held = streams.map(
      (found) =>
        found && [found.config.description, found.state.first_seq, found.state.last_seq, found.state.consumer_count],
    );
    return JSON.stringify([life, tenants, held, this.deadLetterDays]);
  }

  private async loss(life: string | null): Promise<string | null> {
    if (life === null) return 'it is seen for the first time';
    const { manager } = this.parts.broker;
    for (const tip of await this.lastMessages()) {
      const found = await orNull(manager.streams.info(tip.stream));
      const reason = await lossOf(tip, life, found, (sequence) =>
        orNull(manager.streams.getMessage(tip.stream, { seq: sequence })),
      );
      if (reason !== null) return reason;
    }
    return null;
  }

  private async lastMessages(): Promise<readonly LastMessage[]> {
    const tips = await this.record.tips();
    return STREAMS.map((stream) => tips.find((tip) => tip.stream === stream) ?? { stream, sequence: 0, time: '' });
  }

  private async note(life: string, { streams, consumers }: Provided): Promise<void> {
    const tips = [...streams].map(([stream, { state }]): LastMessage => ({
      stream,
      sequence: state.last_seq,
      time: stream === 'EVT' ? state.last_ts : '',
    }));
    const floors = consumers.map((consumer) => ({
      durable: { stream: consumer.stream_name, name: consumer.name } as Durable,
      floor: Math.min(floorOf(consumer), streams.get(consumer.stream_name as BrokerStream)!.state.last_seq),
    }));
    await this.record.note(life, tips, floors);
    await this.makeRoom(streams.get('IN')!, floors.find(({ durable }) => durable.stream === 'IN')?.floor ?? 0);
  }

  /** Lets go of the channel messages that ingress has taken. */
  private async makeRoom({ state, config }: StreamInfo, taken: number): Promise<void> {
    if (state.bytes < FULL_SHARE * config.max_bytes || taken < state.first_seq) return;
    await this.parts.broker.manager.streams.purge('IN', { seq: taken + 1 });
  }
}
