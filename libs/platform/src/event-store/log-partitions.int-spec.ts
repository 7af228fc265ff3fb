import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { grantLogins, migrate, MIGRATIONS, openDatabase, type Database } from '../database';
import { CUSTOMER, Laboratory, submitted } from '../testing/laboratory';
import { EventStore } from './event-store';
import { LOG_START, readLog } from './log-reader';

const FOLDER = resolve(__dirname, '../../migrations');

describe('the partitions of the log', () => {
  let laboratory: Laboratory;
  let url: URL;
  let owner: Database;
  let store: EventStore;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
  });
  afterAll(() => laboratory?.close());

  /** Every test has a log of its own. */
  beforeEach(async () => {
    url = new URL(laboratory.stack.postgres.url);
    const name = `log_${randomBytes(4).toString('hex')}`;
    await laboratory.database(1).pool.query(`create database ${name}`);
    url.pathname = `/${name}`;
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
    const client = await owner.pool.connect();
    let isThere = false;
    try {
      await client.query('begin');
      await client.query('select partition_log(2)');
      const waiting = append('turn-shop-meanwhile').then((accepted) => (isThere = accepted));
      await owner.pool.query('select pg_sleep(0.2)');
      expect(isThere).toBe(false);
      await client.query('commit');
      await waiting;
    } finally {
      client.release();
    }
    expect([isThere, await append('turn-shop-meanwhile')]).toEqual([true, false]);
    expect(await allFacts()).toHaveLength(2);
  });

  it('stay as they are when the change is broken off, or asks for what cannot be', async () => {
    await begin();
    await append('turn-shop-a');
    await expect(owner.pool.query('select partition_log(0)')).rejects.toThrow('1 to 256 partitions, not 0');
    const client = await owner.pool.connect();
    await client.query('begin');
    await client.query('select partition_log(8)');
    await client.query('rollback');
    client.release();
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

  it('stay sixteen where the log of an earlier release has begun, and become one where it has not', async () => {
    const { pool } = owner;
    await pool.query('create schema arbiter');
    // Made by the migrator, which is left out here.
    await pool.query('create table kysely_migration (name text primary key)');
    const sqlOf = (name: string) => readFileSync(join(FOLDER, `${name}.sql`), 'utf8');
    const [last] = MIGRATIONS.filter((name) => name.startsWith('064'));
    for (const name of MIGRATIONS) if (name < last!) await pool.query(sqlOf(name));
    expect(await partitionsIn()).toHaveLength(16);
    const client = await pool.connect();
    await client.query('begin');
    await client.query(sqlOf(last!));
    const { rows } = await client.query(
      "select count(*)::int as count from pg_inherits where inhparent = 'event'::regclass",
    );
    expect(rows).toEqual([{ count: 1 }]);
    await client.query('rollback');
    client.release();
    await pool.query(
      `insert into event (stream_id, version, id, type, envelope) values ('run-shop-a', 1, gen_random_uuid(), 't', '{}')`,
    );
    await pool.query(sqlOf(last!));
    expect([await partitionsIn(), await allFacts()]).toMatchObject([{ length: 16 }, { length: 1 }]);
  });
});
