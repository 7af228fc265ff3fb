import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AckPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { APPS, EVENT_NAMES, FLOW, consumersOf, subjects, travels, type App } from '@arbiter/contracts';
import { CHANNELS, channelUser, ensureConsumersOf, ensureStream, inboxOf, natsUsers, openBroker, type Broker } from '@arbiter/platform';
import { startStack, type Stack } from '@arbiter/stack';
import { textOf } from './files';

const DECIDING: readonly App[] = ['ingress', 'router', 'planner', 'executor', 'action-gateway'];
const PUBLISH = { timeout: 2_000 };
const variable = (user: string): string => `ARBITER_NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}`;

/** The deployed file word for word; a NATS configuration takes a variable from itself as it does from the environment. */
const configuration = (): string => [...natsUsers(String).map(({ user }) => `${variable(user)}: "password-of-${user}"`), textOf('deploy/nats/permissions.conf')].join('\n');

let stack: Stack;
const brokers = new Map<string, Broker>();
/** What the server refused each user, as it says it. */
const refusals = new Map<string, string[]>();

async function connect(user: string): Promise<Broker> {
  const broker = await openBroker({ url: stack.nats.url, user, password: `password-of-${user}`, name: user, inbox: user });
  const refused: string[] = [];
  refusals.set(user, refused);
  void (async () => {
    for await (const status of broker.connection.status()) if (status.type === 'error') refused.push(status.error.message.toLowerCase());
  })();
  brokers.set(user, broker);
  return broker;
}

const of = (user: string): Broker => brokers.get(user)!;

/** Publishes without waiting for an answer, then waits until the server has seen it. True when it was not refused. */
async function mayPublish(user: string, subject: string): Promise<boolean> {
  const seen = refusals.get(user)!.length;
  of(user).connection.publish(subject, '{}');
  return settles(user, seen, subject);
}

async function mayListen(user: string, subject: string): Promise<boolean> {
  const seen = refusals.get(user)!.length;
  const subscription = of(user).connection.subscribe(subject, { callback: () => undefined });
  const may = await settles(user, seen, subject);
  subscription.unsubscribe();
  return may;
}

/** The server answers in order: what it refuses it says before it answers the ping. */
async function settles(user: string, seen: number, subject: string): Promise<boolean> {
  await of(user).connection.flush();
  await new Promise((resolve) => setImmediate(resolve));
  return !refusals.get(user)!.slice(seen).some((refusal) => refusal.includes(`"${subject.toLowerCase()}"`));
}

