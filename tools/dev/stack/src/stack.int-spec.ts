import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import Redis from 'ioredis';
import { Client } from 'pg';
import { processIdentity } from './process/identity';
import { firstLine } from './process/tcp-probe';
import { startStack } from './stack';
import type { Stack } from './types';

const authorization =
  'authorization { users = [ { user: service, password: "s3cret" }, { user: reader, password: "other", permissions: { publish: { deny: ">" } } } ] }';

async function sql(stack: Stack, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: stack.postgres.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function withNats<T>(stack: Stack, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: stack.nats.url, user: 'service', pass: 's3cret', reconnect: false });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const streamNames = (stack: Stack) =>
  withNats(stack, async (connection) =>
    (await (await jetstreamManager(connection)).streams.list().next()).map(({ config }) => config.name),
  );

/** Pids of everything that names the data folder on its command line or works in it. */
function processesOn(dataFolder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const traces = () => readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readlinkSync(`/proc/${pid}/cwd`);
      return /^\d+$/.test(pid) && Number(pid) !== process.pid && traces().includes(dataFolder);
    } catch {
      return false;
    }
  });
}

describe('a stack', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-stack-'));
  let stack: Stack;
  const start = () => startStack({ dataFolder, natsConfiguration: () => authorization });

  beforeAll(async () => {
    stack = await start();
  });
  afterAll(async () => {
    await stack.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('has a Postgres that acknowledges only what is on the disk', async () => {
    expect(
      await sql(
        stack,
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_database() as database`,
      ),
    ).toEqual([{ fsync: 'on', commit: 'on', database: 'arbiter' }]);
  });

  it('has a NATS that serves JetStream under the authorization it was given', async () => {
    await withNats(stack, async (connection) => {
      await (await jetstreamManager(connection)).streams.add({ name: 'KEPT', subjects: ['kept.>'] });
      expect((await jetstream(connection).publish('kept.one', 'x')).seq).toBe(1);
    });
    await expect(connect({ servers: stack.nats.url, reconnect: false })).rejects.toThrow(/authorization/i);
  });

  it("keeps nothing readable of a message in the broker's files", async () => {
    await withNats(stack, (connection) => jetstream(connection).publish('kept.two', 'a-very-plain-text'));
    await stack.nats.restart?.();
    const store = join(dataFolder, 'nats', 'store');
    const files = (readdirSync(store, { recursive: true }) as string[])
      .map((file) => join(store, file))
      .filter((file) => statSync(file).isFile());
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => readFileSync(file).includes('a-very-plain-text'))).toEqual([]);
  });

  it('has a Redis that asks for its password and forgets on a restart', async () => {
    const redis = new Redis(stack.redis.url);
    await redis.set('key', 'value');
    expect(await redis.get('key')).toBe('value');
    await redis.quit();
    await stack.redis.restart?.();
    const again = new Redis(stack.redis.url);
    expect(await again.get('key')).toBeNull();
    await again.quit();
    const { hostname, port } = new URL(stack.redis.url);
    expect(
      await firstLine({ host: hostname, port: Number(port), greeting: 'GET key\r\n', timeoutMilliseconds: 5_000 }),
    ).toMatch(/^-NOAUTH/);
  });

  it("keeps Postgres' rows through SIGKILL and restart, on the same port", async () => {
    await sql(stack, 'create table kept (id int); insert into kept values (7)');
    const { url } = stack.postgres;
    await stack.postgres.kill?.();
    await expect(sql(stack, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    await stack.postgres.restart?.();
    expect(stack.postgres.url).toBe(url);
    expect(await sql(stack, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it("keeps JetStream's streams through SIGKILL and restart, and loses them all by wipe()", async () => {
    await stack.nats.kill?.();
    await stack.nats.restart?.();
    expect(await streamNames(stack)).toEqual(['KEPT']);
    await stack.nats.wipe();
    expect(await streamNames(stack)).toEqual([]);
  });

  it('refuses a second stack on its data folder with one line', async () => {
    const refusal = await start().catch((error: Error) => error.message);
    expect(refusal).toBe(
      `a stack is already running on ${dataFolder} (process ${process.pid}); stop it with Ctrl-C, or set ARBITER_DATA to another folder`,
    );
  });

  it('shows no secret in what it says or in the process list, and keeps them with mode 0600', async () => {
    const secrets = readdirSync(join(dataFolder, 'secrets')).map((name) => join(dataFolder, 'secrets', name));
    expect(secrets.map((file) => statSync(file).mode & 0o777)).toEqual(secrets.map(() => 0o600));
    const shown = [stack.postgres, stack.nats, stack.redis]
      .map(({ describe: text }) => text)
      .concat(processesOn(dataFolder).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
      .join('\n');
    expect(secrets.filter((file) => shown.includes(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('leaves no process behind when it stops, and goes on with its data at the next start', async () => {
    expect(processesOn(dataFolder).length).toBeGreaterThanOrEqual(3);
    await stack.stop();
    expect(processesOn(dataFolder)).toEqual([]);
    stack = await start();
    expect(await sql(stack, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('reports a server that ends by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbiter-stack-'));
    const { promise: exit, resolve } = Promise.withResolvers<string>();
    const watched = await startStack({
      dataFolder: folder,
      throwaway: true,
      report: ({ server, state, text }) => {
        if (state === 'exited') resolve(`${server} ${text}`);
      },
    });
    const { pid } = JSON.parse(readFileSync(join(folder, 'processes', 'redis.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    expect(await exit).toMatch(/^redis ended by itself \(SIGKILL\)/);
    expect(processIdentity(pid)).toBeUndefined();
    await watched.stop();
    expect(() => statSync(folder)).toThrow(/ENOENT/);
  });
});
