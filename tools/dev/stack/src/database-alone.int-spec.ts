import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { processIdentity } from './process/identity';
import { pidOf, pidsOn } from './process/process-records';
import { startDatabase } from './stack';

it('a database alone serves as in a stack, with nothing beside it, and leaves nothing behind', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-database-'));
  const { postgres, stop } = await startDatabase({ dataFolder, throwaway: true, durable: true });
  const pid = pidOf(dataFolder, 'postgres');
  try {
    expect(pidsOn(dataFolder)).toEqual([pid]);
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(`select current_database() as name, current_setting('fsync') as fsync`);
    await client.end();
    expect(rows).toEqual([{ name: 'arbiter', fsync: 'on' }]);
  } finally {
    await stop();
  }
  expect({ runs: processIdentity(pid) !== undefined, pids: pidsOn(dataFolder), data: existsSync(dataFolder) }).toEqual({
    runs: false,
    pids: [],
    data: false,
  });
});
