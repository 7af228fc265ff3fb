import type { EventName, RecordedOf } from '@arbiter/contracts';
import { openDatabase, migrate, type Database, EventStore } from '@arbiter/store';
import { CUSTOMER, Laboratory } from '@arbiter/store/testing/laboratory';
import { ownDatabase } from '@arbiter/store/testing/own-database';
import type { PoolClient } from 'pg';
import { orderStory } from './testing/order-story';
import { History } from './testing/recorded';
import { readModels } from './models';
import { Projector } from './projector';
import { beginRebuild } from './rebuilds';
import type { TenantEvent } from './stages/telemetry-sink';

describe('a read model that is made again', () => {
  let laboratory: Laboratory;
  let server: Database;
  let database: Database;
  let store: EventStore;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    server = laboratory.database(1);
  });
  afterAll(() => laboratory?.close());

  /** Every test has a log of its own. */
  beforeEach(async () => {
    const url = await ownDatabase(server, laboratory.stack.postgres.url);
    await migrate(url.href);
    database = openDatabase(url.href, 'test', 8);
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'test');
  });
  afterEach(() => database?.close());

  async function write(events: readonly RecordedOf<EventName>[]): Promise<void> {
    for (const event of events)
      await store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
  }
  async function inTransaction<T>(work: (transaction: PoolClient) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } finally {
      client.release();
    }
  }
  const begin = (...names: readonly string[]) =>
    inTransaction((transaction) =>
      beginRebuild(
        transaction,
        readModels().filter(({ name }) => names.includes(name)),
      ),
    );
  async function finish(projector: Projector): Promise<void> {
    for (let round = 0; round < 1_000; round += 1) if ((await projector.round()).events === 0) return;
    throw new Error('the projector comes to no end');
  }
  const count = async (table: string) =>
    (await database.pool.query<{ rows: number }>(`select count(*) as rows from ${table}`)).rows[0]!.rows;
  const rebuilding = async () =>
    (
      await database.pool.query<{ name: string }>("select name from checkpoint where name like '%.next' order by 1")
    ).rows.map(({ name }) => name);
  const story = (session: string, ...runs: string[]) =>
    runs.reduce((history, run) => orderStory(history, session, run), new History()).events;

  it('is read as it was until the new one has come as far (7), with its weeks, settings and rights', async () => {
    await write(story('s-1', 'r1', 'r2'));
    const projector = new Projector(database, readModels(), { pageEvents: 4 });
    await finish(projector);
    const shape = async () =>
      (
        await database.pool.query<{ line: string }>(
          `select concat_ws(' ', relname, relkind, reloptions, relacl, pg_get_expr(relpartbound, oid)) as line from pg_class
       where relnamespace = 'arbiter'::regnamespace and relkind in ('r', 'p') and relname ~ '^(stage|run_history|plan_history|action_history|thread_view|session_view|session_memory)(_\\d+|_default|_next.*)?$' order by 1`,
        )
      ).rows.map(({ line }) => line);
    const before = await shape();
    await database.pool.query("update run_history set status = 'touched'");
    await begin(...readModels().map(({ name }) => name));
    for (let round = 0; (await rebuilding()).length > 0; round += 1) {
      expect([await count('run_history'), await count('thread_view'), await count('stage')]).toEqual([2, 2, 16]);
      expect((await database.pool.query("select from run_history where status = 'touched'")).rowCount).toBe(2);
      await projector.round();
      expect(round).toBeLessThan(100);
    }
    expect([await count('run_history'), await count('thread_view'), await count('stage')]).toEqual([2, 2, 16]);
    expect((await database.pool.query("select from run_history where status = 'ok'")).rowCount).toBe(2);
    expect(await shape()).toEqual(before);
  });

  it('takes its place while facts keep coming in', async () => {
    await write(story('s-1', 'r1', 'r2', 'r3'));
    const projector = new Projector(database, readModels(), { pageEvents: 5 });
    await finish(projector);
    await begin('run_history', 'stages');
    for (let round = 0; (await rebuilding()).length > 0; round += 1) {
      await write(story(`more-${round}`, `more-${round}`).slice(0, 1));
      await projector.round();
      expect(round).toBeLessThan(100);
    }
    await finish(projector);
    expect([await count('run_history'), await count("stage where interaction_id = 'r1'")]).toEqual([3, 8]);
  });

  it('waits for a reader of the old one without holding up what is folded', async () => {
    await write(story('s-1', 'r1'));
    const projector = new Projector(database, readModels());
    await finish(projector);
    await begin('run_history');
    await inTransaction(async (reader) => {
      await reader.query('select from run_history');
      await write(story('s-2', 'r2'));
      for (let round = 0; round < 4; round += 1) await projector.round();
      expect([await rebuilding(), await count('run_history')]).toEqual([['run_history.next'], 2]);
    });
    await projector.round();
    expect([await rebuilding(), await count('run_history')]).toEqual([[], 2]);
  });

  it('goes on from its checkpoint in another process, and begins anew when it is begun again', async () => {
    await write(story('s-1', 'r1', 'r2'));
    await finish(new Projector(database, readModels()));
    await begin('run_history');
    await new Projector(database, readModels(), { pageEvents: 12 }).round();
    expect(await count('run_history_next')).toBe(1);
    await begin('run_history');
    expect(await count('run_history_next')).toBe(0);
    await finish(new Projector(database, readModels(), { pageEvents: 12 }));
    expect([await rebuilding(), await count('run_history')]).toEqual([[], 2]);
  });

  it('tells the outside world once what was passed over before, and nothing else again (3)', async () => {
    const inLog = (sql: string) =>
      inTransaction((transaction) => transaction.query(`set local session_replication_role = replica; ${sql}`));
    const rename = (from: string, to: string, run: string) =>
      inLog(
        `update event set type = '${to}', envelope = replace(envelope, '"type":"${from}"', '"type":"${to}"') where type = '${from}' and envelope like '%"${run}"%'`,
      );
    const newer = 'arbiter.run.completed.v99';
    await write(story('s-1', 'r1', 'r2'));
    const type = (
      await database.pool.query<{ type: string }>(
        "select type from event where type like 'arbiter.run.completed.%' limit 1",
      )
    ).rows[0]!.type;
    await rename(type, newer, 'r2');
    const told: TenantEvent[] = [];
    const projector = new Projector(database, readModels([{ committed: (events) => told.push(...events) }]), {
      pageEvents: 7,
    });
    await finish(projector);
    expect(told.map(({ interaction_id: run, stage }) => `${run} ${stage}`)).not.toContain('r2 respond');
    const before = told.length;
    await rename(newer, type, 'r2');
    await database.pool.query('update read_model_gap set type = $1', [type]);
    await finish(projector);
    expect(told.slice(before).map(({ interaction_id: run, stage }) => `${run} ${stage}`)).toEqual(['r2 respond']);
    await begin('stages');
    await finish(projector);
    expect(told).toHaveLength(before + 1);
  });

  it('keeps one row of a run that goes on weeks later, under the day it opened', async () => {
    const history = orderStory(new History(), 's-1', 'r1');
    const late = history.events.map((event) =>
      event.name === 'run.completed' ? { ...event, time: '2026-06-01T10:00:00.000Z' } : event,
    );
    await write(late);
    await finish(new Projector(database, readModels(), { pageEvents: 1 }));
    const { rows } = await database.pool.query('select status, opened_on::text from run_history');
    expect(rows).toEqual([{ status: 'ok', opened_on: '2026-03-02' }]);
  });

  it('is nothing that telemetry could do to another table', async () => {
    await expect(database.pool.query("select make_next('event')")).rejects.toThrow('event is no table of a read model');
    await expect(database.pool.query("select put_next(array['event'])")).rejects.toThrow(
      'event is no table of a read model',
    );
  });
});
