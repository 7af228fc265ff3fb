import { retryable } from '@arbiter/contracts';
import { GrowingPause, failureOf, type DatabaseClock, type Dependencies, type Part } from '@arbiter/resilience';
import { MIGRATIONS, type Database } from '@arbiter/store';
import type { Broker } from '../bus';
import type { Alarm } from './alarm';

const PAUSE_MILLISECONDS = 1_000;
/** while the service is idle: its first work would meet an outage by itself */
const LONGEST_PAUSE_MILLISECONDS = 3_000;
/** while something is away: it is noticed soon that it is back */
const SHORT_PAUSE_MILLISECONDS = 200;
const PATIENCE_MILLISECONDS = 3_000;
const TURN_MILLISECONDS = 100;
const LOOKS_BETWEEN = 30;

export interface ProbedParts {
  readonly dependencies: Dependencies;
  readonly database: Database;
  readonly broker: Broker;
  readonly clock: DatabaseClock;
  readonly app: string;
  readonly instance: string;
  /** of the process: rung when something is found to be away */
  readonly alarm: Alarm;
  /** how many services of the process look */
  readonly lookers: number;
}

/**
 * Probes whether the dependencies of a service work: about once a second in a process that works, every three seconds
 * in an idle one, more often while one is away, and at once when a connection breaks. It does what the work does: it
 * writes a row, so that a database that is read-only or full counts as away.
 *
 * 1. One look at a time, each bounded by PATIENCE_MILLISECONDS; a part that does not answer by then is away.
 * 2. Several services of a process take turns; when one finds something away, the others look at once.
 * 3. A dependency that failed at work is probed like all others, and is back only when its probe succeeds.
 */
export class DependencyProbes {
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();
  private closed = false;
  private looks = 0;
  private checkKeys: (() => Promise<void>) | null = null;
  private work: () => number = () => 0;
  private readonly rest = new GrowingPause(PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS);
  private worked = 0;
  private readonly stopListening: () => void;

  constructor(private readonly parts: ProbedParts) {
    const stopRinging = parts.alarm.onRing(() => this.lookSoon());
    const broke = (): void => this.lookSoon();
    parts.database.pool.on('error', broke);
    this.stopListening = () => {
      stopRinging();
      parts.database.pool.off('error', broke);
    };
  }

  /** Sets the check that the keys open what is stored; a service that opens nothing has none. Call before `start`. */
  lookAtKeys(check: () => Promise<void>): void {
    this.checkKeys = check;
  }

  /** `work` is a count that grows with the service's work: while it does not grow the service is idle. */
  follow(work: () => number): void {
    this.work = work;
  }

  /** Looks once and then again and again. Resolves after the first look. */
  async start(): Promise<void> {
    this.looking = this.look();
    await this.looking;
    this.schedule();
    void this.noticeDisconnects();
    await forgetTheGone(this.parts.database).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.stopListening();
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
  }

  private schedule(): void {
    if (this.closed) return;
    this.timer = setTimeout(() => this.lookNow(), this.pause());
  }

  private lookNow(): void {
    this.timer = null;
    this.looking = this.look().finally(() => this.schedule());
  }

  /** Ends with the connection. */
  private async noticeDisconnects(): Promise<void> {
    for await (const { type } of this.parts.broker.connection.status()) if (type === 'disconnect') this.lookSoon();
  }

  /** Unless it looks already. */
  private lookSoon(): void {
    if (this.timer === null || this.closed) return;
    clearTimeout(this.timer);
    this.lookNow();
  }

  /** Drawn, so that services that started together do not look together. */
  private pause(): number {
    const { dependencies, lookers } = this.parts;
    const worked = this.work();
    const pause = this.rest.after(worked === this.worked && dependencies.outages.length === 0);
    this.worked = worked;
    if (dependencies.outages.length > 0) return SHORT_PAUSE_MILLISECONDS;
    return lookers === 1 ? pause : pause * lookers * (0.5 + Math.random() / 2);
  }

  private async look(): Promise<void> {
    await Promise.all([this.lookAt('nats', () => this.lookAtBroker()), this.lookAtStore()]);
  }

  /** A missing column means that the schema differs, a lost connection that Postgres is away: the error shows which. */
  private async lookAtStore(): Promise<void> {
    const { database, clock, app, instance } = this.parts;
    const isUp = await this.lookAt('postgres', async () => clock.learn(() => beat(database, app, instance)));
    if (!isUp) return;
    if (this.isWorthALook('schema') && !(await this.lookAt('schema', () => lookAtSchema(database)))) return;
    if (this.checkKeys && this.isWorthALook('keys')) await this.lookAt('keys', this.checkKeys);
    this.looks += 1;
  }

  /** A part that hardly ever changes is probed now and then, and always while it is away. */
  private isWorthALook(part: Part): boolean {
    return this.looks % LOOKS_BETWEEN === 0 || this.parts.dependencies.isAway(part);
  }

  private async lookAtBroker(): Promise<void> {
    const { connection } = this.parts.broker;
    if (connection.isClosed()) throw retryable('broker_unreachable', 'the connection to NATS is closed');
    await connection.rtt();
  }

  private async lookAt(part: Part, look: () => Promise<unknown>): Promise<boolean> {
    const { dependencies } = this.parts;
    try {
      await withinPatience(look());
      dependencies.restored(part);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      const said = failure.kind === 'outage' && failure.part === 'schema' ? failure.part : part;
      if (!dependencies.isAway(said)) this.parts.alarm.ring();
      dependencies.lost(said, `${failure.cause}: ${error instanceof Error ? error.message : String(error)}`);
      if (said !== part) dependencies.restored(part);
      return false;
    }
  }
}

/** Writes that this process is there; returns the time by the clock of Postgres, in milliseconds since the epoch. */
async function beat(database: Database, app: string, instance: string): Promise<number> {
  const { rows } = await database.pool.query<{ now: number }>({
    name: 'heartbeat',
    text: `insert into heartbeat (app, instance, at) values ($1, $2, clock_timestamp())
           on conflict (app, instance) do update set at = clock_timestamp() returning (extract(epoch from at) * 1000)::float8 as now`,
    values: [app, instance],
  });
  return rows[0]!.now;
}

/** Forgets processes that ended long ago; a row that is missed now is deleted at the next start. */
async function forgetTheGone(database: Database): Promise<void> {
  await database.lazily({
    name: 'heartbeat-forget',
    text: `delete from heartbeat where at < now() - interval '1 day'`,
  });
}

/**
 * A service waits for its migrations; one that knows fewer than there are is an older one, and goes on: they only add.
 */
async function lookAtSchema(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>({
    name: 'migrations-applied',
    text: 'select name from kysely_migration',
  });
  const applied = new Set(rows.map(({ name }) => name));
  const missing = MIGRATIONS.filter((name) => !applied.has(name));
  if (missing.length > 0)
    throw retryable(
      'schema_older',
      `migration ${missing[0]} is not applied; run the migration job (tools/ops/migrate)`,
    );
}

function withinPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(retryable('no_answer', `no answer within ${PATIENCE_MILLISECONDS} ms`));
    // Of a process that was busy the timer runs before the answer is read: that has its turn first.
    let timer = setTimeout(() => (timer = setTimeout(giveUp, TURN_MILLISECONDS)), PATIENCE_MILLISECONDS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
