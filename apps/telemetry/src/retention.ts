import { setTimeout as delay } from 'node:timers/promises';
import type { Retention as Periods } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import { Counter, type Registry } from 'prom-client';
import type { TelemetryOptions } from './options';
import { RetentionPeriods } from './retention-periods';

const HOUR_MILLISECONDS = 3_600_000;
const AGAIN_MILLISECONDS = 60_000;
const WEEKS_AHEAD = 4;
const PARTITIONS_AT_ONCE = 60;
const ROWS_AT_ONCE = 1_000;
const BATCHES_AT_ONCE = 100;
/** a run that is asked for after so many days has its budget again */
const SPENDING_DAYS = 31;

const PARTITIONED = {
  ui_log: 'shownDays',
  stage: 'stagesDays',
  trace_event: 'stagesDays',
  run_history: 'runsDays',
  plan_history: 'plansDays',
  action_history: 'actionsDays',
  model_call: 'modelCallsDays',
} as const satisfies Record<string, keyof Periods>;
/** Topics and chats have no end. */
const VIEWS = {
  thread_view: 'threadsDays',
  session_view: 'threadsDays',
  session_memory: 'threadsDays',
} as const satisfies Record<string, keyof Periods>;

export type LeftoverDays = Pick<TelemetryOptions, 'snapshotDays' | 'outboxDays'>;

export interface RetentionParts {
  readonly database: Database;
  readonly registry: Registry;
  readonly onTrouble: (error: unknown) => void;
  /** called with the number of days that dead letters are kept: the longest period of all tenants */
  readonly keepDeadLetters: (days: number) => void;
}

/**
 * Deletes data whose period is over, and makes the partitions of the coming weeks.
 *
 * 1. A partition is dropped when the longest period of all tenants is over for all of its days. Rows past a shorter
 *    period are not shown.
 * 2. The shown lines of a run that has not ended stay, whatever their age: its stream goes on from there
 *    (drop_partition sees to it).
 * 3. A row without a partition is in the default one, until its week is made or its period is over.
 * 4. So many rows a statement, so many statements a round, and no wait for a lock beyond two seconds: nothing here
 *    stalls a writer.
 * 5. Replicas do the same work side by side: while one works on a table's partitions the other passes it over, and so
 *    with rows (SKIP LOCKED).
 * 6. Trouble with one table does not affect another; it is tried again after a minute, and so is the work that a round
 *    could not finish.
 */
export class Retention {
  private readonly closing = new AbortController();
  private readonly periods: RetentionPeriods;
  private readonly dropped: Counter;
  private readonly deleted: Counter;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: RetentionParts,
    private readonly leftovers: LeftoverDays,
  ) {
    const registers = [parts.registry];
    this.periods = new RetentionPeriods(parts.database);
    this.dropped = new Counter({
      name: 'arbiter_partitions_dropped_total',
      help: 'Partitions whose period was over',
      labelNames: ['table'],
      registers,
    });
    this.deleted = new Counter({
      name: 'arbiter_expired_rows_total',
      help: 'Rows deleted after their period',
      labelNames: ['table'],
      registers,
    });
  }

  start(): void {
    this.running = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Everything once. Returns whether nothing went wrong and nothing was left over. */
  async round(): Promise<boolean> {
    let isWell = true;
    let isDone = true;
    const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
      if (this.closing.signal.aborted) return null;
      return work().catch((error: unknown) => {
        isWell = false;
        this.parts.onTrouble(error);
        return null;
      });
    };
    // While the periods are unknown nothing is deleted, but the coming weeks are made.
    const periods = (await attempt(() => this.periods.read())) ?? new Map<string, Periods>();
    const deadLetterDays = longest(periods, 'deadLettersDays');
    if (deadLetterDays !== null) this.parts.keepDeadLetters(deadLetterDays);
    for (const [table, period] of entriesOf(PARTITIONED))
      await attempt(() => this.keepPartitions(table, longest(periods, period)));
    for (const [tenant, wanted] of periods) {
      for (const [view, period] of entriesOf(VIEWS))
        isDone =
          (await attempt(() => this.inBatches(view, 'delete_expired($1, $3, $4, $2)', [tenant, wanted[period]]))) !==
            false && isDone;
    }
    await attempt(() => this.inBatches('snapshot', 'delete_leftovers($1, $3, $2)', [this.leftovers.snapshotDays]));
    await attempt(() => this.inBatches('outbox', 'delete_leftovers($1, $3, $2)', [this.leftovers.outboxDays]));
    for (const table of ['model_spending', 'model_reservation'])
      await attempt(() => this.inBatches(table, 'delete_leftovers($1, $3, $2)', [SPENDING_DAYS]));
    return isWell && isDone;
  }

  /** `days`: how long it is kept; null while that is not known. */
  private async keepPartitions(table: string, days: number | null): Promise<void> {
    const { pool } = this.parts.database;
    await pool.query('select make_partitions($1, $2, $3)', [table, days, WEEKS_AHEAD]);
    if (days === null) return;
    for (let count = 0; count < PARTITIONS_AT_ONCE && !this.closing.signal.aborted; count += 1) {
      const { rows } = await pool.query<{ dropped: string | null }>('select drop_partition($1, $2) as dropped', [
        table,
        days,
      ]);
      if (!rows[0]?.dropped) return;
      this.dropped.inc({ table });
    }
  }

  /**
   * `call`: of a function that deletes at most so many rows of a table ($1, $2) and returns how many. Returns whether
   * that was all.
   */
  private async inBatches(table: string, call: string, values: readonly unknown[]): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_AT_ONCE && !this.closing.signal.aborted; batch += 1) {
      const { rows } = await this.parts.database.pool.query<{ deleted: number }>(`select ${call} as deleted`, [
        table,
        ROWS_AT_ONCE,
        ...values,
      ]);
      const deleted = rows[0]?.deleted ?? 0;
      this.deleted.inc({ table }, deleted);
      if (deleted < ROWS_AT_ONCE) return true;
    }
    return false;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const pause = (await this.round()) ? HOUR_MILLISECONDS : AGAIN_MILLISECONDS;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

const entriesOf = (periods: Readonly<Record<string, keyof Periods>>) => Object.entries(periods);

/** Null when there is no tenant. */
const longest = (periods: ReadonlyMap<string, Periods>, period: keyof Periods): number | null =>
  periods.size === 0 ? null : Math.max(...[...periods.values()].map((wanted) => wanted[period]));
