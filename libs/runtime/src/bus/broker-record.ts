import type { BrokerStream } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { DurableStart } from './provision';
import type { Durable } from './topology';

/** The last message a stream was seen to hold. */
export interface LastMessage {
  readonly stream: BrokerStream;
  readonly sequence: number;
  readonly time: string;
}

export interface Floor {
  readonly durable: Durable;
  readonly floor: number;
}

/** A place in the log: all facts of earlier transactions have been committed and come before it. */
export interface LogMark {
  readonly transactionId: string;
  readonly at: Date;
}

const LEASE_SECONDS = 5;

/**
 * The state of the broker as Postgres records it: its life, how full its streams were, how far its durables had come.
 */
export class BrokerRecord {
  constructor(
    private readonly database: Database,
    private readonly holder: string,
  ) {}

  /**
   * The broker's life, for the one replica that keeps the broker now; undefined for the others. Null: it has none yet.
   */
  async claim(): Promise<string | null | undefined> {
    const { rows } = await this.database.pool.query<{ life: string | null }>({
      name: 'broker-claim',
      text: `update broker set holder = $1, leased_until = clock_timestamp() + make_interval(secs => $2)
             where only_row and (holder = $1 or leased_until < clock_timestamp()) returning life`,
      values: [this.holder, LEASE_SECONDS],
    });
    return rows[0]?.life;
  }

  /** Takes the place of the replica that keeps the broker now. */
  async takeOver(): Promise<void> {
    await this.database.pool.query({
      name: 'broker-take-over',
      text: 'update broker set holder = $1, leased_until = clock_timestamp() + make_interval(secs => $2) where only_row',
      values: [this.holder, LEASE_SECONDS],
    });
  }

  /** Another replica may keep the broker at once. */
  async release(): Promise<void> {
    await this.database.pool.query({
      name: 'broker-release',
      text: `update broker set leased_until = '-infinity' where only_row and holder = $1`,
      values: [this.holder],
    });
  }

  async tips(): Promise<readonly LastMessage[]> {
    const { rows } = await this.database.pool.query<LastMessage>({
      name: 'broker-tips',
      text: 'select stream, sequence, message_time as time from broker_stream',
      values: [],
    });
    return rows;
  }

  async tenants(): Promise<readonly string[]> {
    const { rows } = await this.database.pool.query<{ tenant: string }>({
      name: 'broker-tenants',
      text: 'select distinct tenant from artifact order by tenant',
      values: [],
    });
    return rows.map(({ tenant }) => tenant);
  }

  /** Where each durable begins if it has to be made; one that was never heard of is deployed now. */
  async starts(durables: readonly Durable[]): Promise<ReadonlyMap<string, DurableStart>> {
    await registerDurables(this.database.pool, durables);
    const { rows } = await this.database.pool.query<DurableStart & { durable: string }>({
      name: 'broker-starts',
      text: 'select durable, since, floor from broker_durable where durable = any($1)',
      values: [durables.map(({ name }) => name)],
    });
    return new Map(rows.map(({ durable, since, floor }) => [durable, { since, floor }]));
  }

  /**
   * Nothing that was noted of the life before holds; publishers publish their facts again. False: another replica keeps
   * the broker.
   */
  async beginLife(life: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query({
      name: 'broker-life-begin',
      text: `with begun as (update broker set life = $2 where only_row and holder = $1 returning 1),
             tips as (delete from broker_stream where exists (select from begun)),
             floors as (update broker_durable set floor = null where exists (select from begun))
             select from begun`,
      values: [this.holder, life],
    });
    return rowCount === 1;
  }

  async note(life: string, tips: readonly LastMessage[], floors: readonly Floor[]): Promise<void> {
    await this.database.lazily({
      name: 'broker-note',
      text: `with present as (select from broker where only_row and life = $1),
             tips as (insert into broker_stream (stream, sequence, message_time)
               select * from unnest($2::text[], $3::bigint[], $4::text[]) where exists (select from present)
               on conflict (stream) do update set sequence = excluded.sequence, message_time = excluded.message_time
               where (broker_stream.sequence, broker_stream.message_time) is distinct from (excluded.sequence, excluded.message_time))
             update broker_durable set floor = noted.floor
             from unnest($5::text[], $6::text[], $7::bigint[]) as noted (stream, durable, floor)
             where broker_durable.stream = noted.stream and broker_durable.durable = noted.durable
               and broker_durable.floor is distinct from noted.floor and exists (select from present)`,
      values: [
        life,
        tips.map(({ stream }) => stream),
        tips.map(({ sequence }) => sequence),
        tips.map(({ time }) => time),
        floors.map(({ durable }) => durable.stream),
        floors.map(({ durable }) => durable.name),
        floors.map(({ floor }) => floor),
      ],
    });
  }

  /**
   * A mark after all facts that are committed now. Null while an app still publishes again, because its remaining facts
   * come before the mark.
   */
  async mark(life: string, apps: readonly string[]): Promise<LogMark | null> {
    const { rows } = await this.database.pool.query<LogMark>({
      name: 'broker-mark',
      text: `select pg_snapshot_xmin(pg_current_snapshot())::text as "transactionId", clock_timestamp() as at
             where (select count(*) from republication where app = any($2) and life = $1 and ended_at is not null) = cardinality($2::text[])`,
      values: [life, apps],
    });
    return rows[0] ?? null;
  }

  /**
   * Whether the broker has acknowledged every fact before the mark. A `Date` holds milliseconds and Postgres
   * microseconds, so all facts of the mark's own millisecond count as before it.
   */
  async isPublished({ at }: LogMark, apps: readonly string[]): Promise<boolean> {
    const { rows } = await this.database.pool.query({
      name: 'broker-mark-published',
      text: `select from outbox where app = any($2) and created_at < $1::timestamptz + interval '1 millisecond' limit 1`,
      values: [at, apps],
    });
    return rows.length === 0;
  }

  async noteConsumed(life: string, { transactionId }: LogMark): Promise<void> {
    await this.database.pool.query({
      name: 'broker-consumed',
      text: 'update broker set consumed = $2::xid8 where only_row and life = $1 and consumed < $2::xid8',
      values: [life, transactionId],
    });
  }
}

/** Remembers since when durables are deployed; those known already stay as they are. */
export async function registerDurables(
  database: Pick<Database['pool'], 'query'>,
  durables: readonly Durable[],
): Promise<void> {
  await database.query({
    name: 'broker-durables-register',
    text: 'insert into broker_durable (stream, durable) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    values: [durables.map(({ stream }) => stream), durables.map(({ name }) => name)],
  });
}
