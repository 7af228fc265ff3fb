import { randomUUID } from 'node:crypto';
import type { App, EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import { grantLogins, openDatabase } from '../database';
import { CUSTOMER, Laboratory, submitted } from '../testing/laboratory';
import { encodeEvent, eventType } from './codec';
import { EventStore } from './event-store';
import { JointWriter } from './joint-writer';
import { wholeEnvelope, withoutColumns } from './log-format';
import { readLog, LOG_START } from './log-reader';

describe('the event store', () => {
  let laboratory: Laboratory;
  let store: EventStore;
  let database: ReturnType<Laboratory['database']>;
  let keyring: ReturnType<Laboratory['keyring']>;

  beforeAll(async () => {
    laboratory = await Laboratory.open({ ownPostgres: true });
    database = laboratory.database();
    keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'ingress');
  });
  afterAll(() => laboratory.close());

  const append = (stream: string, first: number, count: number, requestId = 'r') =>
    store.append([
      {
        stream,
        events: Array.from({ length: count }, (_, index) => submitted(stream, first + index, requestId)),
        decisions: [],
        due: [],
        ui: [],
      },
    ]);
  const fresh = () => `turn-shop-${randomUUID()}`;
  const envelopesOf = async (stream: string) =>
    (
      await database.query
        .selectFrom('event')
        .select(wholeEnvelope)
        .where('stream_id', '=', stream)
        .orderBy('version')
        .execute()
    ).map(({ envelope }) => envelope);

  it('takes a stream whole or not at all', async () => {
    const stream = fresh();
    expect((await append(stream, 1, 3)).accepted.has(stream)).toBe(true);
    expect((await append(stream, 3, 2)).accepted.has(stream)).toBe(false);
    expect(await envelopesOf(stream)).toHaveLength(3);
  });

  it('lets a conflict of one stream tear nothing of the others', async () => {
    const [taken, free] = [fresh(), fresh()];
    await append(taken, 1, 1);
    const { accepted } = await store.append(
      [taken, free].map((stream) => ({
        stream,
        events: [submitted(stream, 1, 'again'), submitted(stream, 2, 'again')],
        decisions: [],
        due: [{ key: 'k', at: '2026-01-01T00:00:00.000Z' }],
        ui: [],
      })),
    );
    expect([...accepted]).toEqual([free]);
    expect(await envelopesOf(taken)).toHaveLength(1);
    expect(
      await database.query.selectFrom('due').select('stream_id').where('stream_id', 'in', [taken, free]).execute(),
    ).toEqual([{ stream_id: free }]);
  });

  it.each([
    'update arbiter.event set type = type',
    'delete from arbiter.event',
    'truncate arbiter.event',
    'delete from arbiter.event_0',
    'truncate arbiter.event_0',
  ])('refuses "%s", even to its owner (IN-03)', async (statement) => {
    await append(fresh(), 1, 1);
    await expect(database.pool.query(statement)).rejects.toThrow('append-only');
  });

  it('gives a service SELECT and INSERT on the log and no more', async () => {
    const { rows } = await database.pool.query<{ privilege: string }>(
      `select privilege from unnest(array['DELETE','INSERT','SELECT','TRUNCATE','UPDATE']) as privilege
       where has_table_privilege('arbiter_router', 'arbiter.event', privilege)`,
    );
    expect(rows.map(({ privilege }) => privilege)).toEqual(['INSERT', 'SELECT']);
  });

  describe('parts of several services', () => {
    let together: JointWriter;
    beforeAll(async () => {
      await grantLogins(laboratory.stack.postgres.url, [
        { role: 'arbiter_all', login: 'login_all', password: 'secret' },
      ]);
      const url = Object.assign(new URL(laboratory.stack.postgres.url), { username: 'login_all', password: 'secret' });
      together = new JointWriter(openDatabase(url.href, 'together', 1));
    });
    afterAll(() => together.close());

    const due = [{ key: 'k', at: '2026-01-01T00:00:00.000Z' }];
    /** Facts of that name, written out as ones of ingress: what they hold is of no account here. */
    const partFor = (app: App, name: EventName, stream: string, count = 1) => {
      const facts = Array.from({ length: count }, (_, index) => submitted(stream, index + 1, 'r'));
      const events = facts.map((fact) => ({ ...fact, name }) as RecordedOf<EventName>);
      const texts = facts.map((fact) => encodeEvent(fact, keyring));
      return new EventStore(database, keyring, app).part([{ stream, events, texts, decisions: [], due, ui: [] }]);
    };
    const storyOf = (key: string) => [
      partFor('ingress', 'run.submitted', `turn-shop-${key}`, 2),
      partFor('router', 'run.requested', `session-shop-${key}`, 2),
      partFor('planner', 'plan.accepted', `plan-shop-${key}`),
      partFor('executor', 'run.opened', `run-shop-${key}`),
      partFor('action-gateway', 'segment.ended', `action-shop-${key}`),
    ];
    const streamsOf = async (table: 'event' | 'due', key: string) =>
      (
        await database.pool.query<{ stream_id: string }>(
          `select stream_id from ${table} where stream_id like '%-shop-' || $1 ${table === 'event' ? 'order by position' : ''}`,
          [key],
        )
      ).rows.map((row) => row.stream_id);

    it('are written in one statement, in their order, with an outbox row for each', async () => {
      const key = randomUUID();
      const parts = storyOf(key);
      const streams = ['turn', 'session', 'plan', 'run', 'action'].map((category) => `${category}-shop-${key}`);
      expect(await together.write(parts)).toEqual(new Set(streams));
      expect(await streamsOf('event', key)).toEqual([
        streams[0],
        streams[0],
        streams[1],
        streams[1],
        ...streams.slice(2),
      ]);
      expect((await streamsOf('due', key)).toSorted()).toEqual(streams.toSorted());
      const { rows } = await database.pool.query<{ app: string; streams: string[] }>(
        'select app, streams from outbox where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
        [parts.map(({ outboxId }) => outboxId)],
      );
      expect(rows).toEqual([
        { app: 'ingress', streams: [streams[0]] },
        { app: 'router', streams: [streams[1]] },
        { app: 'planner', streams: [streams[2]] },
        { app: 'action-gateway', streams: [streams[4]] },
      ]);
    });

    it('leave nothing when a stream of one was taken already', async () => {
      const key = randomUUID();
      await partFor('planner', 'plan.accepted', `plan-shop-${key}`).write();
      await expect(together.write(storyOf(key))).rejects.toMatchObject({ kind: 'conflict', code: 'taken' });
      expect([await streamsOf('event', key), await streamsOf('due', key)]).toEqual([
        [`plan-shop-${key}`],
        [`plan-shop-${key}`],
      ]);
      expect(together.isReady).toBe(true);
    });

    it('leave nothing when every stream was taken already', async () => {
      const key = randomUUID();
      await together.write(storyOf(key));
      const before = await streamsOf('event', key);
      await expect(together.write(storyOf(key))).rejects.toMatchObject({ kind: 'conflict', code: 'taken' });
      expect(await streamsOf('event', key)).toEqual(before);
    });

    it.each([
      ['another service writes', () => partFor('router', 'plan.accepted', `plan-shop-${randomUUID()}`)],
      ['belong into another stream', () => partFor('router', 'run.requested', `plan-shop-${randomUUID()}`)],
    ])('hold no facts that %s (CP-11)', async (_, forged) => {
      const key = randomUUID();
      await expect(together.write([...storyOf(key), forged()])).rejects.toMatchObject({ code: 'not_its_own' });
      expect(await streamsOf('event', key)).toEqual([]);
    });

    it('are written with the right to append, and with no other', async () => {
      const { rows } = await database.pool.query<{ privilege: string }>(
        `select format('%s %s', privilege, relname) as privilege
         from pg_class cross join unnest(array['SELECT','INSERT','UPDATE','DELETE','TRUNCATE']) as privilege
         where relnamespace = 'arbiter'::regnamespace and relkind in ('r', 'p') and not relispartition
           and has_table_privilege('arbiter_all', pg_class.oid, privilege) order by relname, privilege`,
      );
      expect(rows.map(({ privilege }) => privilege)).toEqual([
        'SELECT archived_stream',
        'DELETE due',
        'INSERT due',
        'SELECT due',
        'UPDATE due',
        'INSERT event',
        'SELECT event',
        'INSERT outbox',
        'INSERT ui_log',
        'SELECT ui_log',
      ]);
    });

    it('are not written for a while by who cannot write at all', async () => {
      const away = new JointWriter(openDatabase('postgres://nobody@127.0.0.1:1/none', 'away', 1));
      expect(away.isReady).toBe(true);
      await expect(away.write(storyOf(randomUUID()))).rejects.toThrow();
      expect(away.isReady).toBe(false);
      await away.close();
    });
  });

  it('keeps personal values sealed at rest and opens them for who holds the key', async () => {
    const stream = fresh();
    await append(stream, 1, 1);
    const [envelope] = await envelopesOf(stream);
    expect(envelope).not.toContain('hello');
    const [event] = (await store.read([{ stream, after: 0 }])).get(stream)!;
    expect((event!.data as { args: unknown }).args).toEqual({ text: 'hello' });
  });

  it('does not open a sealed value that was moved to another place', async () => {
    const stream = fresh();
    await append(stream, 1, 2);
    const [first, second] = (await envelopesOf(stream)).map((envelope) => JSON.parse(envelope) as WireEvent);
    await expect(store.open([{ ...second!, data: first!.data! }])).rejects.toThrow();
  });

  it('reads as erased once the key is gone, while the log stays whole', async () => {
    const person = { tenant: 'shop', customerId: 'C-erased' };
    await keyring.create([person]);
    const stream = fresh();
    const event = { ...submitted(stream, 1, 'r'), customerId: person.customerId };
    await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
    expect(await keyring.erase(person)).toBe(true);
    const [read] = (await store.read([{ stream, after: 0 }])).get(stream)!;
    expect((read!.data as { args: unknown }).args).toEqual({});
    expect(await envelopesOf(stream)).toHaveLength(1);
  });

  it('never lets a reader of the whole log pass over a writer that is still running', async () => {
    const writer = await database.pool.connect();
    const [slow, quick] = [fresh(), fresh()];
    await writer.query('begin');
    await writer.query(
      `insert into event (stream_id, version, id, type, envelope) values ($1, 1, gen_random_uuid(), $2, $3)`,
      [slow, eventType('run.submitted'), withoutColumns(store.encode(submitted(slow, 1, 'r')))],
    );
    await append(quick, 1, 1);
    const before = await positions();
    await writer.query('commit');
    writer.release();
    const after = await positions();
    expect(before).not.toContain(quick);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toEqual(expect.arrayContaining([quick]));
  });

  it('survives the loss of Postgres, also on a connection that is checked out', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    const lost = new Promise((resolve) => client.once('end', resolve));
    await laboratory.stack.postgres.kill!();
    await lost;
    client.release(true);
    await laboratory.stack.postgres.restart!();
    const stream = fresh();
    expect((await append(stream, 1, 1)).accepted.has(stream)).toBe(true);
  });

  const positions = async (): Promise<string[]> => {
    const streams: string[] = [];
    for (let at = LOG_START; ;) {
      const page = await readLog(database, store, at, 500);
      streams.push(...page.events.map((event) => event.stream));
      if (page.events.length === 0) return streams;
      at = page.next;
    }
  };
});
