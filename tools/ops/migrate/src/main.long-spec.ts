import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { APPS, activePlaybook, type EventData, type GoldenRecord } from '@arbiter/contracts';
import { loadTenant, modelWork } from '@arbiter/artifacts';
import { ALL, loginOf } from '@arbiter/runtime';
import { startStack, type Stack } from '@arbiter/stack';
import { parse, stringify } from 'yaml';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');
const PASSWORDS = Object.fromEntries(
  APPS.map((app) => [`ARBITER_DB_PASSWORD_${app.replaceAll('-', '_').toUpperCase()}`, `password-of-${app}`]),
);

let stack: Stack;

async function migrate(
  environment: NodeJS.ProcessEnv,
  ...parameters: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MAIN, ...parameters], {
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
        /^migrate: \d+ migrations applied\nmigrate: artifacts of tenant desk activated\n(migrate: knowledge of tenant shop: .+\n)+migrate: artifacts of tenant shop activated\nmigrate: artifacts of tenant studio activated\n$/,
      ),
    });
    expect(await migrate({ ...owner(), ...PASSWORDS })).toEqual({
      code: 0,
      output:
        'migrate: the schema is up to date\nmigrate: artifacts of tenant desk unchanged\nmigrate: knowledge of tenant shop: 8 documents, 0 new\nmigrate: artifacts of tenant shop unchanged\nmigrate: artifacts of tenant studio unchanged\n',
    });
  });

  test('makes a login for a process of all services when it is given a password, which appends for each of them and nothing else', async () => {
    const asAll = <T>(work: (client: Client) => Promise<T>) => asUser(loginOf(ALL), 'password-of-all', work);
    await expect(asAll(async () => undefined)).rejects.toThrow(/password authentication failed/);
    expect((await migrate({ ...owner(), ...PASSWORDS, ARBITER_DB_PASSWORD_ALL: 'password-of-all' })).code).toBe(0);
    const insert = (category: string) =>
      asAll(async (client) => {
        await client.query('begin');
        await client.query(
          `insert into arbiter.event (stream_id, version, id, type, envelope) values ('${category}-shop-x', 1, gen_random_uuid(), 't', '{}')`,
        );
        await client.query('rollback');
      });
    for (const category of ['turn', 'session', 'playbook', 'plan', 'run', 'action']) await insert(category);
    for (const category of ['artifact', 'link', 'turned'])
      await expect(insert(category)).rejects.toThrow(/row-level security/);
    await expect(asAll((client) => client.query('select from arbiter.customer_key'))).rejects.toThrow(
      /permission denied/,
    );
  });

  test('leaves the schema of another build as it is, and says in one line what to do', async () => {
    const { username, password } = new URL(stack.postgres.url);
    const asOwner = (text: string) =>
      asUser(username, password, async (client) => (await client.query<{ name: string }>(text)).rows);
    const tables = () => asOwner("select tablename as name from pg_tables where schemaname = 'arbiter' order by 1");
    const [before, applied] = [await tables(), await asOwner('select * from arbiter.kysely_migration')];
    await asOwner("update arbiter.kysely_migration set name = '002_outbox' where name like '002%'");
    expect(await migrate({ ...owner(), ...PASSWORDS })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^migrate: the database has the schema of another build \(migration 002_outbox\).+`npm run reset`.+\n$/,
      ),
    });
    expect(await tables()).toEqual(before);
    const own = applied.find(({ name }) => name.startsWith('002'))!.name;
    await asOwner(`update arbiter.kysely_migration set name = '${own}' where name = '002_outbox'`);
    expect((await migrate({ ...owner(), ...PASSWORDS })).output).toContain('the schema is up to date');
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
      ['router', 'playbook'],
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

