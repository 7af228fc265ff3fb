import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { LentDatabase } from './lent-database';

it('a lent database is new each time, and the one before is gone with the connections to it', async () => {
  const lender = await LentDatabase.start(join(mkdtempSync(join(tmpdir(), 'arbiter-lent-')), 'database'));
  try {
    const first = await connectedTo(await lender.lend());
    const ended = new Promise<void>((resolve) => first.once('end', () => resolve()));
    await first.query("insert into arbiter.artifact (hash, tenant, body) values ('a', 'shop', '{}')");
    const second = await connectedTo(await lender.lend());
    await ended;
    expect((await second.query('select from arbiter.artifact')).rowCount).toBe(0);
    await second.end();
  } finally {
    await lender.stop();
  }
});

async function connectedTo(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
