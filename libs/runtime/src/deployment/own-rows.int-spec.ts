import { APPS, EVENTS, FLOW, type App, type Category, type EventName } from '@arbiter/contracts';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, type Database } from '@arbiter/store';
import { loginOf, prepareDatabase } from './prepare-database';

type Row = Readonly<Record<string, unknown>>;
type Verb = 'insert' | 'update' | 'delete';

const VERBS: readonly Verb[] = ['insert', 'update', 'delete'];
const EVENT_NAMES = Object.keys(FLOW) as EventName[];
const categoriesOf = (events: readonly EventName[]): ReadonlySet<Category> =>
  new Set(events.flatMap((name) => EVENTS[name].categories));

const writtenBy = (app: App): ReadonlySet<Category> =>
  categoriesOf(EVENT_NAMES.filter((name) => FLOW[name].producer === app));

/** Ingress shows people what would be done, from the log: read models hold nothing personal. */
const SHOWN: EventName = 'action.suspended';

/** The streams that concern a service: its own, those it acts on or reads ahead, and which artifacts are active. */
const readBy = (app: App): ReadonlySet<Category> => {
  const reads = (name: EventName) =>
    app === 'telemetry' ||
    EVENTS[name].categories.includes('artifact') ||
    (app === 'ingress' && name === SHOWN) ||
    FLOW[name].producer === app ||
    FLOW[name].consumers.some((consumer) => consumer.app === app) ||
    FLOW[name].readAheadBy?.includes(app);
  return categoriesOf(EVENT_NAMES.filter(reads));
};

const SHELLS = APPS.filter((app) => writtenBy(app).size > 0);

/** Whose a row of a table is that several services write; null where the table does not say. */
function ownerOf(row: Row): App | null {
  if (typeof row['stream_id'] === 'string') {
    const category = row['stream_id'].split('-')[0] as Category;
    return SHELLS.find((app) => writtenBy(app).has(category)) ?? null;
  }
  if (typeof row['durable'] === 'string')
    return APPS.find((app) => String(row['durable']).startsWith(`${app}-`)) ?? null;
  return APPS.find((app) => app === row['app']) ?? null;
}

/** Two services create a customer's key; nobody changes one, and the router creates those of playbooks alone. */
const CREATED_BY_TWO = 'customer_key';

