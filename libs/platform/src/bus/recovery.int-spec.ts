import { EventStore } from '../event-store/event-store';
import { Outbox } from '../event-store/outbox';
import type { Database } from '../event-store/database';
import { CUSTOMER, Laboratory, submitted } from '../testing/laboratory';
import type { Broker } from './broker';
import { Publisher } from './publisher';
import { Recovery } from './recovery';

/** Of a replica that dies before the broker has acknowledged anything. */
class DyingPublisher extends Publisher {
  override publish(): Promise<void> {
    return Promise.reject(new Error('killed'));
  }
}

describe('the recovery of the broker', () => {
  let laboratory: Laboratory;
  let database: Database;
  let broker: Broker;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database();
    broker = await laboratory.broker();
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    const store = new EventStore(database, keyring, 'ingress');
    const stream = 'turn-shop-x';
    await store.append([{ stream, events: [submitted(stream, 1, 'r1'), submitted(stream, 2, 'r2')], decisions: [], due: [], ui: [] }]);
  });
  afterAll(() => laboratory.close());

  /** A replica of the app the facts are of. */
  const replica = (publisher = new Publisher(broker)): Recovery =>
    new Recovery(broker, database, new Outbox(database, 'ingress'), publisher, 'ingress', 1, (error) => laboratory.troubles.push(error));
  const messages = async (): Promise<number> => (await broker.manager.streams.info('EVT')).state.messages;

  it('publishes the facts of a new stream even where the first to do so died on the way (2)', async () => {
    await expect(replica(new DyingPublisher(broker)).restore()).rejects.toThrow('killed');
    expect(await messages()).toBe(0);
    await replica().restore();
    expect(await messages()).toBe(1);
  });

  it('leaves one of each where several replicas find the stream lost at once (2)', async () => {
    await laboratory.stack.nats.wipe();
    broker = await laboratory.broker();
    const third = replica();
    await Promise.all([replica().restore(), replica().restore(), third.restore(), third.restore()]);
    expect(await messages()).toBe(1);
  });
});
