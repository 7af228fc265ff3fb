import { ADAPTER_API, channelHistory, channelUser, openBroker, type Broker } from '@arbiter/runtime/adapter';
import { readHistory } from './history';
import { MessageBus, reply } from './testing';

const DURABLE = channelHistory('toy', 'shop');

describe('the history of a channel', () => {
  let bus: MessageBus;
  let broker: Broker;

  beforeAll(async () => {
    bus = await MessageBus.open(['toy']);
    const environment = bus.environmentOf('toy');
    broker = await openBroker({
      url: environment['ARBITER_NATS_URL']!,
      user: environment['ARBITER_NATS_USER']!,
      password: environment['ARBITER_NATS_PASSWORD']!,
      name: 'test',
      inbox: channelUser('toy'),
      api: ADAPTER_API,
    });
    for (const text of ['one', 'two']) await bus.send('toy', reply({ sessionId: 'chat', text }));
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(async () => {
    await broker.close();
    await bus.close();
  });

  async function texts(): Promise<readonly string[]> {
    const read: string[] = [];
    for await (const { message } of readHistory(broker, DURABLE)) read.push(message.text);
    return read;
  }

  /** As nats-server answers when a consumer is gone and its folder is not yet. */
  function failDeletes(carriedOut: boolean): void {
    const { consumers } = broker.manager;
    const remove = consumers.delete.bind(consumers);
    jest.spyOn(consumers, 'delete').mockImplementation(async (...consumer) => {
      if (carriedOut) await remove(...consumer);
      throw new Error('directory not empty');
    });
  }

  it('is read though the broker fails the deletes that it has carried out', async () => {
    failDeletes(true);
    expect(await texts()).toEqual(['one', 'two']);
    for await (const { message } of readHistory(broker, DURABLE)) {
      expect(message.text).toBe('one');
      break;
    }
    expect(await texts()).toEqual(['one', 'two']);
  });

  it('fails with what the broker said when what was read still stands', async () => {
    failDeletes(false);
    await expect(texts()).rejects.toThrow('directory not empty');
  });
});
