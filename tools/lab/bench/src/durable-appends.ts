import { Pool } from 'pg';
import { round } from './statistics';

const CONNECTIONS = 16;
const SECONDS = 4;

/**
 * The best rate of the same Postgres one row at a time: single-row inserts from 16 connections, each its own durable
 * commit.
 */
export async function durableAppends(
  url: string,
): Promise<{ perSecond: number; fsync: string; synchronousCommit: string }> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  try {
    await pool.query('create table if not exists public.bench_append (id bigserial primary key, body text not null)');
    const settings = await pool.query<{ fsync: string; synchronous_commit: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`,
    );
    const until = performance.now() + SECONDS * 1_000;
    const body = 'x'.repeat(600);
    let rows = 0;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < until) {
          await pool.query({
            name: 'append',
            text: 'insert into public.bench_append (body) values ($1)',
            values: [body],
          });
          rows += 1;
        }
      }),
    );
    const perSecond = round((rows / (performance.now() - began)) * 1_000, 0);
    await pool.query('drop table public.bench_append');
    return { perSecond, fsync: settings.rows[0]!.fsync, synchronousCommit: settings.rows[0]!.synchronous_commit };
  } finally {
    await pool.end();
  }
}
