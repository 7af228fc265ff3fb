import type { ChannelHost } from '@arbiter/channels';
import { MessageBus, eventually, reply } from '@arbiter/channels/testing';
import type { OutboundMessage } from '@arbiter/contracts';
import { DiscardPolicy } from '@nats-io/jetstream';
import { TelegramSide } from './testing/harness';
import { TelegramServer } from './testing/telegram-server';
import { messageIn, personOf } from './testing/updates';

const SECRET = 'x-telegram-bot-api-secret-token';

describe('the adapter with a webhook', () => {
  let bus: MessageBus;
  let side: TelegramSide;
  let server: TelegramServer;
  let host: ChannelHost<never>;

  beforeAll(async () => {
    bus = await MessageBus.open();
  });
  beforeEach(async () => {
    await bus.clear();
    server = await TelegramServer.start();
    side = await TelegramSide.withWebhook(server);
    host = await side.serve(bus.environmentOf('telegram'));
  });
  afterEach(async () => {
    await host.close();
    await server.close();
  });
  afterAll(() => bus.close());

  const send = async (...messages: Partial<OutboundMessage>[]) => {
    for (const message of messages) await bus.send('telegram', reply({ sessionId: '4001', ...message }));
    await eventually(async () => expect(await bus.owed('telegram')).toBe(0));
  };
  const texts = () => side.posts().map(({ text }) => text);

  it('sets it with its secret and asks for nothing but what people do', () => {
    expect(server.done('setWebhook').map(({ payload }) => payload)).toEqual([
      {
        url: side.webhookUrl,
        secret_token: expect.stringMatching(/^[\w-]{16,}$/),
        allowed_updates: ['message', 'edited_message', 'callback_query'],
      },
    ]);
  });

  it('listens on its own path as it stands, and on no other', async () => {
    const statusOf = async (url: string) => (await fetch(url, { method: 'POST' })).status;
    expect([await statusOf(side.webhookUrl), await statusOf(side.webhookUrl.replace(/:AAH$/, '-AAH'))]).toEqual([
      401, 404,
    ]);
  });

  it('stops the spinner of a pressed button', async () => {
    await send({ text: 'Shall I?', choices: ['Yes', 'No'] });
    await side.send({ kind: 'pressed', chat: 1, person: 1, number: 2, post: side.posts()[0]!, choice: 0 });
    await eventually(() =>
      expect(server.done('answerCallbackQuery').map(({ payload }) => payload)).toEqual([
        { callback_query_id: '438292' },
      ]),
    );
  });

  it.each([
    ['no JSON', 'hello'],
    ['no update', '{"message":{}}'],
    ['null', 'null'],
  ])('refuses %s with 400', async (_, body) => {
    const { secret_token } = server.done('setWebhook')[0]!.payload;
    expect(
      (await fetch(side.webhookUrl, { method: 'POST', body, headers: { [SECRET]: String(secret_token) } })).status,
    ).toBe(400);
    expect(await bus.inbound('telegram')).toEqual([]);
  });

  it('tells Telegram to come again when the broker does not take a message, and not to when it can never be one', async () => {
    const pressed = {
      id: '4'.repeat(200),
      from: personOf(1),
      chat_instance: 'c',
      message: messageIn(1, 1, personOf(1)),
      data: 'request:0',
    };
    expect(await server.push(server.updates.number({ callback_query: pressed }))).toBe(200);
    await bus.operator.manager.streams.update('IN', { max_msgs: 1, discard: DiscardPolicy.New });
    await side.send({ kind: 'text', chat: 1, person: 1, number: 2, text: 'first' });
    expect(await side.send({ kind: 'text', chat: 1, person: 1, number: 3, text: 'second' })).toBe(false);
    await bus.operator.manager.streams.update('IN', { max_msgs: -1 });
    expect(await side.send({ kind: 'text', chat: 1, person: 1, number: 3, text: 'second' })).toBe(true);
    expect((await bus.inbound('telegram')).map(({ text }) => text)).toEqual(['first', 'second']);
  });

  it('holds no words up for a reaction the chat forbids or Telegram has no time for', async () => {
    server.refuseNext('setMessageReaction', { error_code: 400, description: 'Bad Request: REACTION_INVALID' }, 1);
    server.limitNext('setMessageReaction', 30);
    const marks = [{ messageId: '17', reaction: 'working' as const }];
    await send({ kind: 'working', marks }, { kind: 'pre', text: 'One moment.', marks }, { text: 'Done.' });
    expect(texts()).toEqual(['One moment.', 'Done.']);
  });

  it('drops what a person who blocked the bot is told, and goes on', async () => {
    server.refuseNext('sendMessage', { error_code: 403, description: 'Forbidden: bot was blocked by the user' }, 1);
    await send({ text: 'lost' }, { text: 'found' });
    expect(texts()).toEqual(['found']);
  });

  it('makes other chats not wait while one has to', async () => {
    server.limitNext('sendMessage', 15);
    await bus.send('telegram', reply({ sessionId: '4001', text: 'late' }));
    await eventually(() => expect(side.calls().filter(({ wasLimited }) => wasLimited)).toHaveLength(1));
    await bus.send('telegram', reply({ sessionId: '4002', text: 'soon' }));
    await eventually(() => expect(texts()).toEqual(['soon']));
  });
});
