import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { Pool, Query } from 'pg';
import { patientClient } from './patient-client';

describe('a client of Postgres', () => {
  let stack: Stack;
  const pools: Pool[] = [];

  beforeAll(async () => {
    stack = await startThrowawayStack();
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await stack.stop();
  });

  function poolOf(longest: number): Pool {
    const pool = new Pool({ Client: patientClient(longest), connectionString: stack.postgres.url, max: 1 });
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  }

  it('answers by promise and by callback, with values and without', async () => {
    const client = await poolOf(60_000).connect();
    const answers = [
      await client.query('select 1 as n'),
      await client.query('select $1::int as n', [2]),
      await client.query({ text: 'select $1::int as n', values: [3] }),
      await new Promise((resolve) => client.query('select 4 as n', (_, result) => resolve(result))),
      await new Promise((resolve) => client.query('select $1::int as n', [5], (_, result) => resolve(result))),
    ] as { rows: { n: number }[] }[];
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([1, 2, 3, 4, 5]);
    client.release();
  });

  it('has a query that sends itself do so', async () => {
    const client = await poolOf(60_000).connect();
    const rows = await new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: { rows: unknown }) =>
        error ? reject(error) : resolve(result.rows);
      client.query(Object.assign(new Query('select 6 as n'), { callback }));
    });
    expect(rows).toEqual([{ n: 6 }]);
    client.release();
  });

  it('passes on what Postgres refuses', async () => {
    const pool = poolOf(60_000);
    await expect(pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(pool.query('select 1 as n')).resolves.toMatchObject({ rows: [{ n: 1 }] });
  });

  it('waits no longer than it may, and the pool goes on with another connection', async () => {
    const pool = poolOf(100);
    await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout');
    await expect(pool.query('select 1 as n')).resolves.toMatchObject({ rows: [{ n: 1 }] });
  });

  it('keeps nothing of a query once it is answered', async () => {
    const program = resolve(__dirname, '../../dist/testing/programs/answered-queries.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, stack.postgres.url]);
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThan(12_500);
  });
});
