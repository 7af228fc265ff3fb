import type { Database } from '@arbiter/store';
import { Laboratory } from '@arbiter/store/testing/laboratory';
import { planOf } from '@arbiter/store/testing/plan-of';
import { runFold } from './folds/runs';
import { threadFold } from './folds/threads';
import { readRows } from './row-table';

/**
 * Postgres makes a plan once and keeps it: the plan chosen for empty tables must also do for full ones, until the
 * statistics of the tables are taken.
 */
describe('a statement about a read model that is planned while its tables are empty', () => {
  let laboratory: Laboratory;
  let database: Database;
  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database(1);
  });
  afterAll(() => laboratory.close());

  it('looks up rows of read models by key', async () => {
    const client = await database.pool.connect();
    try {
      await readRows(runFold, [], client);
      await readRows(threadFold, [], client);
    } finally {
      client.release();
    }
    expect(await planOf(database, `read-model-read-${runFold.table}`, '[]', '2026-01-01', '2026-12-31')).not.toMatch(
      /Hash|Merge Join|Seq Scan/,
    );
    expect(await planOf(database, `read-model-read-${threadFold.table}`, '[]')).not.toMatch(/Hash|Merge Join|Seq Scan/);
  });
});
