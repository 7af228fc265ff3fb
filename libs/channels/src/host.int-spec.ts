import { retryable, type InboundMessage } from '@arbiter/contracts';
import { defineChannel, type Disregarded } from './channel';
import { serveChannel, type ChannelHost } from './host';
import { MessageBus, eventually, reply } from './testing';

const toy = defineChannel<InboundMessage | Disregarded, string>({
  name: 'toy',
  capabilities: { longestText: 100, buttons: false, reactions: false, quotes: false },
  toCanonical: (update) => update,
  render: ({ text }) => [text],
});
const MESSAGE = { sessionId: 'chat', userId: 'person', messageId: '1', text: 'hello' };

describe('a channel at work', () => {
  let bus: MessageBus;
  let host: ChannelHost<InboundMessage | Disregarded>;
  let shown: string[];

  beforeAll(async () => (bus = await MessageBus.open(['toy'])));
  beforeEach(async () => {
    await bus.clear();
    shown = [];
    host = await serve();
  });
  afterEach(() => host.close());
  afterAll(() => bus.close());

  const serve = (environment: NodeJS.ProcessEnv = {}) =>
    serveChannel(toy, {
      environment: { ...bus.environmentOf('toy'), ...environment },
      deliver: async (post) => (shown.push(post), null),
    });
  const probe = async (path: string) => (await fetch(`http://127.0.0.1:${host.adminPort}${path}`)).status;
  const metrics = async () => (await fetch(`http://127.0.0.1:${host.adminPort}/metrics`)).text();

  it('answers its probes and counts what became of updates', async () => {
    expect([await probe('/livez'), await probe('/readyz'), await probe('/startupz')]).toEqual([200, 200, 200]);
    expect(await host.accept(MESSAGE)).toBe('published');
    expect(await host.accept({ disregarded: 'a join' })).toBe('disregarded');
    await expect(host.accept({ ...MESSAGE, userId: '' })).rejects.toMatchObject({
      kind: 'terminal',
      code: 'invalid_message',
      details: { field: 'userId' },
    });
    const text = await metrics();
    for (const outcome of ['published', 'disregarded', 'invalid'])
      expect(text).toMatch(new RegExp(`arbiter_channel_inbound_total\\{outcome="${outcome}",app="channel-toy"\\} 1`));
    expect(await bus.inbound('toy')).toEqual([MESSAGE]);
  });

  it('publishes a cancel on a subject of its own, and refuses one that ingress would set aside (EV-01)', async () => {
    const cancel = { requestId: 'run-1', userId: 'person' };
    await host.cancel(cancel);
    expect(await bus.cancels('toy')).toEqual([cancel]);
    for (const [field, wrong] of Object.entries({ userId: { ...cancel, userId: '' }, why: { ...cancel, why: 'x' } }))
      await expect(host.cancel(wrong)).rejects.toMatchObject({ kind: 'terminal', details: { field } });
    await expect(host.cancel({ ...cancel, requestId: 'a\0' })).rejects.toMatchObject({ code: 'unsafe_text' });
    expect(await bus.cancels('toy')).toHaveLength(1);
  });

  it('refuses another message under an id that is taken, and counts it', async () => {
    const message = { ...MESSAGE, messageId: 'taken' };
    expect(await host.accept(message)).toBe('published');
    await expect(host.accept({ ...message, text: 'something else' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'other_payload',
      details: { field: 'messageId' },
    });
    expect(await host.accept(message)).toBe('published');
    expect(await host.accept({ ...message, sessionId: 'another', text: 'something else' })).toBe('published');
    expect((await bus.inbound('toy')).map(({ sessionId, text }) => `${sessionId} ${text}`)).toEqual([
      'chat hello',
      'another something else',
    ]);
    expect(await metrics()).toMatch(/outcome="conflict",app="channel-toy"\} 1/);
  });

  it('hands what it has forgotten to ingress, which tells: the broker swallows only what is the same', async () => {
    const message = { ...MESSAGE, messageId: 'forgotten' };
    await host.accept(message);
    await host.close();
    host = await serve();
    await host.accept(message);
    await host.close();
    host = await serve();
    await host.accept({ ...message, text: 'something else' });
    expect((await bus.inbound('toy')).map(({ text }) => text)).toEqual(['hello', 'something else']);
  });

  it('is not ready while the broker is away, and is again when it is back', async () => {
    const { nats } = (bus as unknown as { running: { nats: { kill(): Promise<void>; restart(): Promise<void> } } })
      .running;
    await nats.kill();
    await eventually(async () => expect(await probe('/readyz')).toBe(503));
    expect(await probe('/livez')).toBe(200);
    await expect(host.accept(MESSAGE)).rejects.toMatchObject({ kind: 'retryable' });
    await nats.restart();
    await eventually(async () => expect(await probe('/readyz')).toBe(200));
    await eventually(async () => expect(await host.accept(MESSAGE)).toBe('published'));
  });

  it('waits for streams that are not made yet', async () => {
    await bus.operator.manager.streams.delete('OUT');
    await bus.operator.manager.streams.add({ name: 'OUT', subjects: ['arb.v1.*.out.>'] });
    await bus.send('toy', reply({ sessionId: 'chat', text: 'found' }));
    await eventually(() => expect(shown).toEqual(['found']));
  });

  it('does not serve another tenant with the credentials of one', async () => {
    await host.close();
    const served = serve({ ARBITER_TENANT: 'acme' });
    served.then(
      (wrong) => wrong.close(),
      () => undefined,
    );
    await expect(served).rejects.toMatchObject({ kind: 'terminal', details: { field: 'ARBITER_TENANT' } });
    host = await serve();
  });

  it.each([
    ['ARBITER_TENANT', { ARBITER_TENANT: 'not-a-tenant' }],
    ['ARBITER_NATS_URL', { ARBITER_NATS_URL: '' }],
    ['ARBITER_ADMIN_PORT', { ARBITER_ADMIN_PORT: 'x' }],
  ])('names the variable that is wrong: %s', async (variable, environment) => {
    await expect(serve(environment)).rejects.toThrow(new RegExp(`^${variable} is .*; set it to `));
  });

  it('reads its history from the beginning, again and again', async () => {
    for (const text of ['one', 'two']) await bus.send('toy', reply({ sessionId: 'chat', text }));
    await bus.send('web', reply({ sessionId: 'chat', text: "another's" }));
    for (let time = 0; time < 2; time += 1) {
      const texts: string[] = [];
      for await (const { message } of host.history()) texts.push(message.text);
      expect(texts).toEqual(['one', 'two']);
    }
  });

  it('leaves an order of 500 messages of 20 chats as it was, though single posts fail', async () => {
    await host.close();
    const failed = new Set<string>();
    host = await serveChannel(toy, {
      environment: bus.environmentOf('toy'),
      deliver: async (post) => {
        if (Number(post.split(' ')[1]) % 7 === 0 && !failed.has(post)) {
          failed.add(post);
          throw retryable('away', 'the provider is away', 1);
        }
        shown.push(post);
        return null;
      },
    });
    const sends = Array.from({ length: 500 }, (_, index) => [`chat-${index % 20}`, Math.floor(index / 20)] as const);
    for (const [sessionId, number] of sends)
      await bus.send('toy', reply({ sessionId, text: `${sessionId} ${number}` }));
    await eventually(() => expect(shown).toHaveLength(500));
    for (let chat = 0; chat < 20; chat += 1) {
      expect(shown.filter((post) => post.startsWith(`chat-${chat} `))).toEqual(
        Array.from({ length: 25 }, (_, number) => `chat-${chat} ${number}`),
      );
    }
  });
});
