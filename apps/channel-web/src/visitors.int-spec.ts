import { eventually, MessageBus, reply } from '@arbiter/channels/testing';
import type { ChannelHost } from '@arbiter/channels';
import { Browser, ORIGIN, tokenFor } from './testing/browser';

describe('a visitor of the web channel', () => {
  let bus: MessageBus;
  let browser: Browser;
  let host: ChannelHost<never>;

  beforeAll(async () => {
    bus = await MessageBus.open();
    browser = new Browser();
    host = await browser.serve({
      ...bus.environmentOf('web'),
      ARBITER_ALLOWED_HOSTS: 'chat.example.com',
      ARBITER_STREAMS_PER_CLIENT: '3',
    });
  });
  afterAll(async () => {
    await browser.close();
    await host.close();
    await bus.close();
  });

  const say = (body: object, init: RequestInit = {}) =>
    browser.request('/messages', { method: 'POST', body: JSON.stringify(body), ...init }, tokenFor(1, 1));

  it('is who the token says, whatever the body says', async () => {
    const response = await say({ messageId: 'm1', text: 'hello', userId: 'somebody-else' });
    expect([response.status, await response.json()]).toMatchObject([400, { field: 'userId' }]);
    expect(await bus.inbound('web')).toEqual([]);
  });

  it('cancels runs as who the token says (EV-01)', async () => {
    const cancel = (body: object) =>
      browser.request('/cancel', { method: 'POST', body: JSON.stringify(body) }, tokenFor(1, 1));
    expect((await cancel({ requestId: 'run-1', userId: 'somebody-else' })).status).toBe(400);
    expect((await cancel({})).status).toBe(400);
    expect((await cancel({ requestId: 'run-1' })).status).toBe(202);
    expect(await bus.cancels('web')).toEqual([{ requestId: 'run-1', userId: expect.any(String) }]);
    expect((await browser.request('/cancel', { method: 'POST', body: '{}' }, undefined)).status).toBe(401);
  });

  it("cannot read another's session", async () => {
    const response = await browser.request('/events?session=chat-2', {}, tokenFor(1, 1));
    expect(response.status).toBe(403);
  });

  it.each([
    ['no token', undefined],
    ['no signature', `${tokenFor(1, 1)!.split('.').slice(0, 2).join('.')}.`],
    ['the algorithm none', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${tokenFor(1, 1)!.split('.')[1]}.x`],
    [
      "another's claims",
      [tokenFor(1, 1)!.split('.')[0], tokenFor(2, 1)!.split('.')[1], tokenFor(1, 1)!.split('.')[2]].join('.'),
    ],
  ])('with %s reads nothing', async (_name, token) => {
    expect((await browser.request('/events', {}, token)).status).toBe(401);
  });

  it('comes from a listed page, or is refused; a browser is told which', async () => {
    const foreign = await say({ messageId: 'm2', text: 'hello' }, { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const asked = await browser.request('/messages', { method: 'OPTIONS' }, undefined);
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('vary')]).toEqual([
      204,
      ORIGIN,
      'Origin',
    ]);
  });

  it('learns by a preflight what its page may send, on the paths that there are', async () => {
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
    for (const path of ['/messages', '/events']) {
      const { status, headers } = await browser.request(path, preflight, undefined);
      expect([status, headers.get('access-control-allow-methods'), headers.get('access-control-max-age')]).toEqual([
        204,
        'GET, POST',
        '600',
      ]);
      expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, last-event-id');
    }
    expect((await browser.request('/nothing', preflight, undefined)).status).toBe(404);
  });

  it.each<[string, object]>([
    ['missing', { messageId: 'm4' }],
    ['a number', { messageId: 'm4', text: 5 }],
  ])('whose text is %s is told so, by the field', async (_name, body) => {
    const response = await say(body);
    expect([response.status, await response.json()]).toMatchObject([400, { field: 'text' }]);
  });

  it('who sends another text under an id that is taken gets an error, and may repeat the first text', async () => {
    const statuses = [await say({ messageId: 'm5', text: 'hello' }), await say({ text: 'hello', messageId: 'm5' })].map(
      ({ status }) => status,
    );
    const response = await say({ messageId: 'm5', text: 'something else' });
    expect([...statuses, response.status, await response.json()]).toMatchObject([
      202,
      202,
      409,
      { field: 'messageId' },
    ]);
  });

  it.each(['/messages', '/events', '/nothing'])('is not let in by another name: %s', async (path) => {
    expect(await browser.statusUnder('evil.example', path)).toBe(421);
    expect(await browser.statusUnder('chat.example.com', path)).not.toBe(421);
  });

  it.each<[string, Record<string, string>]>([
    ['names another origin', { origin: 'https://evil.example' }],
    ['names none, as its browser says', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ])('is on a listed page, on every path: one that %s is refused', async (_name, headers) => {
    for (const path of ['/messages', '/events', '/nothing'])
      expect(await browser.statusUnder('127.0.0.1', path, headers)).toBe(403);
  });

  it('opens so many streams from one address, and one that is left makes room', async () => {
    const follow = async (chat: number) => {
      const abort = new AbortController();
      const { status, headers } = await browser.request('/events', { signal: abort.signal }, tokenFor(chat, 1));
      return { status, retryAfter: headers.get('retry-after'), leave: () => abort.abort() };
    };
    const open = [await follow(11), await follow(12), await follow(13)];
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await follow(14)).toMatchObject({ status: 429, retryAfter: '10' });
    open[0]!.leave();
    const again = await eventually(async () => {
      const stream = await follow(14);
      expect(stream.status).toBe(200);
      return stream;
    });
    for (const stream of [...open, again]) stream.leave();
  });

  it('may say which language the page is in', async () => {
    expect((await say({ messageId: 'm3', text: 'hallo', locale: 'de' })).status).toBe(202);
    expect((await bus.inbound('web')).at(-1)).toEqual({
      sessionId: 'chat-1',
      userId: 'person-1',
      messageId: 'm3',
      text: 'hallo',
      channelMetadata: { locale: 'de' },
    });
  });

  it('gets what was said before the process started, from the event on that was seen last', async () => {
    await bus.send('web', reply({ sessionId: 'chat-9', text: 'first' }));
    await bus.send('web', reply({ sessionId: 'chat-9', text: 'second' }));
    await eventually(async () => expect(await bus.owed('web')).toBe(0));
    await host.close();
    host = await browser.serve(bus.environmentOf('web'));
    const read = async (after: string) => {
      const response = await browser.request(`/events?session=chat-9&after=${after}`, {}, tokenFor(9, 1));
      let text = '';
      for await (const chunk of response.body!) {
        text += Buffer.from(chunk).toString('utf8');
        if (text.includes('second')) break;
      }
      return text;
    };
    const all = await read('0');
    expect(all).toContain('first');
    expect(await read(/id: (\d+)/.exec(all)![1]!)).not.toContain('first');
  });
});
