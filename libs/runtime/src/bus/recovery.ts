import { setTimeout as delay } from 'node:timers/promises';
import { retryable, type App } from '@arbiter/contracts';
import { GrowingPause, Recurrence } from '@arbiter/resilience';
import { type Database, CLAIM_ROWS, type Outbox } from '@arbiter/store';
import { ACK_PATIENCE_MILLISECONDS } from './acknowledgements';
import type { Broker } from './broker';
import type { Publisher } from './publisher';
import { Republication, type RepublicationProgress } from './republication';
import { durablesOf, orNull, type Durable } from './topology';

/** after a round that left something, or failed */
const AGAIN_MILLISECONDS = 1_000;
/** after one that found nothing more, and while nothing is committed here either */
const REST_MILLISECONDS = 3_000;
const LONGEST_REST_MILLISECONDS = 12_000;
/** Why there is a round: the first of all, the connection is back, or it is time for one. */
type Reason = 'start' | 'reconnect' | 'time';
/**
 * Only older outbox rows are published again. At the start no publisher of this process waits for an acknowledgement.
 * After a reconnect a publisher that waits sends its younger messages again by itself. Otherwise the time is longer
 * than any acknowledgement may take.
 */
const SWEEP_AFTER_SECONDS: Readonly<Record<Reason, number>> = {
  start: 0,
  reconnect: ACK_PATIENCE_MILLISECONDS / 1_000,
  time: (2 * ACK_PATIENCE_MILLISECONDS) / 1_000,
};
const BATCHES_A_SWEEP = 50;
/** A new life is recorded right after the missing durables are made. */
const NOTED_MILLISECONDS = 500;
const POLL_MILLISECONDS = 250;
const START_MILLISECONDS = 50_000;
const RESTORE_MILLISECONDS = 10_000;
const SAY_MILLISECONDS = 5_000;

export interface RecoveryParts {
  readonly broker: Broker;
  readonly database: Database;
  readonly outbox: Outbox;
  readonly publisher: Publisher;
  readonly app: App;
  readonly instance: string;
  readonly onTrouble: (error: unknown) => void;
  readonly onProgress: (progress: RepublicationProgress) => void;
  /** called every few seconds while the durables are missing */
  readonly onWaiting: (durable: string) => void;
}

/**
 * Publishes the facts of an app that the broker lacks. BrokerKeeper makes the streams and durables.
 *
 * 1. An outbox row that no acknowledgement can be on its way for is published again under another message id; at the
 *    start every row is, because its publisher may be gone, until that went through.
 * 2. When the broker has a new life, facts are published again in the background; sweeping goes on meanwhile.
 * 3. Both checks run every few seconds, less often while no fact is committed here, and at once when the connection is
 *    back or missing durables exist again: facts that a hanging broker did not take, or that it lost, are published
 *    then.
 * 4. Publishing twice is harmless: a message is a wake-up, the stream is the truth.
 */
export class Recovery {
  private readonly closing = new AbortController();
  private readonly republication: Republication;
  private sweeping: Promise<void> = Promise.resolve();
  private republishing: Promise<void> = Promise.resolve();
  private restoring: Promise<void> | null = null;
  /** missing durables exist again */
  private readonly restored = new Recurrence();

  constructor(private readonly parts: RecoveryParts) {
    this.republication = new Republication(parts);
  }

  /** Waits for the durables that the app reads from. */
  async start(): Promise<void> {
    await this.waitForDurables(START_MILLISECONDS);
    this.sweeping = this.repeat((reason) => this.sweep(SWEEP_AFTER_SECONDS[reason]));
    this.republishing = this.repeat(() => this.republication.run());
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.republication.close();
    await Promise.all([this.sweeping, this.republishing]);
  }

  /** For a consumer whose durable is missing: resolves when it exists again; one wait serves all callers. */
  restore(): Promise<void> {
    this.restoring ??= this.waitForDurables(RESTORE_MILLISECONDS)
      .then(() => this.restored.happened())
      .finally(() => (this.restoring = null));
    return this.restoring;
  }

  /**
   * Publishes the outbox rows that are older, batch by batch for as long as every publish of a batch succeeds. True:
   * there may be more.
   */
  async sweep(olderThanSeconds: number): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_A_SWEEP && !this.closing.signal.aborted; batch += 1) {
      const rows = await this.parts.outbox.claim(olderThanSeconds);
      const outcomes = await Promise.allSettled(
        rows.map(async (row) => {
          await this.parts.publisher.publishAgain(row.envelopes, `r${row.attempt}`);
          this.parts.outbox.drop(row.id);
        }),
      );
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
      if (rows.length < CLAIM_ROWS) return false;
    }
    return true;
  }

  /** Rows that the sweep at the start left are swept again by the start's rule. */
  private async repeat(work: (reason: Reason) => Promise<boolean | void>): Promise<void> {
    const { signal } = this.closing;
    const { publisher, broker } = this.parts;
    const rest = new GrowingPause(REST_MILLISECONDS, LONGEST_REST_MILLISECONDS);
    let published = publisher.times;
    for (let reason: Reason = 'start'; !signal.aborted;) {
      const back = broker.nextReconnect();
      const { next: restored } = this.restored;
      const isUnfinished: boolean | void = await work(reason).catch(
        (error: unknown) => (this.parts.onTrouble(error), true),
      );
      if (reason !== 'start' || !isUnfinished) reason = 'time';
      const pause = isUnfinished ? AGAIN_MILLISECONDS : rest.after(publisher.times === published);
      published = publisher.times;
      await delay(pause, undefined, { signal: AbortSignal.any([signal, back, restored]) }).catch(() => undefined);
      if (restored.aborted) await delay(NOTED_MILLISECONDS, undefined, { signal }).catch(() => undefined);
      if (!back.aborted) continue;
      rest.reset();
      if (reason === 'time') reason = 'reconnect';
    }
  }

  private async waitForDurables(milliseconds: number): Promise<void> {
    const until = Date.now() + milliseconds;
    let silentUntil = Date.now() + SAY_MILLISECONDS;
    for (const durable of durablesOf(this.parts.app)) {
      while (!(await this.stands(durable)) && !this.closing.signal.aborted) {
        if (Date.now() > until)
          throw retryable(
            'durable_missing',
            `the broker has no durable ${durable.name}: telemetry makes it; start it, and look what it says`,
          );
        if (Date.now() > silentUntil) {
          silentUntil = Date.now() + SAY_MILLISECONDS;
          this.parts.onWaiting(durable.name);
        }
        await delay(POLL_MILLISECONDS);
      }
    }
  }

  private async stands({ stream, name }: Durable): Promise<boolean> {
    const found = await orNull(this.parts.broker.manager.consumers.info(stream, name)).catch((error: unknown) =>
      this.parts.onTrouble(error),
    );
    return Boolean(found);
  }
}
