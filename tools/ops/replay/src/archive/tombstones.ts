import { retryable, terminal } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { PoolClient } from 'pg';
import { inTransaction } from '../projections/transaction';
import type { EndedRun, EndedStream } from './ended-runs';

const LOCK_ATTEMPTS = 10;
const LOCK_NOT_AVAILABLE = '55P03';

interface Unfinished {
  readonly file: string;
  readonly streams: readonly EndedStream[];
}

/** Sets the tombstones of runs, and takes streams with one out of the log; under the archiver's own role. */
export class Tombstones {
  constructor(private readonly database: Database) {}

  /**
   * Sets the tombstones of runs that have not changed since they were read. Returns these. Writers wait for the moment
   * it takes: a writer that was about to append is done before, or meets the tombstone. Throws a retryable error when
   * there was no such moment.
   */
  async set(runs: readonly EndedRun[], file: string): Promise<readonly EndedRun[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.asArchiver(async (transaction) => {
          await transaction.query('lock table event in share row exclusive mode');
          const quiet = await unchanged(transaction, runs);
          await insert(
            transaction,
            quiet.flatMap(({ streams }) => streams),
            file,
          );
          return quiet;
        });
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
        if (attempt === LOCK_ATTEMPTS)
          throw retryable(
            'busy',
            'a transaction holds the log for longer than two seconds: find it in pg_stat_activity, end it, and run this again',
            60_000,
          );
      }
    }
  }

  /**
   * Streams whose tombstone was set and whose facts are still in the log, by file: an earlier archive was interrupted
   * in between.
   */
  async unfinished(): Promise<readonly Unfinished[]> {
    const { rows } = await this.database.pool.query<{ file: string; stream: string; lastVersion: number }>(
      'select file, stream_id as stream, last_version as "lastVersion" from archived_stream where not is_removed order by stream_id',
    );
    return [...Map.groupBy(rows, ({ file }) => file)].map(([file, streams]) => ({ file, streams }));
  }

  /**
   * Takes the facts out of the log, all or none. Returns how many. Throws a terminal error when they are not all there.
   */
  remove(streams: readonly EndedStream[]): Promise<number> {
    const [names, facts] = [
      streams.map(({ stream }) => stream),
      streams.reduce((sum, { lastVersion }) => sum + lastVersion, 0),
    ];
    return this.asArchiver(async (transaction) => {
      await transaction.query('delete from snapshot where stream_id = any ($1)', [names]);
      const { rowCount } = await transaction.query('delete from event where stream_id = any ($1)', [names]);
      if (rowCount !== facts)
        throw terminal('log_changed', `${rowCount} facts would be removed where ${facts} were archived; nothing was`);
      await transaction.query('update archived_stream set is_removed = true where stream_id = any ($1)', [names]);
      return facts;
    });
  }

  private asArchiver<T>(work: (transaction: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.database, async (transaction) => {
      await transaction.query("set local role arbiter_archiver; set local lock_timeout = '2s'");
      return work(transaction);
    });
  }
}

async function unchanged(transaction: PoolClient, runs: readonly EndedRun[]): Promise<readonly EndedRun[]> {
  const streams = runs.flatMap((run) => run.streams);
  const { rows } = await transaction.query<{ stream_id: string }>(
    `select stream_id from unnest($1::text[], $2::int[]) as wanted (stream_id, last_version)
     where (select max(version) from event where event.stream_id = wanted.stream_id) is distinct from last_version
       or exists (select from due where due.stream_id = wanted.stream_id) or exists (select from outbox where wanted.stream_id = any (outbox.streams))`,
    [streams.map(({ stream }) => stream), streams.map(({ lastVersion }) => lastVersion)],
  );
  const changed = new Set(rows.map(({ stream_id }) => stream_id));
  return runs.filter((run) => !run.streams.some(({ stream }) => changed.has(stream)));
}

const insert = (transaction: PoolClient, streams: readonly EndedStream[], file: string) =>
  transaction.query(
    'insert into archived_stream (stream_id, last_version, file) select stream_id, last_version, $3 from unnest($1::text[], $2::int[]) as ended (stream_id, last_version)',
    [streams.map(({ stream }) => stream), streams.map(({ lastVersion }) => lastVersion), file],
  );
