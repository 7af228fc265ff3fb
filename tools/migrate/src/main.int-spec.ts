import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { APPS } from '@arbiter/contracts';
import { loginOf } from '@arbiter/platform';
import { startStack, type Stack } from '@arbiter/stack';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');
const PASSWORDS = Object.fromEntries(
  APPS.map((app) => [`ARBITER_DB_PASSWORD_${app.replaceAll('-', '_').toUpperCase()}`, `password-of-${app}`]),
);

let stack: Stack;

async function migrate(environment: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: (await printed).join('') };
}

async function asUser<T>(user: string, password: string, work: (client: Client) => Promise<T>): Promise<T> {
  const url = new URL(stack.postgres.url);
  Object.assign(url, { username: user, password });
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  stack = await startStack({ dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-migrate-')), throwaway: true });
});

afterAll(() => stack?.stop());

describe('the migration job', () => {
  const owner = () => ({ ARBITER_POSTGRES_OWNER_URL: stack.postgres.url });

  test('names the variable that is missing, and changes nothing', async () => {
    const { ARBITER_DB_PASSWORD_ROUTER: _, ...others } = PASSWORDS;
    expect(await migrate({ ...owner(), ...others })).toEqual({
      code: 1,
      output: 'migrate: ARBITER_DB_PASSWORD_ROUTER is not set; set it to the password this service connects with\n',
    });
    expect(await migrate(PASSWORDS)).toMatchObject({
      code: 1,
      output: expect.stringContaining('ARBITER_POSTGRES_OWNER_URL is not set'),
    });
    expect(await migrate({ ...owner(), ...PASSWORDS, ARBITER_TENANTS: '/nowhere' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('set ARBITER_TENANTS'),
    });
    const url = new URL(stack.postgres.url);
    const schemas = await asUser(url.username, url.password, (client) =>
      client.query("select 1 from information_schema.schemata where schema_name = 'arbiter'"),
    );
    expect(schemas.rowCount).toBe(0);
  });

  test("makes the schema, a login for each service and the tenants' artifacts, once", async () => {
    const first = await migrate({ ...owner(), ...PASSWORDS });
    expect(first).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^migrate: \d+ migrations applied\n(migrate: knowledge of tenant shop: .+\n)+migrate: artifacts of tenant shop activated\nmigrate: artifacts of tenant studio activated\n$/,
      ),
    });
    expect(await migrate({ ...owner(), ...PASSWORDS })).toEqual({
      code: 0,
      output:
        'migrate: the schema is up to date\nmigrate: knowledge of tenant shop: 8 documents, 0 new\nmigrate: artifacts of tenant shop unchanged\nmigrate: artifacts of tenant studio unchanged\n',
    });
  });

  test('lets each service in by its own password, which changes with the next run', async () => {
    for (const app of APPS) {
      const user = await asUser(loginOf(app), `password-of-${app}`, (client) =>
        client.query<{ name: string }>('select current_user as name'),
      );
      expect(user.rows[0]!.name).toBe(loginOf(app));
    }
    await expect(asUser(loginOf('router'), 'password-of-planner', async () => undefined)).rejects.toThrow(
      /password authentication failed/,
    );
    expect((await migrate({ ...owner(), ...PASSWORDS, ARBITER_DB_PASSWORD_ROUTER: 'another' })).code).toBe(0);
    await expect(asUser(loginOf('router'), 'password-of-router', async () => undefined)).rejects.toThrow(
      /password authentication failed/,
    );
    await expect(asUser(loginOf('router'), 'another', async () => undefined)).resolves.toBeUndefined();
  });

  test('lets each service write the facts of its own categories and no others, nor keep the state of others', async () => {
    const fact = (stream: string) =>
      `insert into arbiter.event (stream_id, version, id, type, envelope) values ('${stream}-shop-x', 1, gen_random_uuid(), 't', '{}')`;
    const snapshot = (stream: string) =>
      `insert into arbiter.snapshot (stream_id, version, fold, tenant, customer_id, body) values ('${stream}-shop-x', 1, 'f', 'shop', 'c', 'b')`;
    const own = [
      ['ingress', 'turn'],
      ['ingress', 'link'],
      ['router', 'session'],
      ['planner', 'plan'],
      ['executor', 'run'],
      ['action-gateway', 'action'],
    ] as const;
    const write = (app: string, statement: string) =>
      asUser(loginOf(app as never), app === 'router' ? 'another' : `password-of-${app}`, (client) =>
        client.query(statement),
      );
    for (const [app, category] of own) {
      for (const [, other] of own.filter(([writer]) => writer !== app)) {
        await expect(write(app, fact(other))).rejects.toThrow(/row-level security/);
        await expect(write(app, snapshot(other))).rejects.toThrow(
          app === 'ingress' ? /permission denied/ : /row-level security/,
        );
      }
      await expect(write(app, fact(category))).resolves.toBeDefined();
      if (app !== 'ingress') await expect(write(app, snapshot(category))).resolves.toBeDefined();
    }
  });

  test("leaves the schema and the log out of the services' reach", async () => {
    for (const statement of [
      'create table arbiter.mine (id int)',
      'delete from arbiter.event',
      'truncate arbiter.event',
      'drop table arbiter.event',
    ]) {
      await expect(
        asUser(loginOf('executor'), 'password-of-executor', (client) => client.query(statement)),
      ).rejects.toThrow(/permission denied|must be owner/);
    }
  });
});
