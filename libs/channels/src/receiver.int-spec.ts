import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { conflict, retryable, terminal } from '@arbiter/contracts';
import { Problem, openLogger } from '@arbiter/runtime/adapter';
import { jsonIn, openReceiver, type Received, type Receiver } from './receiver';
import { Refusal } from './refusal';
import { isSameSecret } from './same-secret';
import { eventually } from './testing';

describe('the receiver of an adapter', () => {
  let receiver: Receiver;
  let url: string;
  const slow = Promise.withResolvers<string>();

  beforeAll(async () => {
    receiver = await openReceiver({
      host: '127.0.0.1',
      port: 0,
      logger: openLogger('toy', 'silent'),
      routes: (server) => {
        server.addHook('onRequest', async ({ headers }) => {
          if (headers['x-stranger']) throw new Problem(421, 'unknown_host', 'not here', { field: 'host' });
        });
        server.post<Received>('/echo', async ({ body, query, headers }, reply) =>
          reply
            .headers({ 'x-query': query['a'] ?? '', 'x-type': headers['content-type'] ?? '' })
            .send(body.toString('utf8')),
        );
        server.post<Received>('/json', async ({ body }) => JSON.stringify(jsonIn(body)));
        const failing: Readonly<Record<string, Error>> = {
          '/taken': conflict('other_payload', 'taken'),
          '/refuse': new Refusal(401, 'who are you?', { 'www-authenticate': 'Bearer' }),
          '/invalid': terminal('invalid_message', 'text is missing', 'text'),
          '/later': retryable('busy', 'busy', 2_500),
          '/broken': new Error('a secret of ours'),
        };
        for (const [path, error] of Object.entries(failing)) server.post(path, () => Promise.reject(error));
        server.post('/slow', async () => slow.promise);
        server.get('/stream', async (_request, reply) => reply.type('text/plain').send(Readable.from(['streamed'])));
        server.get('/endless', async (_request, reply) => {
          const stream = new PassThrough();
          stream.write('begun');
          return reply.send(stream);
        });
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
      routes: () => undefined,
    });
    await expect(second).rejects.toThrow(/EADDRINUSE.*set ARBITER_HTTP_PORT to another port/);
  });

  it('lets a route stream', async () => {
    expect(await (await fetch(`${url}/stream`)).text()).toBe('streamed');
  });

  it('answers 256 at once and no more; a stream that is open is none of them', async () => {
    const never = new AbortController();
    const stream = await fetch(`${url}/endless`, { signal: never.signal });
    expect(stream.status).toBe(200);
    const waiting = Array.from({ length: 256 }, () => post('/slow'));
    const refused = await eventually(async () => {
      const response = await post('/echo');
      expect(response.status).toBe(503);
      return response;
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    slow.resolve('done');
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await post('/echo')).status).toBe(200);
    never.abort();
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
