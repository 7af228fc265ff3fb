import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APPS,
  EVENT_NAMES,
  consumersOf,
  promptConsumersOf,
  publisherOf,
  readAheadUpon,
  subjects,
  travels,
  type App,
} from '@arbiter/contracts';
import {
  ADAPTER_API,
  CHANNELS,
  channelHistory,
  channelUser,
  durablesFor,
  ensureDurable,
  ensureStream,
  inboxOf,
  natsUsers,
  openBroker,
  orNull,
  STREAMS,
  type Broker,
  type NatsUser,
} from '@arbiter/runtime';
import { startStack, type Stack } from '@arbiter/stack';
import { TENANTS, textOf } from './files';

const DECIDING: readonly App[] = ['ingress', 'router', 'planner', 'executor', 'action-gateway'];
const PUBLISH = { timeout: 2_000 };
const variable = (user: string): string => `ARBITER_NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}`;

/**
 * The deployed file word for word; a NATS configuration takes a variable from itself as it does from the environment.
 */
const configuration = (): string =>
  [
    ...natsUsers(String, TENANTS).map(({ user }) => `${variable(user)}: "password-of-${user}"`),
    textOf('deploy/nats/permissions.conf'),
  ].join('\n');

let stack: Stack;
const brokers = new Map<string, Broker>();
/** What the server refused each user, as it says it. */
const refusals = new Map<string, string[]>();

async function connect({ user, imports }: NatsUser): Promise<Broker> {
  const broker = await openBroker({
    url: stack.nats.url,
    user,
    password: `password-of-${user}`,
    name: user,
    inbox: user,
    api: imports && ADAPTER_API,
  });
  const refused: string[] = [];
  refusals.set(user, refused);
  void (async () => {
    for await (const status of broker.connection.status())
      if (status.type === 'error') refused.push(status.error.message.toLowerCase());
  })();
  brokers.set(user, broker);
  return broker;
}

const of = (user: string): Broker => brokers.get(user)!;

/** Publishes without waiting for an answer, then waits until the server has seen it. True when it was not refused. */
async function mayPublish(user: string, subject: string, body = '{}'): Promise<boolean> {
  const seen = refusals.get(user)!.length;
  of(user).connection.publish(subject, body);
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
  return !refusals
    .get(user)!
    .slice(seen)
    .some((refusal) => refusal.includes(`"${subject.toLowerCase()}"`));
}

beforeAll(async () => {
  stack = await startStack({
    dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-permissions-')),
    throwaway: true,
    natsConfiguration: configuration,
  });
  for (const user of natsUsers(String, TENANTS)) await connect(user);
  await makeAll();
});

afterAll(async () => {
  await Promise.all([...brokers.values()].map((broker) => broker.close()));
  await stack?.stop();
});

