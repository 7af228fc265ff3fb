import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { defaultPackagesFolder, ownDataFolder } from '../folder/data-folder';
import { removeData } from '../folder/remove-data';
import type { ServerContext } from '../server-context';
import type { Server } from '../types';
import { startPostgres } from './server';

const root = process.getuid?.() === 0;
const asRoot = root ? it : it.skip;
let parent: string;
let dataFolder: string;
let server: Server | undefined;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'arbiter-npm-'));
  dataFolder = join(parent, 'data');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await removeData(dataFolder, []);
  rmSync(parent, { recursive: true, force: true });
});

async function start(): Promise<Server> {
  ownDataFolder(dataFolder);
  const environment = { ...process.env, ARBITER_STACK_POSTGRES: 'npm' };
  const context: ServerContext = {
    dataFolder,
    durable: false,
    packagesFolder: defaultPackagesFolder(),
    environment,
    report: () => undefined,
    died: () => undefined,
  };
  server = await startPostgres(context);
  return server;
}

async function rows(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server?.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const ownerOf = (file: string) => statSync(file).uid;

it('the Postgres of the npm package serves, whatever other Postgres is on PATH, and keeps its rows through a restart', async () => {
  chmodSync(parent, 0o755);
  expect(await start()).toMatchObject({ source: 'npm', describe: expect.stringContaining('Postgres 18') });
  await rows(`create table kept as select 'kept' as text`);
  await server?.restart?.();
  expect(await rows('select * from kept')).toEqual([{ text: 'kept' }]);
  expect(
    await rows(`select current_setting('data_directory') as folder, current_setting('server_encoding') as encoding`),
  ).toEqual([{ folder: join(dataFolder, 'postgres'), encoding: 'UTF8' }]);
});

asRoot('it runs as a user that is not root', async () => {
  chmodSync(parent, 0o755);
  await start();
  const [pid] = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  expect(ownerOf(`/proc/${pid}`)).toBeGreaterThan(0);
  expect(ownerOf(`/proc/${pid}`)).toBe(ownerOf(join(dataFolder, 'postgres')));
});

asRoot(
  'where that user cannot pass a folder above the data, the data goes where it can, is found again and removed with the rest',
  async () => {
    chmodSync(parent, 0o700);
    await start();
    await rows(`create table kept as select 'kept' as text`);
    const elsewhere = readFileSync(join(dataFolder, 'postgres-elsewhere'), 'utf8');
    await server?.stop();
    await start();
    expect(await rows('select * from kept')).toEqual([{ text: 'kept' }]);
    await server?.stop();
    await removeData(dataFolder, []);
    expect([elsewhere, dataFolder].filter((folder) => existsSync(folder))).toEqual([]);
  },
);

asRoot('where a folder that was made for it is half done, the next start makes it anew', async () => {
  chmodSync(parent, 0o755);
  ownDataFolder(dataFolder);
  mkdirSync(join(dataFolder, 'postgres.new'));
  execFileSync('touch', [join(dataFolder, 'postgres.new', 'half'), join(dataFolder, 'postgres.password')]);
  await start();
  expect(existsSync(join(dataFolder, 'postgres', 'half'))).toBe(false);
  expect(existsSync(join(dataFolder, 'postgres.password'))).toBe(false);
});