describe('a change of what models do for a playbook (PV-06, EVL-06)', () => {
  const home = mkdtempSync(join(tmpdir(), 'arbiter-migrate-tenants-'));
  const studio = join(home, 'tenants/studio');
  const metrics = join(studio, 'metrics.yaml');
  const activate = (...parameters: readonly string[]) =>
    migrate(
      { ARBITER_POSTGRES_OWNER_URL: stack.postgres.url, ...PASSWORDS, ARBITER_TENANTS: join(home, 'tenants') },
      ...parameters,
    );
  const compiledBy = (tier: string) => {
    const file = join(studio, 'models.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/compile: \w/, `compile: ${tier}`));
  };
  const change = (records: (known: GoldenRecord[]) => readonly GoldenRecord[]) =>
    writeFileSync(metrics, stringify(records(parse(readFileSync(metrics, 'utf8')) as GoldenRecord[])));
  /** As if the evaluation had been made with the models that are there now. */
  const measured = (less: Partial<GoldenRecord> = {}) => {
    const bundle = loadTenant(studio);
    change((known) =>
      known.map((record) => ({
        ...record,
        work: modelWork(activePlaybook(bundle, record.playbook)!, bundle),
        ...less,
      })),
    );
  };
  const activations = async () => {
    const url = new URL(stack.postgres.url);
    const { rows } = await asUser(url.username, url.password, (client) =>
      client.query<{ envelope: string }>(
        "select envelope from arbiter.event where stream_id = 'artifact-studio-active' order by version",
      ),
    );
    return rows.map(({ envelope }) => (JSON.parse(envelope) as { data: EventData<'artifact.activated'> }).data);
  };

  beforeAll(async () => {
    for (const part of ['tenants/studio', 'playbooks'])
      cpSync(join(__dirname, '../../../../deploy', part), join(home, part), { recursive: true });
    await activate();
  });

  test('is let through with the first activation, which keeps what was measured', async () => {
    expect((await activations()).map(({ golden = [] }) => golden.map(({ playbook }) => playbook))).toEqual([
      ['invoice_followup', 'contact_hygiene'],
    ]);
  });

  test('concerns the sessions of those playbooks alone that have a schedule', async () => {
    expect((await activations()).map(({ playbooks }) => playbooks)).toEqual([['invoice_followup']]);
  });

  test('is refused while it is not measured, with what to run, and changes nothing', async () => {
    compiledBy('C');
    expect(await activate()).toEqual({
      code: 1,
      output: expect.stringMatching(
        /metrics\.yaml:1: what models do for the playbook invoice_followup has changed, and how well it does with them has not been measured; measure it with `npm run eval -- playbook invoice_followup --golden \S+ --record`, .*`--force invoice_followup --reason/,
      ),
    });
    expect(await activations()).toHaveLength(1);
  });

  test('is refused where the metrics fall, and let through where they do not', async () => {
    measured({ recall: 0.9 });
    const refused = await activate();
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('recall falls from 1 to 0.9')]);
    measured({ recall: 1 });
    expect(await activate()).toMatchObject({ code: 0, output: expect.stringContaining('studio activated') });
    expect((await activations()).at(-1)).not.toHaveProperty('forced');
  });

  test('is let through where it is forced by name, and the reason is kept', async () => {
    compiledBy('A');
    expect((await activate('--force', 'invoice_followup,contact_hygiene')).output).toContain(
      '--force needs a --reason',
    );
    expect((await activate('--force', 'invoice_followup', '--reason', 'C is away')).output).toContain(
      'what models do for the playbook contact_hygiene has changed',
    );
    expect(await activate('--force', 'invoice_followup,contact_hygiene', '--reason', 'C is away')).toMatchObject({
      code: 0,
    });
    const refusal = 'how well it does with them has not been measured';
    expect((await activations()).at(-1)).toMatchObject({
      golden: [{ playbook: 'invoice_followup', recall: 1 }, { playbook: 'contact_hygiene' }],
      forced: [
        { playbook: 'invoice_followup', refusal, reason: 'C is away' },
        { playbook: 'contact_hygiene', refusal, reason: 'C is away' },
      ],
    });
    expect(await activate()).toMatchObject({ code: 0, output: expect.stringContaining('studio unchanged') });
  });
});