describe('each deciding service', () => {
  test.each(DECIDING)(
    '%s makes neither streams nor consumers, not even its own, and so chooses no subject where one delivers',
    async (app) => {
      const push = {
        durable_name: 'mine',
        deliver_subject: subjects.event('shop', 'approval.given'),
        ack_policy: 'none',
      };
      for (const { durable } of consumersOf(app)) {
        for (const request of [
          `CREATE.EVT.${durable}`,
          `CREATE.EVT.${durable}.${subjects.events}`,
          `DURABLE.CREATE.EVT.${durable}`,
          'CREATE.EVT',
          'CREATE.EVT.mine',
          'DURABLE.CREATE.EVT.mine',
        ]) {
          expect([
            request,
            await mayPublish(app, `$JS.API.CONSUMER.${request}`, JSON.stringify({ stream_name: 'EVT', config: push })),
          ]).toEqual([request, false]);
        }
      }
      for (const request of ['CREATE', 'UPDATE'])
        for (const stream of STREAMS) expect(await mayPublish(app, `$JS.API.STREAM.${request}.${stream}`)).toBe(false);
      await expect(of('operator').manager.consumers.info('EVT', 'mine')).rejects.toThrow();
    },
  );

  test.each(DECIDING)("%s writes its own events, and no other service's", async (app) => {
    for (const name of EVENT_NAMES.filter(travels)) {
      const may = publisherOf(name) === app;
      expect([name, await mayPublish(app, subjects.event('shop', name))]).toEqual([name, may]);
      if (may) expect((await of(app).stream.publish(subjects.event('shop', name), '[]', PUBLISH)).stream).toBe('EVT');
    }
  });

  test.each(DECIDING)(
    '%s sends its own events directly, hears those it acts on, or reads ahead upon, at once, and says that it is there',
    async (app) => {
      for (const name of EVENT_NAMES.filter((event) => promptConsumersOf(event).length > 0)) {
        const subject = subjects.direct('shop', name);
        const mayHear = promptConsumersOf(name).includes(app) || readAheadUpon(app).includes(name);
        expect([name, await mayPublish(app, subject), await mayListen(app, subjects.directOfAnyTenant(name))]).toEqual([
          name,
          publisherOf(name) === app,
          mayHear,
        ]);
      }
      for (const other of DECIDING)
        expect([other, await mayPublish(app, subjects.here(other))]).toEqual([other, other === app]);
      expect(await mayListen(app, subjects.everyHere)).toBe(true);
    },
  );

  test.each(DECIDING)('%s reads its durables and acks what it read (IN-02)', async (app) => {
    for (const { event, durable } of consumersOf(app)) {
      await of('operator').stream.publish(subjects.event('shop', event), '[]', PUBLISH);
      const message = await (await of(app).stream.consumers.get('EVT', durable)).next({ expires: 5_000 });
      expect([durable, message?.subject]).toEqual([durable, subjects.event('shop', event)]);
      expect(await message!.ackAck()).toBe(true);
    }
  });

  test.each(DECIDING)("%s reads no other service's durables", async (app) => {
    const others = DECIDING.filter((other) => other !== app).flatMap((other) =>
      consumersOf(other).map(({ durable }) => durable),
    );
    for (const durable of others) {
      for (const request of ['INFO', 'MSG.NEXT', 'DELETE']) {
        const subject = `$JS.API.CONSUMER.${request}.EVT.${durable}`;
        expect([subject, await mayPublish(app, subject)]).toEqual([subject, false]);
      }
    }
  });

  test.each(DECIDING)('%s sets messages aside under its own name only', async (app) => {
    for (const other of DECIDING)
      expect([other, await mayPublish(app, subjects.deadLetter('shop', other, 'on-something'))]).toEqual([
        other,
        other === app,
      ]);
    expect((await of(app).stream.publish(subjects.deadLetter('shop', app, 'on-something'), '{}', PUBLISH)).stream).toBe(
      'DLQ',
    );
  });

  test.each(DECIDING)('%s deletes, purges and empties no stream', async (app) => {
    for (const request of ['DELETE', 'PURGE', 'MSG.DELETE', 'MSG.GET', 'UPDATE'])
      expect(await mayPublish(app, `$JS.API.STREAM.${request}.EVT`)).toBe(false);
  });
});

describe('what people see', () => {
  test('is written by the executor alone (EV-05)', async () => {
    const subject = subjects.ui('shop', 'session', 'run');
    for (const user of [...APPS, ...CHANNELS.map((channel) => channelUser(channel))])
      expect([user, await mayPublish(user, subject)]).toEqual([user, user === 'executor']);
  });

  test('is listened to by ingress alone', async () => {
    for (const user of [...APPS, ...CHANNELS.map((channel) => channelUser(channel))])
      expect([user, await mayListen(user, subjects.everyUi)]).toEqual([user, user === 'ingress']);
  });
});

describe('that a customer was erased', () => {
  test('is announced by the operator alone, and heard by every service', async () => {
    const subject = subjects.keyErased('shop');
    for (const user of [...APPS, ...CHANNELS.map((channel) => channelUser(channel))])
      expect([user, await mayPublish(user, subject)]).toEqual([user, false]);
    for (const app of APPS) expect([app, await mayListen(app, subjects.everyKeyErased)]).toEqual([app, true]);
    for (const channel of CHANNELS)
      expect([channel, await mayListen(channelUser(channel), subjects.everyKeyErased)]).toEqual([channel, false]);
  });
});

describe('asks', () => {
  test('are sent by those that ask, and heard by the provider gateway alone (PV-01)', async () => {
    for (const app of APPS) {
      expect([app, await mayPublish(app, subjects.ask('intent'))]).toEqual([app, app === 'router']);
      expect([app, await mayPublish(app, subjects.ask('reply'))]).toEqual([app, app === 'executor']);
      expect([app, await mayPublish(app, subjects.ask('plan'))]).toEqual([app, app === 'planner']);
      expect([app, await mayListen(app, subjects.asks)]).toEqual([app, app === 'provider-gateway']);
    }
  });

  test('are answered into the inbox of the asker, which no other user reads', async () => {
    for (const asker of ['router', 'planner', 'executor']) {
      const inbox = `${inboxOf(asker)}.1`;
      for (const app of APPS) {
        expect([app, await mayPublish(app, inbox)]).toEqual([app, app === 'provider-gateway']);
        expect([app, await mayListen(app, `${inboxOf(asker)}.>`)]).toEqual([app, app === asker]);
      }
    }
  });
});

