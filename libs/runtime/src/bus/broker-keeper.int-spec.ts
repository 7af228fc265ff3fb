import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, RetentionPolicy } from '@nats-io/jetstream';
import { BROKER_STREAMS, MOST_MESSAGE_BYTES, durableOf, subjects } from '@arbiter/contracts';
import { type Database, EventStore } from '@arbiter/store';
import { CUSTOMER, submitted } from '@arbiter/store/testing/laboratory';
import { ShellLaboratory } from '../testing/shell-laboratory';
import type { Broker } from './broker';
import { BrokerKeeper, type BrokerKeeperParts } from './broker-keeper';
import { BrokerRecord } from './broker-record';
import { ConsumedMark, PUBLISHERS } from './consumed-mark';
import { Publisher } from './publisher';
import { INBOUND_DURABLE, STREAMS, durablesFor, orNull } from './topology';

const MEGABYTES = 512;
const DURABLE = durableOf('router', 'run.submitted');
const SUBJECT = subjects.event('shop', 'run.submitted');

describe('the keeper of the broker', () => {
  let laboratory: ShellLaboratory;
  let database: Database;
  let broker: Broker;
  const said: string[] = [];
  const lives: string[] = [];

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    database = laboratory.database();
    broker = await laboratory.broker();
    await database.query.insertInto('artifact').values({ hash: 'x', tenant: 'shop', body: '{}' }).execute();
  });
  beforeEach(() => {
    said.length = lives.length = 0;
  });
  afterAll(() => laboratory.close());

  const keeper = (parts: Partial<BrokerKeeperParts> = {}): BrokerKeeper =>
    new BrokerKeeper({
      broker,
      database,
      instance: 'keeper',
      replicas: 1,
      megabytes: MEGABYTES,
      onTrouble: (error) => void said.push(String(error)),
      onNewLife: (reason) => void lives.push(reason),
      ...parts,
    });
  const stream = (name: string) => broker.manager.streams.info(name);
  const publish = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      await broker.stream.publish(SUBJECT, '[]');
      await delay(5);
    }
  };
  const consume = async (times: number) => {
    const consumer = await broker.stream.consumers.get('EVT', DURABLE);
    for (let index = 0; index < times; index += 1) await (await consumer.next({ expires: 5_000 }))!.ackAck();
  };
  const forget = async () => {
    await broker.manager.consumers.delete('EVT', DURABLE);
  };

  it('keeps what was set aside for as long as it is told, and as before until then', async () => {
    const days = async () => (await stream('DLQ')).config.max_age / 86_400_000_000_000;
    const first = keeper();
    await first.round();
    expect(await days()).toBe(30);
    first.keepDeadLetters(90);
    await first.round();
    expect(await days()).toBe(90);
    await keeper().round();
    expect(await days()).toBe(90);
    for (const name of ['EVT', 'IN', 'OUT', 'DLQ']) await broker.manager.streams.delete(name);
  });

  it('changes a stream of another release in place, which keeps its messages', async () => {
    await broker.manager.streams.add({
      name: 'EVT',
      subjects: [subjects.events],
      max_age: 60_000_000_000,
      deny_delete: true,
    });
    await broker.manager.streams.add({ name: 'IN', subjects: [subjects.inbounds], retention: RetentionPolicy.Limits });
    await publish(3);
    await keeper().round();
    const { config, state } = await stream('EVT');
    expect(config).toMatchObject({
      max_age: BROKER_STREAMS.EVT.maxAgeSeconds * 1_000_000_000,
      max_msg_size: MOST_MESSAGE_BYTES,
      discard: 'old',
    });
    expect(state.messages).toBe(3);
    expect((await stream('IN')).config.discard).toBe('new');
    expect(lives).toHaveLength(1);
  });

  it('bounds every stream by bytes and age, all together by what was configured', async () => {
    const bytes = await Promise.all(
      STREAMS.map(async (name) => {
        const { config } = await stream(name);
        expect([name, config.max_bytes > 0, config.max_age > 0]).toEqual([name, true, true]);
        return config.max_bytes;
      }),
    );
    expect(bytes.reduce((sum, most) => sum + most, 0)).toBeLessThanOrEqual(MEGABYTES * 1_024 * 1_024);
  });

  it('makes every durable that anybody reads from', async () => {
    for (const { stream: of, name, filter } of durablesFor(['shop'])) {
      const { config } = await broker.manager.consumers.info(of, name);
      expect([config.filter_subject, config.deliver_subject]).toEqual([filter, undefined]);
    }
  });

  it('changes a durable in place, which keeps its place', async () => {
    await consume(2);
    await broker.manager.consumers.update('EVT', DURABLE, { ack_wait: 60_000_000_000, max_ack_pending: 7 });
    await keeper().round();
    const { config, num_pending: pending } = await broker.manager.consumers.info('EVT', DURABLE);
    expect([config.ack_wait, config.max_ack_pending, pending]).toEqual([2_000_000_000, 2_000, 1]);
  });

  it('has a durable of an earlier release take up subjects that came since (EV-01)', async () => {
    await broker.manager.consumers.update('IN', INBOUND_DURABLE, { filter_subject: 'arb.v1.*.in.*.message' });
    await keeper().round();
    const { config } = await broker.manager.consumers.info('IN', INBOUND_DURABLE);
    expect(config.filter_subject).toBe(subjects.inbounds);
    expect(said).toEqual([]);
  });

  it('makes a durable that is gone anew behind what it had consumed', async () => {
    await keeper().round();
    await forget();
    await keeper().round();
    expect((await broker.manager.consumers.info('EVT', DURABLE)).num_pending).toBe(1);
    expect(lives).toEqual([]);
  });

  it('starts a new durable at the time of its deployment, not at the beginning of the stream', async () => {
    await forget();
    await database.pool.query(
      `update broker_durable set floor = null, since = clock_timestamp() + interval '2 minutes' where durable = $1`,
      [DURABLE],
    );
    await keeper().round();
    expect((await broker.manager.consumers.info('EVT', DURABLE)).num_pending).toBe(0);
    expect((await stream('EVT')).state.messages).toBe(3);
  });

  it('has it begin at the deployment though a service comes up later', async () => {
    await forget();
    const second = await broker.manager.streams.getMessage('EVT', { seq: 2 });
    await database.pool.query(
      `update broker_durable set floor = null, since = $2::timestamptz + interval '1 minute' where durable = $1`,
      [DURABLE, second!.time],
    );
    await keeper().round();
    expect((await broker.manager.consumers.info('EVT', DURABLE)).num_pending).toBe(2);
  });

  it('says once what cannot be changed in place, with the fix, and goes on', async () => {
    await forget();
    await broker.manager.consumers.add('EVT', {
      durable_name: DURABLE,
      filter_subject: subjects.eventOfAnyTenant('run.submitted'),
      ack_policy: AckPolicy.All,
    });
    const one = keeper();
    await one.round();
    await one.round();
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`${DURABLE} differs in ack_policy.*nats consumer rm EVT ${DURABLE}`)),
    ]);
    await forget();
    await one.round();
  });

  it('leaves it to one replica at a time, and another takes over', async () => {
    const [one, other] = [keeper({ instance: 'one' }), keeper({ instance: 'other' })];
    await database.pool.query(`update broker set leased_until = '-infinity'`);
    await one.round();
    await forget();
    await other.round();
    expect(await orNull(broker.manager.consumers.info('EVT', DURABLE))).toBeNull();
    await one.close();
    await other.round();
    expect((await broker.manager.consumers.info('EVT', DURABLE)).name).toBe(DURABLE);
    await other.close();
  });

  it('is taken over by a release that misses a durable which the one that keeps it does not know (5)', async () => {
    const [older, newer] = [keeper({ instance: 'older' }), keeper({ instance: 'newer' })];
    await database.pool.query("update broker set leased_until = '-infinity'");
    await older.round();
    const holder = async () =>
      (await database.pool.query<{ holder: string }>('select holder from broker')).rows[0]!.holder;
    for (let round = 0; round < 5; round += 1) await newer.round();
    expect(await holder()).toBe('older');
    await forget();
    for (let round = 0; round < 5 && (await holder()) === 'older'; round += 1) await newer.round();
    expect(await holder()).toBe('newer');
    await newer.round();
    expect(await orNull(broker.manager.consumers.info('EVT', DURABLE))).not.toBeNull();
    await database.pool.query("update broker set leased_until = '-infinity'");
  });

  it('takes a stream that is shorter than it was for another one: facts are published again', async () => {
    await database.pool.query(`update broker_stream set sequence = 1000 where stream = 'EVT'`);
    await keeper().round();
    expect(lives).toEqual([expect.stringContaining('went on to 1000')]);
    await keeper().round();
    expect(lives).toHaveLength(1);
  });

  it('takes one stream that was deleted for a loss, makes it anew, and all bear the new life', async () => {
    await broker.manager.streams.delete('OUT');
    await keeper().round();
    const { rows } = await database.pool.query<{ life: string }>('select life from broker');
    for (const name of STREAMS) expect((await stream(name)).config.description).toBe(rows[0]!.life);
    expect(lives).toEqual(['stream OUT is gone']);
  });

  it('looks between its rounds, and does one as soon as something is not as it was (4)', async () => {
    const { manager } = broker;
    let rounds = 0;
    const counted = new Proxy(manager.consumers, {
      get: (target, name) => {
        if (name === 'list') rounds += 1;
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counting = keeper({
      broker: { ...broker, manager: Object.create(manager, { consumers: { value: counted } }) },
    });
    await counting.start();
    const first = rounds;
    await broker.manager.streams.delete('OUT');
    for (let attempt = 0; attempt < 400 && lives.length === 0; attempt += 1) await delay(50);
    expect(lives).toEqual(['stream OUT is gone']);
    await delay(3_000);
    const after = rounds;
    await delay(3_000);
    await counting.close();
    // Three looks: with a round for each of them there would be three times as many.
    expect(rounds - after).toBeLessThanOrEqual(first);
  });

  it('makes room in IN, which refuses what comes when it is full, and keeps what was not taken', async () => {
    const inbound = () => broker.stream.publish(subjects.inbound('shop', 'web'), 'x'.repeat(1_000_000));
    const most = (await stream('IN')).config.max_bytes;
    const half = Math.ceil(most / 2_000_000) + 1;
    for (let index = 0; index < half; index += 1) await inbound();
    const consumer = await broker.stream.consumers.get('IN', 'ingress-inbound');
    for (let index = 0; index < half - 2; index += 1) await (await consumer.next({ expires: 5_000 }))!.ackAck();
    await keeper().round();
    expect((await stream('IN')).state.messages).toBe(2);
    for (let index = 2; index < 2 * half - 4; index += 1) await inbound();
    await expect(
      (async () => {
        for (let index = 0; index < 8; index += 1) await inbound();
      })(),
    ).rejects.toThrow(/maximum bytes/);
  });

  describe('the place before which all is consumed', () => {
    let record: BrokerRecord;
    let life: string;
    const consumed = async () =>
      (await database.pool.query<{ consumed: string }>('select consumed::text from broker')).rows[0]!.consumed;
    const look = async (mark: ConsumedMark, secondsLater: number) => {
      const published = await mark.prepare(life);
      const streams = new Map(await Promise.all(STREAMS.map(async (name) => [name, await stream(name)] as const)));
      const consumers = [];
      for await (const consumer of broker.manager.consumers.list('EVT')) consumers.push(consumer);
      await mark.advance(life, published, streams, consumers, Date.now() + secondsLater * 1_000);
    };

    beforeAll(async () => {
      record = new BrokerRecord(database, 'keeper');
      life = (await database.pool.query<{ life: string }>('select life from broker')).rows[0]!.life;
      await broker.manager.streams.purge('EVT');
    });

    it('is looked for only when every service has published again (3)', async () => {
      const mark = new ConsumedMark(record);
      expect(await record.mark(life, PUBLISHERS)).toBeNull();
      await look(mark, 0);
      await database.pool.query(
        `insert into republication (app, life, since, transaction_id, position, ended_at) select app, $1, '0', '0', 0, now() from unnest($2::text[]) as app`,
        [life, PUBLISHERS],
      );
      expect(await record.mark(life, PUBLISHERS)).not.toBeNull();
    });

    it('has not passed what was left in the outbox within its own millisecond (1)', async () => {
      const mark = (await record.mark(life, PUBLISHERS))!;
      await database.pool.query(
        `insert into outbox (id, app, streams, from_versions, to_versions, created_at)
         values (gen_random_uuid(), 'ingress', '{turn-shop-z}', '{1}', '{1}', $1::timestamptz + interval '0.5 milliseconds')`,
        [mark.at],
      );
      expect(await record.isPublished(mark, PUBLISHERS)).toBe(false);
      await database.pool.query('delete from outbox');
      expect(await record.isPublished(mark, PUBLISHERS)).toBe(true);
    });

    it('waits for what is not published, not consumed, or too young (1, 2, 3)', async () => {
      const keyring = laboratory.keyring(database);
      await keyring.create([CUSTOMER]);
      const store = new EventStore(database, keyring, 'ingress');
      const facts = await store.append([
        { stream: 'turn-shop-y', events: [submitted('turn-shop-y', 1, 'r')], decisions: [], due: [], ui: [] },
      ]);
      const mark = new ConsumedMark(record);
      const before = await consumed();
      await look(mark, 120);
      await look(mark, 120);
      expect(await consumed()).toBe(before);
      await new Publisher(broker).publish(facts.travelling);
      await database.pool.query('delete from outbox');
      await look(mark, 120);
      expect(await consumed()).toBe(before);
      await consume(1);
      await look(mark, 30);
      expect(await consumed()).toBe(before);
      await look(mark, 61);
      const { rows } = await database.pool.query<{ through: boolean }>(
        `select transaction_id < (select consumed from broker) as through from event where stream_id = 'turn-shop-y'`,
      );
      expect(rows[0]!.through).toBe(true);
    });
  });
});
