import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { consumersOf, retryable, type EventName, type RecordedOf } from '@arbiter/contracts';
import { EventHandlers } from '../bus';
import { ServiceHealth } from '../health';
import { EVENT_CONSUMER } from './modules';
import { nestService, type HttpEdge } from './service';
import type { ServiceHost } from './service-host';

const EVENTS = consumersOf('ingress').map(({ event }) => event);
const AWAY = retryable('postgres_away', 'away for a moment');
const HOST = {
  environmentOf: () => ({
    ARBITER_POSTGRES_URL: 'postgres://nobody@127.0.0.1/none',
    ARBITER_NATS_URL: 'nats://127.0.0.1',
    ARBITER_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    ARBITER_LOG_LEVEL: 'silent',
  }),
} as unknown as ServiceHost;

@Controller()
class FailingEvents {
  @EventPattern(EVENTS)
  fail(): never {
    throw AWAY;
  }
}

const told: string[] = [];
const tell = (what: string) => async (): Promise<void> => void told.push(what);
const consumer = { handlers: new EventHandlers<unknown>(), start: tell('takes events'), close: tell('takes no more') };
const health = { announce: tell('ready'), withdraw: tell('not ready') };

@Module({
  controllers: [FailingEvents],
  providers: [
    { provide: EVENT_CONSUMER, useValue: consumer },
    { provide: ServiceHealth, useValue: health },
  ],
})
class OwnModule {
  onModuleInit = tell('is initialised');
  onApplicationShutdown = tell('closes');
}

@Module({
  controllers: [FailingEvents],
  providers: [
    { provide: EVENT_CONSUMER, useValue: consumer },
    { provide: ServiceHealth, useValue: health },
  ],
})
class BadlyClosing {
  onApplicationShutdown(): never {
    throw new Error('still writing');
  }
}

const edge: HttpEdge = {
  adapter: () => new FastifyAdapter(),
  configure: () => void told.push('edge'),
  listen: async (application) => {
    await application.listen(0, '127.0.0.1');
    told.push('listens');
    return 1;
  },
};

describe('a service', () => {
  beforeEach(() => void told.splice(0));

  it('is ready when it takes events, and stops in the order of what stands on what', async () => {
    const { close } = await nestService('ingress', () => OwnModule).open(HOST);
    expect(told.splice(0)).toEqual(['is initialised', 'takes events', 'ready']);
    await close();
    expect(told).toEqual(['not ready', 'takes no more', 'closes']);
  });

  it.each([
    ['alone', undefined],
    ['beside an edge', edge],
  ])('that does not close whole says so, %s', async (_, edgeOrNone) => {
    const { close } = await nestService('ingress', () => BadlyClosing, edgeOrNone).open(HOST);
    await expect(close()).rejects.toThrow('1 of its parts did not close, the last with: Error: still writing');
  });

  it('with an edge listens last, and stops taking events before it closes', async () => {
    const { close } = await nestService('ingress', () => OwnModule, edge).open(HOST);
    expect(told.splice(0)).toEqual(['edge', 'is initialised', 'takes events', 'listens', 'ready']);
    await close();
    expect(told).toEqual(['not ready', 'takes no more', 'closes']);
  });

  it.each([
    ['alone', undefined],
    ['beside an edge', edge],
  ])(
    'has the error of a handler told as it was thrown, %s: it says whether the event is to come again',
    async (_, edgeOrNone) => {
      const { close } = await nestService('ingress', () => OwnModule, edgeOrNone).open(HOST);
      for (const event of EVENTS)
        await expect(consumer.handlers.of(event)!({} as RecordedOf<EventName>)).rejects.toBe(AWAY);
      await close();
    },
  );

  it('with two consumers of its events is refused: one of them would take none', async () => {
    @Module({ imports: [OwnModule], providers: [{ provide: EVENT_CONSUMER, useValue: consumer }] })
    class TwoConsumers {}
    await expect(nestService('ingress', () => TwoConsumers).open(HOST)).rejects.toThrow(
      'ingress has 2 consumers of its events and needs one; ShellModule.forFeature takes all of its deciders',
    );
    expect(told).not.toContain('takes events');
  });

  it('that cannot start is closed', async () => {
    consumer.start = () => Promise.reject(AWAY);
    await expect(nestService('ingress', () => OwnModule).open(HOST)).rejects.toBe(AWAY);
    expect(told).toEqual(['is initialised', 'not ready', 'takes no more', 'closes']);
  });
});
