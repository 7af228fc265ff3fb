import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { freePort } from './process/ports';
import { startNats } from './nats/server';
import { startPostgres } from './postgres/server';
import { startRedis } from './redis/server';
import type { ServerContext } from './server-context';
import { runningStack } from './folder/claim';
import { defaultPackagesFolder, ownDataFolder } from './folder/data-folder';
import { startStack } from './stack';
import { StackError } from './stack-error';

let dataFolder: string;
let listeners: TcpServer[];
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-failures-'));
  ownDataFolder(dataFolder);
  listeners = [];
});
afterEach(() => {
  listeners.forEach((listener) => listener.close());
  rmSync(dataFolder, { recursive: true, force: true });
});

function context(environment: NodeJS.ProcessEnv): ServerContext {
  return {
    dataFolder,
    durable: false,
    packagesFolder: defaultPackagesFolder(),
    environment,
    report: () => undefined,
    died: () => undefined,
  };
}

/** The one line a start fails with. */
async function lineOf(start: Promise<unknown>): Promise<string> {
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StackError);
  expect((error as StackError).message).not.toContain('\n');
  return (error as StackError).message;
}

/** Listens on the port (0: any free one) until the test ends, and returns it. */
async function occupy(port: number, greeting = ''): Promise<number> {
  const listener = createServer((socket) => {
    socket.end(greeting);
  }).listen(port, '127.0.0.1');
  listeners.push(listener);
  await once(listener, 'listening');
  return (listener.address() as { port: number }).port;
}

it('a missing binary is named, with what to do', async () => {
  const line = await lineOf(startNats(context({ PATH: '/nowhere', ARBITER_STACK_NATS: 'path' }), undefined));
  expect(line).toBe(
    'NATS: not found (path: nats-server not on PATH); install NATS, or set ARBITER_NATS_URL to a running one',
  );
});

it('a source that does not exist is answered with those that do', async () => {
  const line = await lineOf(startRedis(context({ ARBITER_STACK_REDIS: 'nix' })));
  expect(line).toBe('Redis: ARBITER_STACK_REDIS=nix names no source; use one of path, debian, docker');
});

it('a port that was taken since the last start is named at a restart', async () => {
  const redis = await startRedis(context(process.env));
  const port = Number(new URL(redis.url).port);
  await redis.stop();
  await occupy(port);
  expect(await lineOf(redis.restart?.() as Promise<void>)).toBe(
    `Redis: port ${port} on 127.0.0.1 is in use; stop what listens there (\`ss -ltnp\` names it) and try again`,
  );
});

it('a remembered port that another program took is replaced at a start', async () => {
  const port = await occupy(0);
  mkdirSync(join(dataFolder, 'ports'));
  writeFileSync(join(dataFolder, 'ports', 'redis'), String(port));
  const redis = await startRedis(context(process.env));
  expect(Number(new URL(redis.url).port)).not.toBe(port);
  await redis.stop();
});

it('a server that gives up while starting is quoted, with the place of its log', async () => {
  const line = await lineOf(startNats(context(process.env), () => 'authorization { nonsense'));
  expect(line).toMatch(/^NATS: it ended while starting; it said last: .+; the whole story is in .+nats\.log$/);
});

it('a URL at which nothing answers is refused without its password', async () => {
  const port = await freePort();
  const line = await lineOf(startPostgres(context({ ARBITER_POSTGRES_URL: `postgres://me:hush@127.0.0.1:${port}/x` })));
  expect(line).toMatch(
    new RegExp(
      `^Postgres: nothing usable answers at 127\\.0\\.0\\.1:${port}, which ARBITER_POSTGRES_URL names \\(.*ECONNREFUSED.*\\); start it, correct`,
    ),
  );
  expect(line).not.toContain('hush');
});

it('something else than NATS behind the URL is refused', async () => {
  const port = await occupy(0, 'HTTP/1.1 400 Bad Request\r\n');
  expect(await lineOf(startNats(context({ ARBITER_NATS_URL: `nats://127.0.0.1:${port}` }), undefined))).toContain(
    'it does not speak NATS',
  );
});

it('a server that the environment names is used as it is, and neither stopped nor wiped', async () => {
  const own = await startRedis(context(process.env));
  const borrowed = await startRedis(context({ ARBITER_REDIS_URL: own.url }));
  expect(borrowed).toMatchObject({ source: 'environment', url: own.url });
  expect(borrowed.restart).toBeUndefined();
  await borrowed.stop();
  expect(await startRedis(context({ ARBITER_REDIS_URL: own.url }))).toMatchObject({ source: 'environment' });
  await own.stop();
});

it("a data folder with other people's files in it is refused before anything is written", async () => {
  const folder = join(dataFolder, 'documents');
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.txt'), 'years of work');
  expect(await lineOf(startStack({ dataFolder: folder }))).toBe(
    `${folder} holds files that are not Arbiter's (thesis.txt); set ARBITER_DATA to a new or empty folder`,
  );
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

it('data of another Postgres is refused and left alone', async () => {
  mkdirSync(join(dataFolder, 'postgres'));
  writeFileSync(join(dataFolder, 'postgres', 'PG_VERSION'), '9\n');
  const line = await lineOf(startPostgres(context({ ...process.env, ARBITER_STACK_POSTGRES: 'npm' })));
  expect(line).toMatch(/the data was made by Postgres 9, this is \d+/);
});

it('a stack of which one server fails leaves none of the others running', async () => {
  const reported: string[] = [];
  const environment = { ...process.env, PATH: '/nowhere', ARBITER_STACK_NATS: 'path', ARBITER_STACK_POSTGRES: 'npm' };
  await expect(
    startStack({ dataFolder, environment, report: ({ server, state }) => reported.push(`${server} ${state}`) }),
  ).rejects.toThrow(/^NATS: not found/);
  expect(reported).toEqual(expect.arrayContaining(['postgres ready', 'redis ready']));
  expect(readdirSync(join(dataFolder, 'processes'))).toEqual([]);
  expect(runningStack(dataFolder)).toBeUndefined();
});
