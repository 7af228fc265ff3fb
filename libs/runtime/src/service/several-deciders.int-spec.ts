import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Module } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { consumersOf, type RecordedOf } from '@arbiter/contracts';
import { EventStore, Keyring } from '@arbiter/store';
import { CUSTOMER, submitted } from '@arbiter/store/testing/laboratory';
import { BrokerKeeper, Publisher, type Broker } from '../bus';
import type { ShellDefinition, Recipients } from '../shell';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { actionRings, sessionRings, type Noted } from '../testing/ringing-decider';
import { BROKER, ShellModule } from './modules';
import { nestService, type OpenService } from './service';
import { ServiceHost } from './service-host';

const SESSION = 'session-shop-s.C-1';
const ACTION = 'action-shop-r.a';
const HANDED_OVER = 'handed over';
const OTHERS = consumersOf('router')
  .map(({ event }) => event)
  .filter((event) => event !== 'run.submitted');

@Controller()
class Events {
  /** Wakes a stream of each decider. */
  @EventPattern('run.submitted')
  submitted(_event: RecordedOf<'run.submitted'>): Recipients {
    return { streams: [SESSION, ACTION] };
  }

  @EventPattern(OTHERS)
  others(_event: unknown): Recipients {
    return { streams: [] };
  }
}

const definitionOf = (decider: typeof sessionRings): ShellDefinition<Noted> => ({
  app: 'router',
  decider: decider as ShellDefinition<Noted>['decider'],
  effects: {},
  feeds: new Set(),
  rulesHash: `rules of ${decider.category}`,
  artifactsOf: () => 'none',
});

/** Once its session has noted a request, the action is told. */
const handingOver: ShellDefinition<Noted>['effects'] = {
  'turn.routed': async (event, { submit }) =>
    void (await submit(ACTION, { name: 'note', requestId: HANDED_OVER } as never, event)),
};

@Module({
  imports: [
    ShellModule.forFeature(
      { inject: [], useFactory: () => ({ ...definitionOf(sessionRings), effects: handingOver }) },
      { inject: [BROKER], useFactory: (_broker: Broker) => definitionOf(actionRings) },
    ),
  ],
  controllers: [Events],
})
class TwoDeciders {}

async function eventually(holds: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await holds();
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(20 + 5 * attempt);
    }
}

describe('a service that hosts deciders of two categories', () => {
  const key = randomBytes(32);
  let laboratory: ShellLaboratory;
  let keeper: BrokerKeeper;
  let host: ServiceHost;
  let service: OpenService;
  let store: EventStore;
  let publisher: Publisher;

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    const [database, broker] = [laboratory.database(), await laboratory.broker()];
    const keyring = new Keyring(database, [key]);
    await keyring.create([CUSTOMER]);
    await database.query.insertInto('artifact').values({ hash: 'none', tenant: 'shop', body: '{}' }).execute();
    const quiet = { onTrouble: () => undefined, onNewLife: () => undefined };
    keeper = new BrokerKeeper({ broker, database, instance: 'keeper', replicas: 1, megabytes: 512, ...quiet });
    await keeper.start();
    store = new EventStore(database, keyring, 'ingress');
    publisher = new Publisher(broker);
    host = await ServiceHost.open('router', 1, {
      ARBITER_POSTGRES_URL: laboratory.stack.postgres.url,
      ARBITER_NATS_URL: laboratory.stack.nats.url,
      ARBITER_MASTER_KEY: key.toString('base64'),
      ARBITER_LOG_LEVEL: 'silent',
    });
    service = await nestService('router', () => TwoDeciders).open(host);
  });
  afterAll(async () => {
    await service.close();
    await host.close();
    await publisher.close();
    await keeper.close();
    await laboratory.close();
  });

  const notedBy = async (stream: string): Promise<readonly string[]> =>
    (await store.readAll([stream])).map(({ data }) => (data as { readonly requestId: string }).requestId);
  const submit = async (version: number, requestId: string): Promise<void> => {
    const event: RecordedOf<'run.submitted'> = submitted('turn-shop-t', version, requestId);
    const { travelling } = await store.append([
      { stream: event.stream, events: [event], decisions: [], due: [], ui: [] },
    ]);
    await publisher.publish(travelling);
  };

  it('has each of them decide its own streams upon one event, its own timers, and what the other hands to it', async () => {
    await submit(1, 'R1');
    await eventually(async () => {
      expect(await notedBy(SESSION)).toEqual(['R1', 'rung']);
      expect((await notedBy(ACTION)).toSorted()).toEqual(['R1', HANDED_OVER, 'rung']);
    });
    await submit(2, 'R2');
    await eventually(async () => {
      expect(await notedBy(SESSION)).toEqual(['R1', 'rung', 'R2']);
      expect((await notedBy(ACTION)).toSorted()).toEqual(['R1', 'R2', HANDED_OVER, 'rung']);
    });
    const kindsIn = async (stream: string) => new Set((await store.readAll([stream])).map(({ name }) => name));
    expect([await kindsIn(SESSION), await kindsIn(ACTION)]).toEqual([
      new Set(['turn.routed']),
      new Set(['action.approved']),
    ]);
  });
});
