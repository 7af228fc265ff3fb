import { streamOf, stepOrigin, type EventName, type RecordedOf } from '@arbiter/contracts';
import { type Database, EventStore } from '@arbiter/store';
import { CUSTOMER, Laboratory } from '@arbiter/store/testing/laboratory';
import type { PoolClient } from 'pg';
import { repeatingAgent } from './testing/agent-story';
import { askingStory, orderStory, PERSONAL } from './testing/order-story';
import { History } from './testing/recorded';
import { resetModels } from './testing/reset-models';
import { readCheckpoints } from './checkpoints';
import { readModels } from './models';
import { Projector } from './projector';
import type { ReadModel } from './read-model';
import type { TelemetrySink, TenantEvent } from './stages/telemetry-sink';

const TABLES = [
  'thread_view',
  'plan_history',
  'run_history',
  'action_history',
  'stage',
  'session_memory',
  'session_view',
  'trace_event',
] as const;

describe('the projector', () => {
  let laboratory: Laboratory;
  let database: Database;
  let store: EventStore;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database(12);
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'test');
  });
  afterAll(() => laboratory.close());

  /** Every test begins with a log of its own: the one before is passed over. */
  beforeEach(async () => {
    await new Projector(database, readModels()).round();
    await inTransaction((transaction) => resetModels(transaction, readModels()));
    await inTransaction(async (transaction) => {
      for (const table of ['event', 'event_0'])
        await transaction.query(`alter table ${table} disable trigger event_is_append_only`);
      await transaction.query('delete from event');
      for (const table of ['event', 'event_0'])
        await transaction.query(`alter table ${table} enable trigger event_is_append_only`);
    });
  });

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

  /** One append a fact, as they come in life. */
  async function write(events: readonly RecordedOf<EventName>[]): Promise<void> {
    for (const event of events)
      await store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
  }

  async function finish(projector: Projector): Promise<number> {
    let folded = 0;
    for (let round = 0; round < 1_000; round += 1) {
      const { events, held } = await projector.round();
      folded += events;
      if (events === 0 && held > 0) return folded;
    }
    throw new Error('the projector comes to no end');
  }

  async function rows(): Promise<Record<string, unknown[]>> {
    const all: Record<string, unknown[]> = {};
    for (const table of TABLES) {
      const found = await database.pool.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) - 'sequence' as row from ${table} t order by ${table === 'stage' || table === 'trace_event' ? 'sequence' : 't'}`,
      );
      all[table] = found.rows.map(({ row }) => row);
    }
    return all;
  }

  const stages = async (run: string) =>
    (
      await database.pool.query<{ stage: string }>(
        'select stage from stage where interaction_id = $1 order by sequence',
        [run],
      )
    ).rows.map(({ stage }) => stage);

  const history = (session: string, ...runs: string[]) =>
    runs.reduce((story, run) => orderStory(story, session, run), new History());

  it('makes the same rows again as it made page by page', async () => {
    await write(repeatingAgent(askingStory(history('s-1', 'r1', 'r2'), 's-2', 'r3')).events);
    await finish(new Projector(database, readModels(), { pageEvents: 4 }));
    const incremental = await rows();
    expect(Object.values(incremental).map((found) => found.length)).toEqual([3, 3, 3, 3, 22, 2, 2, 8]);
    await inTransaction((transaction) => resetModels(transaction, readModels()));
    expect(Object.values(await rows()).flat()).toEqual([]);
    await finish(new Projector(database, readModels()));
    expect(await rows()).toEqual(incremental);
  });

  it('knows the session of an action that was asked for on an earlier page', async () => {
    await write(history('s-1', 'r1').events);
    await finish(new Projector(database, readModels(), { pageEvents: 1 }));
    const { rows: found } = await database.pool.query<{ session_id: string }>('select distinct session_id from stage');
    expect(found).toEqual([{ session_id: 's-1' }]);
    expect(await stages('r1')).toHaveLength(8);
  });

  it('keeps nothing personal, and the same after the customer was erased', async () => {
    await write(repeatingAgent(history('s-1', 'r1')).events);
    await finish(new Projector(database, readModels()));
    const before = await rows();
    for (const personal of PERSONAL) expect(JSON.stringify(before)).not.toContain(personal);
    const keyring = laboratory.keyring(database);
    await keyring.erase(CUSTOMER);
    await inTransaction((transaction) => resetModels(transaction, readModels()));
    await finish(new Projector(database, readModels()));
    expect(await rows()).toEqual(before);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'test');
  });

  it('waits for a writer that takes long, and takes its facts before those that were committed after it began', async () => {
    const [slow, ...quick] = new History()
      .add('run.cancelling', 'slow', { runId: 'slow', requestedBy: null })
      .add('run.cancelling', 'quick-1', { runId: 'quick-1', requestedBy: null })
      .add('run.cancelling', 'quick-2', { runId: 'quick-2', requestedBy: null }).events;
    const seen: string[] = [];
    const projector = new Projector(database, [recorder('recorder', seen)]);
    await projector.round();
    const writer = await database.pool.connect();
    try {
      await writer.query('begin');
      await insert(writer, slow!);
      await write(quick);
      await finish(projector);
      expect(seen).toEqual([]);
      await writer.query('commit');
    } finally {
      writer.release();
    }
    await finish(projector);
    expect(seen).toEqual(['slow', 'quick-1', 'quick-2'].map((run) => streamOf('run', 'shop', run)));
  });

  it('takes transactions in the order of their numbers, not of their digits', async () => {
    const runs = ['99', '100', '9', '101', '10'];
    const events = runs.reduce(
      (story, run) => story.add('run.cancelling', run, { runId: run, requestedBy: null }),
      new History(),
    ).events;
    await inTransaction(async (transaction) => {
      for (const [index, event] of events.entries()) await insert(transaction, event, runs[index]);
    });
    const seen: string[] = [];
    await finish(new Projector(database, [recorder('by-number', seen)], { pageEvents: 2 }));
    expect(seen.map((stream) => stream.replace('run-shop-', ''))).toEqual(['9', '10', '99', '100', '101']);
  });

  it('begins again when the log was restored (4)', async () => {
    await write(history('s-1', 'r1').events);
    const projector = new Projector(database, readModels());
    await finish(projector);
    const before = await rows();
    await database.pool.query(
      "insert into thread_view select tenant, 'of another life', session_id, intent_id, slots, status, pending_question, summary, run_id, message_id, last_activity_at from thread_view",
    );
    await database.pool.query('update generation set generation = generation + 1');
    expect(await finish(projector)).toBeGreaterThan(0);
    expect(await rows()).toEqual(before);
  });

  it('folds each fact once with two replicas (2)', async () => {
    const events = Array.from({ length: 12 }, (_, index) => history(`s-${index}`, `r${index}`).events).flat();
    await write(events);
    const told: TenantEvent[] = [];
    const sink: TelemetrySink = { committed: (more) => told.push(...more) };
    const replicas = [0, 1].map(() => new Projector(database, readModels([sink]), { pageEvents: 5 }));
    const rounds = await Promise.all(
      replicas.map(async (projector) => {
        let events = 0;
        for (let round = 0; round < 60; round += 1) events += (await projector.round()).events;
        return events;
      }),
    );
    await finish(replicas[0]!);
    expect(rounds.every((events) => events > 0)).toBe(true);
    expect((await rows())['stage']).toHaveLength(12 * 8);
    expect((await rows())['session_memory']).toHaveLength(12);
    expect(told).toHaveLength(12 * 8);
  });

  it('is quiet after a round that found nothing, until the log has something that may be read', async () => {
    const projector = new Projector(database, readModels());
    expect(await projector.isQuiet()).toBe(false);
    await write(history('s-1', 'r1').events);
    expect([(await projector.round()).events > 0, await projector.isQuiet()]).toEqual([true, false]);
    await finish(projector);
    expect(await projector.isQuiet()).toBe(true);
    await write(history('s-2', 'r2').events);
    expect(await projector.isQuiet()).toBe(false);
    await finish(projector);
    await database.pool.query('update generation set generation = generation + 1');
    expect(await projector.isQuiet()).toBe(false);
  });

  it('passes a model over that another projector is folding (2)', async () => {
    await write(history('s-1', 'r1').events);
    const projector = new Projector(database, readModels());
    await projector.round();
    await inTransaction(async (transaction) => {
      await transaction.query("select from checkpoint where name in ('run_history', 'stages') for update");
      expect((await projector.round()).held).toBe(readModels().length - 2);
    });
    expect((await projector.round()).held).toBe(readModels().length);
  });

  it('leaves rows and checkpoint as they were when a page fails (1)', async () => {
    await write(history('s-1', 'r1').events);
    const failing: ReadModel = {
      name: 'zzz-failing',
      tables: [],
      fold: async () => {
        throw new Error('this model cannot take the page');
      },
    };
    const projector = new Projector(database, [...readModels(), failing]);
    await expect(projector.round()).rejects.toThrow('this model cannot take the page');
    expect(Object.values(await rows()).flat()).toEqual([]);
    await finish(new Projector(database, readModels()));
    expect(await stages('r1')).toHaveLength(8);
  });

  it('goes on with the others while one model is made again, and tells the outside world nothing twice (3, 5)', async () => {
    await write(history('s-1', 'r1').events);
    const told: TenantEvent[] = [];
    const projector = new Projector(database, readModels([{ committed: (events) => told.push(...events) }]), {
      pageEvents: 6,
    });
    await finish(projector);
    const stageModel = readModels().filter(({ name }) => name === 'stages');
    await inTransaction((transaction) => resetModels(transaction, stageModel));
    await write(history('s-2', 'r2').events);
    await projector.round();
    expect((await rows())['thread_view']).toHaveLength(2);
    await finish(projector);
    expect(told.map(({ interaction_id: run, stage }) => `${run} ${stage}`)).toEqual([
      ...(await stages('r1')).map((stage) => `r1 ${stage}`),
      ...(await stages('r2')).map((stage) => `r2 ${stage}`),
    ]);
    expect(await stages('r1')).toHaveLength(8);
    const positions = new Set(
      (
        await readCheckpoints(
          database.pool as unknown as PoolClient,
          readModels().map(({ name }) => name),
        )
      ).map(({ position }) => position.position),
    );
    expect(positions.size).toBe(1);
  });

  describe('beside a newer release', () => {
    const NEWER = 'arbiter.run.opened.v99';
    const gaps = async () =>
      (
        await database.pool.query<{ model: string; is_open: boolean }>(
          'select model, is_open from read_model_gap order by model',
        )
      ).rows;
    const inLog = (sql: string) =>
      inTransaction((transaction) => transaction.query(`set local session_replication_role = replica; ${sql}`));
    beforeEach(() => database.pool.query('delete from read_model_gap'));
    /** Turns the openings of runs into facts of a newer release, or back into what this one reads. */
    const renamed = (from: string, to: string) =>
      inLog(
        `update event set type = '${to}', envelope = replace(envelope, '"type":"${from}"', '"type":"${to}"') where type = '${from}'`,
      );
    const current = async () =>
      (
        await database.pool.query<{ type: string }>(
          "select type from event where type like 'arbiter.run.opened.%' limit 1",
        )
      ).rows[0]!.type;

    it('goes on past what it cannot read, notes it, and is made again by a release that can (6)', async () => {
      await write(history('s-1', 'r1').events);
      const type = await current();
      await finish(new Projector(database, readModels()));
      const whole = await rows();
      await inTransaction((transaction) => resetModels(transaction, readModels()));
      await renamed(type, NEWER);
      await finish(new Projector(database, readModels(), { pageEvents: 3 }));
      expect((await rows())['thread_view']).toHaveLength(1);
      expect((await rows())['run_history']).toHaveLength(0);
      expect(await gaps()).toEqual(
        readModels()
          .map(({ name }) => name)
          .toSorted()
          .map((model) => ({ model, is_open: true })),
      );
      await renamed(NEWER, type);
      await database.pool.query('update read_model_gap set type = $1', [type]);
      await finish(new Projector(database, readModels(), { pageEvents: 3 }));
      expect(await rows()).toEqual(whole);
      expect((await gaps()).some(({ is_open }) => is_open)).toBe(false);
    });

    it('leaves what it cannot read to a process that can, while that one is there (6)', async () => {
      await write(history('s-1', 'r1').events);
      await renamed(await current(), NEWER);
      const projector = new Projector(database, readModels());
      await finish(projector);
      await inTransaction((transaction) => resetModels(transaction, readModels()));
      await database.pool.query('update read_model_gap set is_open = false, read_at = clock_timestamp()');
      expect(await projector.round()).toMatchObject({ held: readModels().length, events: 0, more: false });
      expect((await rows())['thread_view']).toHaveLength(0);
      expect((await gaps()).some(({ is_open }) => is_open)).toBe(false);
      await database.pool.query("update read_model_gap set read_at = clock_timestamp() - interval '1 minute'");
      await finish(projector);
      expect((await rows())['thread_view']).toHaveLength(1);
      expect((await gaps()).every(({ is_open }) => is_open)).toBe(true);
    });

    it('rebuilds a model once, however often it looks, and forgets a gap that was not opened for a day', async () => {
      await write(history('s-1', 'r1').events);
      const type = await current();
      await database.pool.query("insert into read_model_gap (model, type) values ('run_history', $1)", [type]);
      const projector = new Projector(database, readModels());
      await finish(projector);
      await database.pool.query("update run_history set status = 'touched'");
      await projector.round();
      expect((await rows())['run_history']).toMatchObject([{ status: 'touched' }]);
      await database.pool.query(
        "update read_model_gap set noted_at = now() - interval '2 days', read_at = now() - interval '1 minute'",
      );
      await projector.round();
      expect(await gaps()).toEqual([]);
    });
  });

  it('survives what Postgres cannot keep in a row', async () => {
    await write(
      new History().add('action.denied', 'r1.lookup', {
        actionId: 'r1.lookup',
        runId: 'r1',
        stepId: 'lookup',
        origin: stepOrigin('lookup'),
        tool: 'shop.order.get',
        code: 'x',
        reason: 'x',
        checks: {
          allowed: false,
          rule: 'policy',
          reasons: ['a\u0000b 😀'],
          riskClass: null,
          consent: null,
          policyVersion: '1',
        },
      }).events,
    );
    await finish(new Projector(database, readModels()));
    expect((await rows())['action_history']).toMatchObject([{ checks: { reasons: ['a\ufffdb 😀'] } }]);
  });
});

/** Writes a fact by hand, into a transaction of the test's own or under another one's number. */
async function insert(transaction: PoolClient, event: RecordedOf<EventName>, transactionId?: string): Promise<void> {
  const type = `arbiter.${event.name}.v1`;
  const wire = {
    specversion: '1.0',
    id: event.id,
    source: 'arbiter/test',
    type,
    subject: event.stream,
    time: event.time,
    datacontenttype: 'application/json',
    streamversion: event.version,
    tenantid: event.tenant,
    customerid: event.customerId,
    correlationid: event.correlationId,
    data: event.data,
  };
  await transaction.query(
    'insert into event (stream_id, version, id, type, envelope, transaction_id) values ($1, $2, $3, $4, $5, coalesce($6::xid8, pg_current_xact_id()))',
    [event.stream, event.version, event.id, type, JSON.stringify(wire), transactionId ?? null],
  );
}

/** A model that only notes which streams it was shown. */
const recorder = (name: string, seen: string[]): ReadModel => ({
  name,
  tables: [],
  fold: async ({ events }) => void seen.push(...events.map((event) => event.stream)),
});
