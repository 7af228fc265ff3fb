import { connect } from 'node:net';
import { conflict, retryable, terminal } from '@arbiter/contracts';
import { Problem, openLogger } from '@arbiter/platform/adapter';
import { Refusal, jsonIn, openReceiver, type Receiver } from './receiver';
import { isSameSecret } from './same-secret';

describe('the receiver of an adapter', () => {
  let receiver: Receiver;
  let url: string;

  beforeAll(async () => {
    receiver = await openReceiver({
      host: '127.0.0.1',
      port: 0,
      logger: openLogger('toy', 'silent'),
      guard: ({ headers }) => {
        if (headers['x-stranger']) throw new Problem(421, 'unknown_host', 'not here', { field: 'host' });
      },
      routes: {
        'POST /taken': () => Promise.reject(conflict('other_payload', 'taken')),
        'POST /echo': ({ body, query, headers }) => ({
          status: 200,
          headers: { 'x-query': query.get('a') ?? '', 'x-type': headers['content-type'] ?? '' },
          body: body.toString('utf8'),
        }),
        'POST /json': ({ body }) => ({ status: 200, body: JSON.stringify(jsonIn(body)) }),
        'POST /refuse': () => Promise.reject(new Refusal(401, 'who are you?', { 'www-authenticate': 'Bearer' })),
        'POST /invalid': () => Promise.reject(terminal('invalid_message', 'text is missing', 'text')),
        'POST /later': () => Promise.reject(retryable('busy', 'busy', 2_500)),
        'POST /broken': () => Promise.reject(new Error('a secret of ours')),
        'GET /stream': () => ({
          status: 200,
          headers: { 'content-type': 'text/plain' },
          stream: (response) => void response.end('streamed'),
        }),
      },
    });
    url = `http://127.0.0.1:${receiver.port}`;
  });
  afterAll(() => receiver.close());

  const post = (path: string, body = '') =>
    fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });

  it('gives a route the body as it came, with query and headers', async () => {
    const response = await post('/echo?a=b', 'grüß dich');
    expect([await response.text(), response.headers.get('x-query'), response.headers.get('x-type')]).toEqual([
      'grüß dich',
      'b',
      'text/plain',
    ]);
  });

  it.each([
    ['/refuse', 401, 'who are you?', { 'www-authenticate': 'Bearer' }],
    ['/later', 503, 'busy', { 'retry-after': '3' }],
    ['/taken', 409, 'taken', {}],
    ['/nowhere', 404, 'there is nothing at POST /nowhere', {}],
  ])('answers what a route throws: %s', async (path, status, title, headers) => {
    const response = await post(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(((await response.json()) as { title: string }).title).toContain(title);
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
  });

  it('names the field of what can never be taken, and tells nothing of what broke inside', async () => {
    expect(await (await post('/invalid')).json()).toMatchObject({
      status: 400,
      field: 'text',
      detail: 'text is missing',
    });
    expect(await (await post('/json', '{"a":')).json()).toMatchObject({ status: 400, field: 'body' });
    const broken = await post('/broken');
    expect([broken.status, await broken.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  });

  it.each(['/echo', '/nowhere'])('asks its guard before anything else: %s', async (path) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers: { 'x-stranger': 'yes' } });
    expect([response.status, await response.json()]).toEqual([
      421,
      expect.objectContaining({ field: 'host', detail: 'not here' }),
    ]);
  });

  it('refuses a body that is too large', async () => {
    expect((await post('/echo', 'x'.repeat(256 * 1024))).status).toBe(200);
    expect((await post('/echo', 'x'.repeat(256 * 1024 + 1))).status).toBe(413);
  });

  it('names the variable when its port is taken', async () => {
    const second = openReceiver({
      host: '127.0.0.1',
      port: receiver.port,
      logger: openLogger('toy', 'silent'),
      routes: {},
    });
    await expect(second).rejects.toThrow(/EADDRINUSE.*set ARBITER_HTTP_PORT to another port/);
  });

  it('lets a route stream', async () => {
    expect(await (await fetch(`${url}/stream`)).text()).toBe('streamed');
  });

  it('is not to be had by a request that is none', async () => {
    const socket = connect(receiver.port, '127.0.0.1', () => socket.write('GET http:// HTTP/1.1\r\nhost: x\r\n\r\n'));
    const [answer] = (await new Promise<Buffer[]>((resolve) => socket.once('data', (chunk) => resolve([chunk])))).map(
      String,
    );
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect((await post('/echo', 'still here')).status).toBe(200);
  });
});

describe('a secret', () => {
  it('is the same or is not, and nothing is never the same', () => {
    expect([
      isSameSecret('a', 'a'),
      isSameSecret('a', 'b'),
      isSameSecret('aa', 'a'),
      isSameSecret(undefined, 'a'),
      isSameSecret('', ''),
    ]).toEqual([true, false, false, false, false]);
  });
});