describe('the rows of a table that services share (CP-11)', () => {
  let stack: Stack;
  let owner: Database;
  const services = new Map<App, Database>();
  let tables: readonly string[];

  beforeAll(async () => {
    stack = await startThrowawayStack();
    const { url } = stack.postgres;
    await prepareDatabase({ ownerUrl: url, passwordOf: (app) => `of-${app}`, tenants: [], report: () => undefined });
    owner = openDatabase(url, 'owner', 2);
    for (const app of APPS) {
      const own = Object.assign(new URL(url), { username: loginOf(app), password: `of-${app}` });
      services.set(app, openDatabase(own.href, app, 1));
    }
    const { rows } = await owner.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'arbiter'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    tables = rows.map(({ name }) => name);
    for (const app of APPS) await fill(app);
  });
  afterAll(async () => {
    for (const database of services.values()) await database.close();
    await owner.close();
    await stack.stop();
  });

  /** A row for the app in each table that has rows of several. */
  async function fill(app: App): Promise<void> {
    const put = (text: string, values: unknown[]) => owner.pool.query(text, values);
    await put(`insert into heartbeat (app, instance, at) values ($1, 'a', now())`, [app]);
    if (!SHELLS.includes(app)) return;
    await put(
      `insert into outbox (id, app, streams, from_versions, to_versions) values (gen_random_uuid(), $1, '{}', '{}', '{}')`,
      [app],
    );
    await put(`insert into replica (app, name, host, is_behind, until) values ($1, 'a', 'h', false, now())`, [app]);
    await put(`insert into partition_owner (app, partition, owner) values ($1, 0, 'a')`, [app]);
    await put(`insert into failed_delivery (durable, sequence, attempts, cause) values ($1, 1, 1, 'c')`, [
      `${app}-run-requested`,
    ]);
    await put(`insert into republication (app, life, since, transaction_id, position) values ($1, 'l', '1', '1', 0)`, [
      app,
    ]);
    for (const category of writtenBy(app)) await fillStream(category);
  }

  async function fillStream(category: Category): Promise<void> {
    const stream = `${category}-shop-x`;
    await putFact(category);
    await owner.pool.query(`insert into due (stream_id, key, category, due_at) values ($1, 'k', $2, now())`, [
      stream,
      category,
    ]);
    await owner.pool.query(
      `insert into snapshot (stream_id, version, fold, tenant, customer_id, body) values ($1, 1, 'f', 'shop', 'c', 'b')`,
      [stream],
    );
  }

  const putFact = (category: Category) =>
    owner.pool.query(
      `insert into event (stream_id, version, id, type, envelope) values ($1, 1, gen_random_uuid(), 't', '{}')`,
      [`${category}-shop-x`],
    );

  /** What a service's statement did, undone again; null where it may not run it at all. */
  async function tried(app: App, text: string, values: unknown[] = []): Promise<readonly Row[] | null> {
    const client = await services.get(app)!.pool.connect();
    try {
      await client.query('begin');
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      if (/permission denied|row-level security/.test((error as Error).message)) return null;
      throw error;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const may = async (app: App, table: string, verb: Verb): Promise<boolean> => {
    const { rows } = await owner.pool.query<{ may: boolean }>(
      verb === 'delete'
        ? `select has_table_privilege($1, $2::regclass, 'delete') as may`
        : `select has_any_column_privilege($1, $2::regclass, '${verb}') as may`,
      [loginOf(app), table],
    );
    return rows[0]!.may;
  };

  async function changers(table: string, verb: Verb): Promise<readonly App[]> {
    const all = await Promise.all(APPS.map(async (app) => ((await may(app, table, verb)) ? [app] : [])));
    return all.flat();
  }

  /** The tables that more than one service may change in this way. */
  async function sharedBy(verb: Verb): Promise<readonly string[]> {
    const shared = [];
    for (const table of tables)
      if (table !== CREATED_BY_TWO && (await changers(table, verb)).length > 1) shared.push(table);
    return shared;
  }

  it('exist for each service that writes there, so that this test tries each of them', async () => {
    for (const verb of VERBS)
      for (const table of await sharedBy(verb)) {
        const { rows } = await owner.pool.query<Row>(`select * from ${table}`);
        const owners = new Set(rows.map(ownerOf));
        expect([table, [...owners]]).toEqual([table, expect.arrayContaining([...(await changers(table, verb))])]);
      }
  });

  it('are changed and deleted by their own service alone', async () => {
    for (const table of new Set([...(await sharedBy('update')), ...(await sharedBy('delete'))]))
      for (const app of APPS) {
        const { rows } = await owner.pool.query<{ name: string }>(
          `select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1`,
          [table],
        );
        const column = rows[0]!.name;
        const changed = [
          ...((await tried(app, `update ${table} set ${column} = ${column} returning *`)) ?? []),
          ...((await tried(app, `delete from ${table} returning *`)) ?? []),
        ];
        expect([table, app, changed.map(ownerOf).filter((of) => of !== app)]).toEqual([table, app, []]);
        if (SHELLS.includes(app) && (await may(app, table, 'update')))
          expect([table, app, changed]).not.toEqual([table, app, []]);
      }
  });

  it('are written by no other service', async () => {
    for (const table of await sharedBy('insert')) {
      const { rows } = await owner.pool.query<Row>(`select * from ${table}`);
      for (const app of APPS)
        for (const row of rows.filter((one) => ownerOf(one) !== app))
          expect([
            table,
            app,
            await tried(app, `insert into ${table} select * from json_populate_record(null::${table}, $1)`, [
              JSON.stringify(row),
            ]),
          ]).toEqual([table, app, null]);
    }
  });

  it('are of the categories that the flow gives a service, where it reads the log', async () => {
    await putFact('artifact');
    for (const app of APPS) {
      const rows = await tried(app, `select distinct split_part(stream_id, '-', 1) as category from event`);
      const seen = rows?.map(({ category }) => category).toSorted();
      expect([app, seen]).toEqual([app, app === 'provider-gateway' ? undefined : [...readBy(app)].toSorted()]);
    }
  });

  it('are no timers that others set, whatever they call their category', async () => {
    const set = `insert into due (stream_id, key, category, due_at) values ('plan-shop-y', 'k', 'run', now())`;
    expect(await tried('planner', set)).toBeNull();
  });
});