beforeAll(async () => {
  stack = await startStack({ dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-permissions-')), throwaway: true, natsConfiguration: configuration });
  for (const { user } of natsUsers(String)) await connect(user);
});

afterAll(async () => {
  await Promise.all([...brokers.values()].map((broker) => broker.close()));
  await stack?.stop();
});

describe('each deciding service', () => {
  beforeAll(async () => {
    for (const app of DECIDING) await makeItsOwn(app);
  });

  test.each(DECIDING)('%s makes the streams and durables it reads from', async (app) => {
    for (const { durable } of consumersOf(app)) expect((await of('operator').manager.consumers.info('EVT', durable)).name).toBe(durable);
    await expect(makeItsOwn(app)).resolves.toBeUndefined();
  });

  test.each(DECIDING)('%s writes its own events, and no other service\'s', async (app) => {
    for (const name of EVENT_NAMES.filter(travels)) {
      const may = FLOW[name].producer === app;
      expect([name, await mayPublish(app, subjects.event('shop', name))]).toEqual([name, may]);
      if (may) expect((await of(app).stream.publish(subjects.event('shop', name), '[]', PUBLISH)).stream).toBe('EVT');
    }
  });

  test.each(DECIDING)('%s reads its durables and acks what it read', async (app) => {
    for (const { event, durable } of consumersOf(app)) {
      await of('operator').stream.publish(subjects.event('shop', event), '[]', PUBLISH);
      const message = await (await of(app).stream.consumers.get('EVT', durable)).next({ expires: 5_000 });
      expect([durable, message?.subject]).toEqual([durable, subjects.event('shop', event)]);
      expect(await message!.ackAck()).toBe(true);
    }
  });

  test.each(DECIDING)('%s reads no other service\'s durables', async (app) => {
    const others = DECIDING.filter((other) => other !== app).flatMap((other) => consumersOf(other).map(({ durable }) => durable));
    for (const durable of others) {
      for (const request of ['INFO', 'MSG.NEXT', 'DELETE']) {
        const subject = `$JS.API.CONSUMER.${request}.EVT.${durable}`;
        expect([subject, await mayPublish(app, subject)]).toEqual([subject, false]);
      }
    }
  });

  test.each(DECIDING)('%s sets messages aside under its own name only', async (app) => {
    for (const other of DECIDING) expect([other, await mayPublish(app, subjects.deadLetter('shop', other, 'on-something'))]).toEqual([other, other === app]);
    expect((await of(app).stream.publish(subjects.deadLetter('shop', app, 'on-something'), '{}', PUBLISH)).stream).toBe('DLQ');
  });

  test.each(DECIDING)('%s deletes, purges and empties no stream', async (app) => {
    for (const request of ['DELETE', 'PURGE', 'MSG.DELETE', 'MSG.GET', 'UPDATE']) expect(await mayPublish(app, `$JS.API.STREAM.${request}.EVT`)).toBe(false);
  });
});

describe('what people see', () => {
  test('is written by the executor alone', async () => {
    const subject = subjects.ui('shop', 'session', 'run');
    for (const user of [...APPS, ...CHANNELS.map(channelUser)]) expect([user, await mayPublish(user, subject)]).toEqual([user, user === 'executor']);
  });

  test('is listened to by ingress alone', async () => {
    for (const user of [...APPS, ...CHANNELS.map(channelUser)]) expect([user, await mayListen(user, subjects.everyUi)]).toEqual([user, user === 'ingress']);
  });
});

describe('that a customer was erased', () => {
  test('is announced by the operator alone, and heard by every service', async () => {
    const subject = subjects.keyErased('shop');
    for (const user of [...APPS, ...CHANNELS.map(channelUser)]) expect([user, await mayPublish(user, subject)]).toEqual([user, false]);
    for (const app of APPS) expect([app, await mayListen(app, subjects.everyKeyErased)]).toEqual([app, true]);
    for (const channel of CHANNELS) expect([channel, await mayListen(channelUser(channel), subjects.everyKeyErased)]).toEqual([channel, false]);
  });
});

describe('asks', () => {
  test('are sent by those that ask, and heard by the provider gateway alone', async () => {
    for (const app of APPS) {
      expect([app, await mayPublish(app, subjects.ask('intent'))]).toEqual([app, app === 'router']);
      expect([app, await mayPublish(app, subjects.ask('reply'))]).toEqual([app, app === 'executor']);
      expect([app, await mayListen(app, subjects.asks)]).toEqual([app, app === 'provider-gateway']);
    }
  });

  test('are answered into the inbox of the asker, which nobody else reads', async () => {
    for (const asker of ['router', 'executor']) {
      const inbox = `${inboxOf(asker)}.1`;
      for (const app of APPS) {
        expect([app, await mayPublish(app, inbox)]).toEqual([app, app === 'provider-gateway']);
        expect([app, await mayListen(app, `${inboxOf(asker)}.>`)]).toEqual([app, app === asker]);
      }
    }
  });
});

describe('telemetry', () => {
  test('publishes nothing', async () => {
    for (const subject of [...EVENT_NAMES.map((name) => subjects.event('shop', name)), subjects.ask('intent'), '$JS.API.INFO', 'anything']) {
      expect([subject, await mayPublish('telemetry', subject)]).toEqual([subject, false]);
    }
  });
});

describe.each(CHANNELS)('the adapter of %s', (channel) => {
  const user = channelUser(channel);
  const others = CHANNELS.filter((other) => other !== channel);

  beforeAll(() => makeItsOwn('ingress'));

  test('publishes messages of its own channel and nothing else', async () => {
    expect((await of(user).stream.publish(subjects.inbound('shop', channel), '{}', PUBLISH)).stream).toBe('IN');
    for (const other of others) expect(await mayPublish(user, subjects.inbound('shop', other))).toBe(false);
    expect(await mayPublish(user, subjects.outbound('shop', channel))).toBe(false);
    for (const name of EVENT_NAMES) expect(await mayPublish(user, subjects.event('shop', name))).toBe(false);
  });

  test('reads the replies of its own channel and no other', async () => {
    await addConsumer(of(user).manager, user, subjects.outbound('*', channel));
    for (const any of CHANNELS) await of('ingress').stream.publish(subjects.outbound('shop', any), any, PUBLISH);
    const own = await of(user).stream.consumers.get('OUT', user);
    const waiting = (await own.info()).num_pending;
    expect(waiting).toBeGreaterThan(0);
    for (let read = 0; read < waiting; read += 1) {
      const message = await own.next({ expires: 5_000 });
      expect(message?.string()).toBe(channel);
      expect(await message!.ackAck()).toBe(true);
    }
  });

  test('can neither listen to another channel nor make a consumer of it', async () => {
    const [other] = others;
    expect(await mayListen(user, subjects.outbound('shop', other!))).toBe(false);
    expect(await mayListen(user, subjects.inbounds)).toBe(false);
    expect(await mayListen(user, `${inboxOf('router')}.>`)).toBe(false);
    expect(await mayPublish(user, `$JS.API.CONSUMER.CREATE.OUT.${user}.${subjects.outbound('*', other!)}`)).toBe(false);
    expect(await mayPublish(user, `$JS.API.CONSUMER.DURABLE.CREATE.OUT.${user}`)).toBe(false);
    expect(await mayPublish(user, `$JS.API.CONSUMER.MSG.NEXT.OUT.${channelUser(other!)}`)).toBe(false);
    // The subject says its own channel, the body another's: the server compares them.
    const body = { stream_name: 'OUT', config: { durable_name: user, ack_policy: 'explicit', filter_subject: subjects.outbound('*', other!) } };
    const answer = await of(user).connection.request(`$JS.API.CONSUMER.CREATE.OUT.${user}.${subjects.outbound('*', channel)}`, JSON.stringify(body), PUBLISH);
    expect(answer.json<{ error?: { description: string } }>().error?.description).toMatch(/filter/i);
  });
});

describe('somebody with the wrong password', () => {
  test('does not get in', async () => {
    await expect(openBroker({ url: stack.nats.url, user: 'executor', password: 'password-of-router', name: 'stranger', inbox: 'executor' })).rejects.toThrow();
  });
});

async function makeItsOwn(app: App): Promise<void> {
  const { manager } = of(app);
  for (const stream of app === 'ingress' ? (['EVT', 'DLQ', 'IN', 'OUT'] as const) : (['EVT', 'DLQ'] as const)) await ensureStream(manager, stream, 1);
  await ensureConsumersOf(manager, app);
}

async function addConsumer(manager: JetStreamManager, durable: string, filter: string): Promise<void> {
  await manager.consumers.add('OUT', { durable_name: durable, ack_policy: AckPolicy.Explicit, filter_subject: filter });
}