describe('telemetry', () => {
  test('makes the streams and durables of all, as often as it likes', async () => {
    for (const { stream, name } of durablesFor(['shop']))
      expect((await of('operator').manager.consumers.info(stream, name)).name).toBe(name);
    await expect(makeAll()).resolves.toBeUndefined();
  });

  test('deletes none of them, and reads what channels were told from none', async () => {
    for (const stream of STREAMS) {
      for (const request of ['STREAM.DELETE', 'STREAM.MSG.DELETE', 'DIRECT.GET'])
        expect(await mayPublish('telemetry', `$JS.API.${request}.${stream}`)).toBe(false);
      expect([stream, await mayPublish('telemetry', `$JS.API.STREAM.MSG.GET.${stream}`)]).toEqual([
        stream,
        stream === 'EVT',
      ]);
      expect([stream, await mayPublish('telemetry', `$JS.API.STREAM.PURGE.${stream}`)]).toEqual([
        stream,
        stream === 'IN',
      ]);
      expect(await mayPublish('telemetry', `$JS.API.CONSUMER.MSG.NEXT.${stream}.any`)).toBe(false);
    }
  });

  test('publishes no message', async () => {
    for (const subject of [
      ...EVENT_NAMES.map((name) => subjects.event('shop', name)),
      subjects.ask('intent'),
      '$JS.API.INFO',
      'anything',
    ]) {
      expect([subject, await mayPublish('telemetry', subject)]).toEqual([subject, false]);
    }
  });
});

describe.each(CHANNELS)('the adapter of %s', (channel) => {
  const user = channelUser(channel);
  const others = CHANNELS.filter((other) => other !== channel);

  test("publishes messages of its own tenant's channel and nothing else (IN-02)", async () => {
    expect(await mayPublish(user, subjects.inbound('other', channel))).toBe(false);
    expect((await of(user).stream.publish(subjects.inbound('shop', channel), '{}', PUBLISH)).stream).toBe('IN');
    for (const other of others) expect(await mayPublish(user, subjects.inbound('shop', other))).toBe(false);
    expect(await mayPublish(user, subjects.outbound('shop', channel))).toBe(false);
    for (const name of EVENT_NAMES) expect(await mayPublish(user, subjects.event('shop', name))).toBe(false);
  });

  test('reads the replies of its own channel and no other', async () => {
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

  test('throws a history away that it has read, and no other durable', async () => {
    expect(await mayPublish(user, `$JS.API.CONSUMER.DELETE.OUT.${user}`)).toBe(false);
    expect(await of(user).manager.consumers.delete('OUT', channelHistory(channel))).toBe(true);
  });

  test('makes no consumer, whose maker says where it delivers', async () => {
    for (const name of [user, channelHistory(channel)]) {
      for (const request of [
        `CREATE.OUT.${name}.${subjects.outbound('shop', channel)}`,
        `CREATE.OUT.${name}`,
        `DURABLE.CREATE.OUT.${name}`,
      ]) {
        expect([request, await mayPublish(user, `$JS.API.CONSUMER.${request}`)]).toEqual([request, false]);
      }
    }
  });

  test('chooses no subject of the platform where its messages are delivered, whatever it asks them to be sent to (CP-11)', async () => {
    const chosen = [subjects.event('shop', 'approval.given'), subjects.inbound('shop', others[0]!)];
    const stored = async () => {
      const streams = await Promise.all(['EVT', 'IN'].map((name) => of('operator').manager.streams.info(name)));
      return streams.map(({ state }) => state.messages);
    };
    const before = await stored();
    for (const reply of chosen) {
      await of('ingress').stream.publish(subjects.outbound('shop', channel), channel, PUBLISH);
      of(user).connection.publish(`${ADAPTER_API}.CONSUMER.MSG.NEXT.OUT.${user}`, '1', { reply });
    }
    const own = await of(user).stream.consumers.get('OUT', user);
    for (const _ of chosen) expect((await own.next({ expires: 5_000 }))?.string()).toBe(channel);
    expect(await stored()).toEqual(before);
  });

  test('can neither listen to another channel nor read from its durables', async () => {
    const [other] = others;
    expect(await mayListen(user, subjects.outbound('shop', other!))).toBe(false);
    expect(await mayListen(user, subjects.inbounds)).toBe(false);
    expect(await mayListen(user, `${inboxOf('router')}.>`)).toBe(false);
    expect(await mayPublish(user, `$JS.API.CONSUMER.MSG.NEXT.OUT.${channelUser(other!)}`)).toBe(false);
  });
});

describe('a user with the wrong password', () => {
  test('does not get in', async () => {
    await expect(
      openBroker({
        url: stack.nats.url,
        user: 'executor',
        password: 'password-of-router',
        name: 'stranger',
        inbox: 'executor',
      }),
    ).rejects.toThrow();
  });
});

async function makeAll(): Promise<void> {
  const { manager } = of('telemetry');
  for (const stream of STREAMS) await ensureStream(manager, stream);
  for (const durable of durablesFor(['shop'])) {
    const found = await orNull(manager.consumers.info(durable.stream, durable.name));
    await ensureDurable(manager, durable, found ?? undefined, { since: new Date(), floor: null });
  }
}
