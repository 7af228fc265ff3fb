import { setTimeout as delay } from 'node:timers/promises';
import { type Database, EventStore, Outbox } from '@arbiter/store';
import { CUSTOMER, submitted } from '@arbiter/store/testing/laboratory';
import { ShellLaboratory } from '../testing/shell-laboratory';
import type { Broker } from './broker';
import { BrokerKeeper } from './broker-keeper';
import { Publisher } from './publisher';
import { Recovery } from './recovery';
import { Republication, type RepublicationProgress } from './republication';
import { orNull } from './topology';

const FACTS = 1_200;

/** Of a replica that dies after the broker has acknowledged so many pages. */
class DyingPublisher extends Publisher {
  pages = 0;

  constructor(
    broker: Broker,
    private readonly most: number,
  ) {
    super(broker);
  }

  override async publishAgain(...given: Parameters<Publisher['publishAgain']>): Promise<void> {
    if (this.pages === this.most) throw new Error('killed');
    this.pages += 1;
    await super.publishAgain(...given);
  }
}

describe('the recovery that publishes facts which the broker lacks', () => {
  let laboratory: ShellLaboratory;
  let database: Database;
  let broker: Broker;
  let store: EventStore;
  const stream = 'turn-shop-x';

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    database = laboratory.database();
    broker = await laboratory.broker();
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'ingress');
    await append(1, FACTS);
    await database.pool.query('delete from outbox');
  });
  afterAll(() => laboratory.close());

  const append = (from: number, to: number) =>
    store.append([
      {
        stream,
        decisions: [],
        due: [],
        ui: [],
        events: Array.from({ length: to - from + 1 }, (_, index) =>
          submitted(stream, from + index, `r${from + index}`),
        ),
      },
    ]);
  const keeper = (reasons: string[] = []): BrokerKeeper =>
    new BrokerKeeper({
      broker,
      database,
      instance: 'keeper',
      replicas: 1,
      megabytes: 512,
      onTrouble: (error) => void laboratory.troubles.push(error),
      onNewLife: (reason) => void reasons.push(reason),
    });
  /** A replica of the app the facts are of. */
  const replica = (
    instance: string,
    publisher = new Publisher(broker),
    progress: RepublicationProgress[] = [],
  ): Republication =>
    new Republication({
      database,
      publisher,
      app: 'ingress',
      instance,
      onProgress: (made) => void progress.push(made),
    });
  const recovery = (): Recovery =>
    new Recovery({
      broker,
      database,
      publisher: new Publisher(broker),
      outbox: new Outbox(database, 'ingress'),
      app: 'ingress',
      instance: 'recovering',
      onTrouble: (error) => void laboratory.troubles.push(error),
      onProgress: () => undefined,
      onWaiting: () => undefined,
    });
  const messages = async (): Promise<number> => (await broker.manager.streams.info('EVT')).state.messages;
  /** The versions that were published, each message's in its order. */
  const published = async (): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let seq = 1; seq <= (await messages()); seq += 1) {
      const message = await broker.manager.streams.getMessage('EVT', { seq });
      all.push(...message!.json<{ streamversion: number }[]>().map(({ streamversion }) => streamversion));
    }
    return all;
  };
  const lease = (seconds: number) =>
    database.pool.query(
      `update republication set leased_until = clock_timestamp() + make_interval(secs => ${seconds})`,
    );

  it('waits for the durables that the app reads from, and makes none', async () => {
    const starting = recovery();
    const started = jest.fn();
    const start = starting.start().then(started);
    await delay(600);
    expect(started).not.toHaveBeenCalled();
    expect(await orNull(broker.manager.streams.info('EVT'))).toBeNull();
    await keeper().round();
    await start;
    await starting.close();
    await broker.manager.streams.delete('EVT');
  });

  it('publishes every fact for a new life, the newest first, going on where one died (republication 1, 3)', async () => {
    await keeper().round();
    await expect(replica('first', new DyingPublisher(broker, 1)).run()).rejects.toThrow('killed');
    const before = await published();
    expect(before.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 500 }, (_, index) => FACTS - 499 + index),
    );
    await lease(-1);
    const progress: RepublicationProgress[] = [];
    await replica('second', new Publisher(broker), progress).run();
    expect((await published()).length).toBe(FACTS);
    expect(new Set(await published()).size).toBe(FACTS);
    expect(progress.at(-1)).toEqual({ facts: FACTS, backTo: null });
  });

  it('leaves it to the one that is at it (republication 3)', async () => {
    await database.pool.query(
      `update republication set ended_at = null, holder = 'another', transaction_id = pg_snapshot_xmax(pg_current_snapshot())`,
    );
    await lease(60);
    const watched = new DyingPublisher(broker, 0);
    await replica('third', watched).run();
    expect(watched.pages).toBe(0);
    await database.pool.query('update republication set ended_at = now()');
  });

  it('publishes nothing again when a server comes back with its data, whatever time the server says it made its streams', async () => {
    const [count, reasons] = [await messages(), [] as string[]];
    await keeper().round();
    await laboratory.stack.nats.restart!();
    broker = await laboratory.broker();
    await keeper(reasons).round();
    const watched = new DyingPublisher(broker, 0);
    await replica('first', watched).run();
    expect([watched.pages, await messages(), reasons]).toEqual([0, count, []]);
  });

  it('publishes again what may not have been consumed when the data was deleted (republication 1)', async () => {
    await database.pool.query('update broker set consumed = pg_snapshot_xmax(pg_current_snapshot())');
    await append(FACTS + 1, FACTS + 10);
    await database.pool.query('delete from outbox');
    await laboratory.stack.nats.wipe();
    broker = await laboratory.broker();
    await keeper().round();
    await replica('first').run();
    expect((await published()).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 10 }, (_, index) => FACTS + 1 + index),
    );
  });

  it('clears thousands of rows that an outage left in the outbox (recovery 1)', async () => {
    await database.pool.query(`insert into outbox (id, app, streams, from_versions, to_versions, created_at)
      select gen_random_uuid(), 'ingress', array['${stream}'], array[version], array[version], now() - interval '1 minute' from generate_series(1, ${FACTS}) as version`);
    const before = await messages();
    const outbox = new Outbox(database, 'ingress');
    const recovering = new Recovery({
      broker,
      database,
      outbox,
      publisher: new Publisher(broker),
      app: 'ingress',
      instance: 'recovering',
      onTrouble: (error) => void laboratory.troubles.push(error),
      onProgress: () => undefined,
      onWaiting: () => undefined,
    });
    await recovering.sweep(10);
    await outbox.close();
    expect((await messages()) - before).toBe(FACTS);
    expect((await database.pool.query('select from outbox')).rowCount).toBe(0);
  });

  it('leaves a row alone as long as an acknowledgement may be on its way, but not at the start (recovery 1)', async () => {
    await append(FACTS + 11, FACTS + 11);
    await database.pool.query(`update outbox set created_at = now() - interval '6 seconds'`);
    const before = await messages();
    await recovery().sweep(10);
    expect(await messages()).toBe(before);
    const starting = recovery();
    await starting.start();
    await starting.close();
    expect(await messages()).toBe(before + 1);
  });
});
