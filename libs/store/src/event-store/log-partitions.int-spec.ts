import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { grantLogins, migrate, openDatabase, type Database } from '../database';
import { CUSTOMER, Laboratory, submitted } from '../testing/laboratory';
import { ownDatabase } from '../testing/own-database';
import { EventStore } from './event-store';
import { LOG_START, readLog } from './log-reader';

describe('the partitions of the log', () => {
  let laboratory: Laboratory;
  let server: Database;
  let url: URL;
  let owner: Database;
  let store: EventStore;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    server = laboratory.database(1);
  });
  afterAll(() => laboratory?.close());

  /** Every test has a log of its own. */
  beforeEach(async () => {
    url = await ownDatabase(server, laboratory.stack.postgres.url);
    owner = openDatabase(url.href, 'test', 4);
  });
  afterEach(() => owner?.close());

  const begin = async () => {
    await migrate(url.href);
    const keyring = laboratory.keyring(owner);
    await keyring.create([CUSTOMER]);
    store = new EventStore(owner, keyring, 'test');
  };
  const append = async (stream: string, version = 1) =>
    (
      await store.append([
        { stream, events: [submitted(stream, version, 'r')], decisions: [], due: [], ui: [], dedupeKey: `${version}` },
      ])
    ).accepted.has(stream);
  /** A transaction that is left open is broken off at the end. */
  const onConnection = async (work: (client: PoolClient) => Promise<void>) => {
    const client = await owner.pool.connect();
    try {
      await work(client);
    } finally {
      client.release(true);
    }
  };
  const partitionsIn = async () =>
    (
      await owner.pool.query<{ name: string }>(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass",
      )
    ).rows.map(({ name }) => name);
  const allFacts = async () =>
    (await owner.pool.query('select * from event order by transaction_id, position')).rows as unknown[];

  it('are one where it begins, and more when it is told so, with every fact as it was', async () => {
    await begin();
    expect(await partitionsIn()).toEqual(['event_0']);
    const streams = Array.from({ length: 40 }, () => `turn-shop-${randomUUID()}`);
    for (const stream of streams) await append(stream);
    const facts = await allFacts();
    for (const count of [4, 3, 1]) {
      await owner.pool.query('select partition_log($1)', [count]);
      expect(await partitionsIn()).toHaveLength(count);
      expect(await allFacts()).toEqual(facts);
    }
    const read = await readLog(owner, store, LOG_START, 100);
    expect(read.events.map(({ stream }) => stream)).toEqual(streams);
  });

  it('hold what the log promises, however many they are (IN-03)', async () => {
    await begin();
    const streams = Array.from({ length: 20 }, () => `turn-shop-${randomUUID()}`);
    for (const stream of streams) await append(stream);
    await owner.pool.query('select partition_log(3)');
    expect(await Promise.all(streams.map((stream) => append(stream)))).not.toContain(true);
    expect(await Promise.all(streams.map((stream) => append(stream, 2)))).not.toContain(false);
    for (const part of ['event', ...(await partitionsIn())]) {
      await expect(owner.pool.query(`update ${part} set type = type`)).rejects.toThrow('append-only');
      await expect(owner.pool.query(`truncate ${part}`)).rejects.toThrow('append-only');
    }
    await expect(
      owner.pool.query(
        `insert into event (stream_id, version, id, type, envelope, dedupe_key) values ($1, 3, $2, 't', '{}', '2')`,
        [streams[0], randomUUID()],
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });

  it('change while services append, which wait and lose nothing', async () => {
    await begin();
    await append('turn-shop-before');
    let isThere = false;
    await onConnection(async (client) => {
      await client.query('begin');
      await client.query('select partition_log(2)');
      const waiting = append('turn-shop-meanwhile').then((accepted) => (isThere = accepted));
      await owner.pool.query('select pg_sleep(0.2)');
      expect(isThere).toBe(false);
      await client.query('commit');
      await waiting;
    });
    expect([isThere, await append('turn-shop-meanwhile')]).toEqual([true, false]);
    expect(await allFacts()).toHaveLength(2);
  });

  it('take along what was being appended as the change began', async () => {
    await begin();
    await onConnection(async (client) => {
      await client.query('begin');
      await client.query(
        `insert into event (stream_id, version, id, type, envelope) values ('run-shop-a', 1, gen_random_uuid(), 't', '{}')`,
      );
      const changing = owner.pool.query('select partition_log(2)');
      await owner.pool.query('select pg_sleep(0.2)');
      await client.query('commit');
      await changing;
    });
    expect([(await partitionsIn()).length, (await allFacts()).length]).toEqual([2, 1]);
  });

  it('do not change where what is appended meanwhile would not be seen', async () => {
    await begin();
    await onConnection(async (client) => {
      await client.query('begin isolation level repeatable read');
      await expect(client.query('select partition_log(2)')).rejects.toThrow('read committed, not repeatable read');
    });
    expect(await partitionsIn()).toEqual(['event_0']);
  });

  it('are kept as those before them were', async () => {
    await begin();
    await owner.pool.query('alter table event_0 set (autovacuum_vacuum_insert_threshold = 123)');
    await owner.pool.query('select partition_log(2)');
    const { rows } = await owner.pool.query(
      "select distinct array_to_string(reloptions, ' ') as settings from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'event'::regclass",
    );
    expect(rows).toEqual([{ settings: expect.stringMatching(/freeze_min_age=0.*insert_threshold=123/) }]);
  });

  it('stay as they are when the change is broken off, or asks for what cannot be', async () => {
    await begin();
    await append('turn-shop-a');
    await expect(owner.pool.query('select partition_log(0)')).rejects.toThrow('1 to 256 partitions, not 0');
    await onConnection(async (client) => {
      await client.query('begin');
      await client.query('select partition_log(8)');
    });
    expect([await partitionsIn(), (await allFacts()).length]).toEqual([['event_0'], 1]);
  });

  it('are changed by the owner of the log alone', async () => {
    await begin();
    await grantLogins(url.href, [{ role: 'arbiter_router', login: 'login_partitions', password: 'secret' }]);
    const service = openDatabase(
      Object.assign(new URL(url), { username: 'login_partitions', password: 'secret' }).href,
      'test',
      1,
    );
    try {
      await expect(service.pool.query('select partition_log(2)')).rejects.toThrow('permission denied');
    } finally {
      await service.close();
    }
  });
});
