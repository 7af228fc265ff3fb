import { request } from 'node:http';
import type { ChannelHost } from '@arbiter/channels';
import { MessageBus } from '@arbiter/channels/testing';
import { WebhookProgram } from './testing/webhook-program';

const MESSAGE = { sessionId: 'chat-1', userId: 'person-1', messageId: 'm-1', text: 'hello' };

describe('a request to the webhook channel', () => {
  let bus: MessageBus;
  let side: WebhookProgram;
  let host: ChannelHost<never>;

  beforeAll(async () => {
    bus = await MessageBus.open();
    side = await WebhookProgram.open();
    host = await side.serve({ ...bus.environmentOf('webhook'), ARBITER_ALLOWED_HOSTS: 'hooks.example.com' });
  });
  beforeEach(() => bus.clear());
  afterAll(async () => {
    await host.close();
    await side.close();
    await bus.close();
  });

  const { text: _, ...textless } = MESSAGE;
  it.each<[string, object, string]>([
    ['no text', textless, 'text'],
    ['a number as its text', { ...MESSAGE, text: 5 }, 'text'],
    ['null as its text', { ...MESSAGE, text: null }, 'text'],
    ['no sessionId', { ...MESSAGE, sessionId: undefined, replyToMessageId: 'm-0' }, 'sessionId'],
    ['NUL in its text', { ...MESSAGE, text: 'a\0' }, 'text'],
  ])('with %s is refused, naming the field', async (_name, body, field) => {
    const response = await side.postBody(JSON.stringify(body));
    expect([response.status, response.headers.get('content-type'), await response.json()]).toMatchObject([
      400,
      'application/problem+json',
      { field },
    ]);
    expect(await bus.inbound('webhook')).toEqual([]);
  });

  it('that cancels a run is signed like any other (EV-01)', async () => {
    const cancel = JSON.stringify({ requestId: 'run-1', userId: 'person-1' });
    expect((await side.postBody(cancel, 'wrong', '/cancel')).status).toBe(401);
    expect((await side.postBody(cancel, undefined, '/cancel')).status).toBe(202);
    expect(await bus.cancels('webhook')).toEqual([JSON.parse(cancel)]);
  });

  it('that says something else under an id that is taken is refused, naming the field; the same again is fine', async () => {
    expect((await side.postBody(JSON.stringify(MESSAGE))).status).toBe(202);
    const response = await side.postBody(JSON.stringify({ ...MESSAGE, text: 'something else' }));
    expect([response.status, await response.json()]).toMatchObject([409, { field: 'messageId' }]);
    expect((await side.postBody(JSON.stringify(MESSAGE))).status).toBe(202);
    expect(await bus.inbound('webhook')).toEqual([MESSAGE]);
  });

  it.each<[string, number, Record<string, string>]>([
    ['under another name', 421, { host: 'evil.example' }],
    ['of a page', 403, { origin: 'https://evil.example' }],
    ['of a page, as its browser says', 403, { 'sec-fetch-site': 'cross-site' }],
    ['without a signature', 401, { host: 'hooks.example.com' }],
  ])('%s is answered with %i', async (_name, expected, headers) => {
    const status = await new Promise((resolve, reject) => {
      request(`http://127.0.0.1:${host.port}/messages`, { method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(expected);
  });
});
