import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import type { ToolCall, ToolEffect, ToolOutcome } from '@arbiter/contracts';
import { MAXIMUM_RESPONSE_BYTES } from './http-call';
import { performEffect } from './perform-effect';
import { callOf, type HttpCall } from './testing/http-call';
import { ToolRunner } from './tool-runner';

describe('the tool runner, against a real server that stands for a vendor (EVL-03)', () => {
  let server: Server;
  let listener: RequestListener;
  let seen: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[];
  let environment: Record<string, string>;
  let runner: ToolRunner;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', () => {
          seen.push({ method: request.method, url: request.url, headers: request.headers, body });
          listener(request, response);
        });
    });
    await listening(server);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    seen = [];
    environment = { VENDOR_URL: `http://127.0.0.1:${portOf(server)}/api` };
    runner = new ToolRunner({ environment });
  });
  afterEach(() => {
    runner.close();
    server.closeAllConnections();
  });

  const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
    listener = (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
  const send = (
    changes: Partial<HttpCall> = {},
    limits: { timeoutMilliseconds?: number; sendBy?: string; signal?: AbortSignal; traceParent?: string } = {},
  ) =>
    runner.send(callOf(changes), {
      tenant: 'shop',
      traceParent: null,
      timeoutMilliseconds: 10_000,
      sendBy: '2999-01-01T00:00:00.000Z',
      ...limits,
    });

  it('a call arrives under the base URL, with its headers, its body and the trace it belongs to', async () => {
    answering(201, '{"refundId":"R-1"}', { etag: '"7"' });
    const outcome = await send(
      { method: 'POST', path: '/refunds?note=a%20b', headers: { 'idempotency-key': 'k1' }, body: { amount: 9.5 } },
      { traceParent: 'trace-1' },
    );
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 201,
      body: { refundId: 'R-1' },
      headers: { etag: '"7"' },
      unreadable: null,
    });
    expect(seen).toEqual([
      expect.objectContaining({ method: 'POST', url: '/api/refunds?note=a%20b', body: '{"amount":9.5}' }),
    ]);
    expect(seen[0]?.headers).toMatchObject({
      'idempotency-key': 'k1',
      'content-type': 'application/json',
      accept: 'application/json',
      traceparent: 'trace-1',
    });
  });

  it('an answer says which origin was asked, so that a link in it can be compared with that', async () => {
    answering(200, '{}', { link: '</orders?page=2>; rel="next"' });
    expect(await send()).toMatchObject({
      origin: `http://127.0.0.1:${portOf(server)}`,
      headers: { link: '</orders?page=2>; rel="next"' },
    });
  });

  it('dots in a path stand as they were built', async () => {
    answering(200, '{}');
    await send({ path: '/orders/..%2F..%2Fadmin/x' });
    expect(seen[0]?.url).toBe('/api/orders/..%2F..%2Fadmin/x');
  });

  it.each([
    [
      'a refusal keeps its status and body',
      409,
      '{"code":"already_refunded"}',
      {},
      { status: 409, body: { code: 'already_refunded' }, unreadable: null },
    ],
    [
      'Retry-After in seconds is read',
      429,
      '{}',
      { 'retry-after': '3' },
      { status: 429, retryAfterMilliseconds: 3_000 },
    ],
    [
      'Retry-After without end is cut to ten minutes',
      503,
      '{}',
      { 'retry-after': '999999' },
      { status: 503, retryAfterMilliseconds: 600_000 },
    ],
    [
      'a date of the past asks for no wait',
      503,
      '{}',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      { retryAfterMilliseconds: 0 },
    ],
    ['a Retry-After of words says nothing', 503, '{}', { 'retry-after': 'soon' }, { retryAfterMilliseconds: null }],
    ['a redirect is not followed', 302, '', { location: '/api/elsewhere' }, { status: 302 }],
    ['an empty answer is null', 204, '', {}, { status: 204, body: null, unreadable: null }],
    [
      'HTML is not a result',
      200,
      '<p>hello</p>',
      { 'content-type': 'text/html' },
      { body: null, unreadable: 'response_not_json' },
    ],
    ['half a JSON is not a result', 200, '{"a":', {}, { body: null, unreadable: 'response_not_json' }],
    ['a lone surrogate is not a result', 200, '{"a":"\\ud800"}', {}, { unreadable: 'response_not_json' }],
    ['a NUL is not a result', 200, '{"a":"\\u0000"}', {}, { unreadable: 'response_not_json' }],
    [
      'a number that a double would change is the text of its digits',
      200,
      '{"id":2512292042121000001,"total":35.850000000000001,"count":1.0}',
      {},
      { body: { id: '2512292042121000001', total: 35.85, count: 1 }, unreadable: null },
    ],
    ['two values under one name are not a result', 200, '{"a":1,"a":2}', {}, { unreadable: 'response_not_json' }],
    [
      'a name that reaches a prototype is not a result',
      200,
      '{"__proto__":{}}',
      {},
      { unreadable: 'response_not_json' },
    ],
    ['a number out of range is not a result', 200, '{"a":1e999}', {}, { unreadable: 'response_not_json' }],
    [
      'bottomless nesting is not a result',
      200,
      '['.repeat(100) + ']'.repeat(100),
      {},
      { unreadable: 'response_not_json' },
    ],
    [
      'problem+json is JSON',
      422,
      '{"title":"no"}',
      { 'content-type': 'application/problem+json; charset=utf-8' },
      { body: { title: 'no' } },
    ],
  ])('%s', async (_, status, body, headers, expected) => {
    answering(status, body, headers as unknown as Record<string, string>);
    expect(await send()).toMatchObject({ kind: 'response', ...expected });
    expect(seen).toHaveLength(1);
  });

  it('an answer of more than 1 MB is cut off', async () => {
    answering(200, JSON.stringify('x'.repeat(MAXIMUM_RESPONSE_BYTES)));
    expect(await send()).toMatchObject({ kind: 'response', status: 200, body: null, unreadable: 'response_too_large' });
  });

  it('a port where no server listens means that nothing was sent', async () => {
    const empty = createTcpServer();
    await listening(empty);
    environment['VENDOR_URL'] = `http://127.0.0.1:${portOf(empty)}`;
    await new Promise((resolve) => empty.close(resolve));
    expect(await send({ method: 'POST' })).toEqual({
      kind: 'not_sent',
      code: 'connection_failed',
      reason: 'the connection failed (ECONNREFUSED)',
      retryAfterMilliseconds: null,
    });
  });

  it('an unknown host name means that nothing was sent', async () => {
    // A label of 64 letters cannot exist, so no name server is asked.
    environment['VENDOR_URL'] = `http://${'v'.repeat(64)}.invalid`;
    expect(await send()).toMatchObject({ kind: 'not_sent', code: 'connection_failed' });
  });

  it('a server that never takes part in TLS means that nothing was sent', async () => {
    environment['VENDOR_URL'] = environment['VENDOR_URL']!.replace('http:', 'https:');
    expect(await send({ method: 'POST' })).toMatchObject({ kind: 'not_sent', code: 'connection_failed' });
    expect(seen).toEqual([]);
  });

  it('a connection cut after the effect leaves the outcome open', async () => {
    listener = (request) => request.socket.resetAndDestroy();
    expect(await send({ method: 'POST' })).toEqual({
      kind: 'no_response',
      code: 'connection_lost',
      reason: 'the connection failed (ECONNRESET)',
    });
    expect(seen).toHaveLength(1);
  });

  it('a connection cut in the middle of the answer leaves the outcome open', async () => {
    listener = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"a":');
      setImmediate(() => request.socket.resetAndDestroy());
    };
    expect(await send({ method: 'POST' })).toMatchObject({ kind: 'no_response', code: 'connection_lost' });
  });

  it('an answer that takes too long leaves the outcome open', async () => {
    listener = () => undefined;
    expect(await send({ method: 'POST' }, { timeoutMilliseconds: 500 })).toEqual({
      kind: 'no_response',
      code: 'timed_out',
      reason: 'no answer within 500 ms',
    });
  });

  it('an answer that never ends is given up too', async () => {
    listener = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    expect(await send({ method: 'POST' }, { timeoutMilliseconds: 500 })).toMatchObject({
      kind: 'no_response',
      code: 'timed_out',
    });
  });

  it('an answer that is no HTTP answer leaves the outcome open', async () => {
    listener = (request) =>
      void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    expect(await send({ method: 'POST' })).toMatchObject({ kind: 'no_response', code: 'connection_lost' });
  });

  it('nothing is sent after sendBy', async () => {
    answering(200, '{}');
    expect(await send({}, { sendBy: '2000-01-01T00:00:00.000Z' })).toMatchObject({
      kind: 'not_sent',
      code: 'deadline_passed',
    });
    expect(seen).toEqual([]);
  });

  it('nothing is sent by a service that is stopping', async () => {
    answering(200, '{}');
    expect(await send({}, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'not_sent',
      code: 'deadline_passed',
    });
    expect(seen).toEqual([]);
  });

  it('sendBy ends the wait for an answer that the timeout would still allow', async () => {
    listener = () => undefined;
    expect(await send({}, { sendBy: new Date(Date.now() + 500).toISOString() })).toMatchObject({
      kind: 'no_response',
      code: 'timed_out',
    });
  });

  it.each([
    ['that is not set', undefined, null, 'VENDOR_URL is not set; set it to the base URL of extension vendor'],
    ['that holds no URL', 'vendor', null, /^VENDOR_URL is no base URL/],
    ['of another protocol', 'ftp://vendor.example', null, /^VENDOR_URL is no base URL/],
    [
      'that leads to another host than the artifact names',
      'https://evil.example',
      'vendor.example',
      /^VENDOR_URL leads to another host than vendor\.example/,
    ],
  ])('a base URL %s is refused, naming the variable', async (_, value, domain, reason) => {
    if (value === undefined) delete environment['VENDOR_URL'];
    else environment['VENDOR_URL'] = value;
    expect(await send({ domain })).toEqual({
      kind: 'refused',
      code: 'extension_misconfigured',
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    });
  });

  it('a key goes along as a bearer token, whatever the headers of the call say', async () => {
    answering(200, '{}');
    environment['VENDOR_KEY'] = 'key-1';
    await send({ keyVariable: 'VENDOR_KEY', headers: { authorization: 'Bearer other' } });
    await send();
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-1', undefined]);
  });

  it.each([
    ['that is not set', '', 'VENDOR_KEY is not set; set it to the key of extension vendor'],
    [
      'that would begin another header',
      'secret\r\nx-admin: 1',
      'VENDOR_KEY holds other characters than letters, digits and ._~+/-; set it to the key alone',
    ],
  ])('a key %s is refused, naming the variable and not the key', async (_, key, reason) => {
    environment['VENDOR_KEY'] = key;
    expect(await send({ keyVariable: 'VENDOR_KEY' })).toEqual({
      kind: 'refused',
      code: 'extension_misconfigured',
      reason,
    });
    expect(seen).toEqual([]);
  });

  it('a header that would begin another one is refused', async () => {
    answering(200, '{}');
    expect(await send({ headers: { 'x-note': 'a\r\nx-admin: 1' } })).toMatchObject({
      kind: 'refused',
      code: 'request_invalid',
    });
    expect(seen).toEqual([]);
  });

  it('reads share a connection and writes have one each', async () => {
    const ports = new Set<number | undefined>();
    listener = (request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    await send();
    await send();
    expect(ports.size).toBe(1);
    await send({ method: 'POST' });
    await send({ method: 'POST' });
    expect(ports.size).toBe(3);
  });

  it('closing cuts what is in flight', async () => {
    const arrived = new Promise<void>((resolve) => (listener = () => resolve()));
    const outcome = send({ method: 'POST' });
    await arrived;
    runner.close();
    expect(await outcome).toMatchObject({ kind: 'no_response', code: 'connection_lost' });
  });

  it('the built-in echo gives back its text without any traffic', async () => {
    const call: ToolCall = { kind: 'builtin', builtin: 'echo', args: { text: 'hello' } };
    expect(
      await runner.send(call, {
        tenant: 'shop',
        traceParent: null,
        timeoutMilliseconds: 1,
        sendBy: '2000-01-01T00:00:00.000Z',
      }),
    ).toMatchObject({ status: 200, body: { text: 'hello' } });
  });

  describe('performing an effect', () => {
    const pending = (
      proceed: (outcome: ToolOutcome) => ToolEffect<{ name: string }>,
    ): ToolEffect<{ name: string }> => ({
      kind: 'call',
      purpose: 'send',
      call: callOf(),
      delayMilliseconds: 1,
      timeoutMilliseconds: 10_000,
      sendBy: '2999-01-01T00:00:00.000Z',
      proceed,
    });
    const done: ToolEffect<{ name: string }> = { kind: 'report', command: { name: 'done' } };

    it('call follows call until there is something to report', async () => {
      answering(200, '{}');
      const command = await performEffect(
        pending(() => pending(() => done)),
        runner,
        { tenant: 'shop', traceParent: null },
      );
      expect(command).toEqual({ name: 'done' });
      expect(seen).toHaveLength(2);
    });

    it('an effect without end is given up', async () => {
      answering(200, '{}');
      const forever = (): ToolEffect<{ name: string }> => pending(forever);
      await expect(performEffect(forever(), runner, { tenant: 'shop', traceParent: null })).rejects.toMatchObject({
        kind: 'terminal',
        code: 'endless_effect',
      });
    });

    it('a stopping service reports nothing, not even what it cut off itself', async () => {
      const stop = new AbortController();
      listener = () => stop.abort();
      const effect = pending(() => done);
      await expect(
        performEffect(effect, runner, { tenant: 'shop', traceParent: null, signal: stop.signal }),
      ).rejects.toMatchObject({ kind: 'retryable', code: 'stopping' });
    });
  });
});

const listening = (server: { listen(port: number, host: string, done: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
