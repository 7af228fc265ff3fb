import { mkdtempSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ownDataFolder } from '../folder/data-folder';
import { removeData } from '../folder/remove-data';
import type { ServerContext } from '../server-context';
import type { Server } from '../types';
import { startPostgres } from './server';

let parent: string;
const servers: Server[] = [];

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'arbiter-template-'));
  chmodSync(parent, 0o755);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const name of ['first', 'second', 'lasting', 'killed']) await removeData(join(parent, name), []);
  rmSync(parent, { recursive: true, force: true });
});

async function start(name: string, durable: boolean): Promise<Server> {
  const dataFolder = join(parent, name);
  ownDataFolder(dataFolder);
  const context: ServerContext = {
    dataFolder,
    durable,
    packagesFolder: join(parent, 'packages'),
    environment: process.env,
    report: () => undefined,
    died: () => undefined,
  };
  const server = await startPostgres(context);
  servers.push(server);
  return server;
}

async function one(server: Server, text: string): Promise<unknown> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return Object.values((await client.query<Record<string, unknown>>(text)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

it('throw-away clusters are copied from the first, hold rows of their own, and one that is to last is not', async () => {
  const [first, second, lasting] = [
    await start('first', false),
    await start('second', false),
    await start('lasting', true),
  ];
  const madeBy = (server: Server) => one(server, 'select system_identifier::text from pg_control_system()');
  expect(await madeBy(second)).toBe(await madeBy(first));
  expect(await madeBy(lasting)).not.toBe(await madeBy(first));
  await one(first, 'create table kept ()');
  expect(await one(second, "select to_regclass('kept')")).toBeNull();
  const passwordOf = (name: string) => readFileSync(join(parent, name, 'secrets/postgres'), 'utf8');
  expect(passwordOf('lasting')).not.toBe(passwordOf('first'));
});

it('a commit of a throw-away Postgres does not wait for the disk, and survives a kill of Postgres', async () => {
  const server = await start('killed', false);
  const settings = `select current_setting('fsync') || ' ' || current_setting('synchronous_commit')`;
  expect(await one(server, settings)).toBe('off on');
  await one(server, 'create table kept as select generate_series(1, 5000) as number');
  await one(server, 'insert into kept values (5001)');
  await server.kill!();
  await server.restart!();
  expect(await one(server, 'select count(*)::int from kept')).toBe(5_001);
});
