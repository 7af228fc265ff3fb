import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Type } from '@nestjs/common';
import { AppModule } from './app.module';
import { routesOf } from './documents/routes';
import { Laboratory, eventually, type RunningIngress } from './testing/laboratory';

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly problem: { readonly status?: number; readonly field?: string; readonly detail?: string };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const OPERATIONS = routesOf(Reflect.getMetadata('controllers', AppModule) as Type[]);
/** Every route but the probes, with some id in it. */
const ROUTES = OPERATIONS.filter(({ open }) => !open).map(({ method, path }): readonly [string, string] => [
  method.toUpperCase(),
  path.replace('{id}', 'x'),
]);
const messageOf = (changes: object = {}): object => ({
  sessionId: 's-1',
  userId: 'C-1',
  text: 'hello',
  messageId: randomUUID(),
  ...changes,
});

describe('the edge of ingress', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start({ ARBITER_ALLOWED_HOSTS: 'chat.example.com', ARBITER_STREAMS_PER_CLIENT: '2' });
  });
  afterAll(() => laboratory.close());

  /** As written: fetch sets Host itself and tidies the path up. */
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: object, url = running.url) =>
    new Promise<Answered>((resolve, reject) => {
      request(
        url,
        { method, path, headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers } },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => {
            const isProblem = (response.headers['content-type'] ?? '').startsWith('application/problem+json');
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              problem: isProblem ? (JSON.parse(text) as Answered['problem']) : {},
            });
          });
        },
      )
        .on('error', reject)
        .end(body && JSON.stringify(body));
    });

  describe('under a name it was not told', () => {
    it.each<readonly [string, string]>([...ROUTES, ['GET', '/'], ['GET', '/assets/a.js'], ['GET', '/nothing']])(
      '%s %s is refused, naming the variable',
      async (method, path) => {
        const { status, problem } = await ask(method, path, { host: 'evil.example:3000' });
        expect([status, problem.field, problem.detail]).toEqual([
          421,
          'host',
          expect.stringContaining('ARBITER_ALLOWED_HOSTS'),
        ]);
      },
    );

    it.each(['/livez', '/readyz', '/startupz'])('%s answers all the same, for it is asked by address', async (path) => {
      expect((await ask('GET', path, { host: '10.1.2.3:3000' })).status).toBe(200);
    });

    it('it answers once it was told', async () => {
      expect((await ask('GET', '/openapi.json', { host: 'chat.example.com' })).status).toBe(200);
    });
  });

  describe('a request that breaks the rules of HTTP', () => {
    /** What the server answers to these bytes, whole. */
    const answerTo = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        const { port } = new URL(running.url);
        let text = '';
        connect(Number(port), '127.0.0.1', function (this: Socket) {
          this.end(bytes);
        })
          .on('data', (chunk) => (text += chunk.toString()))
          .on('end', () => resolve(text))
          .on('error', reject);
      });
    const GET = 'GET /api/sessions?userId=C-1 HTTP/1.1\r\n';

    it.each([
      ['names two hosts', `${GET}Host: localhost\r\nHost: evil.example\r\n\r\n`, 421, 'host'],
      ['names the same host twice', `${GET}Host: localhost\r\nHost: localhost\r\n\r\n`, 421, 'host'],
      ['names no host', `${GET}\r\n`, 421, 'host'],
      ['is none', 'nonsense\r\n\r\n', 400, undefined],
      ['has a header without a name', `${GET}Host: localhost\r\n: x\r\n\r\n`, 400, undefined],
      ['has too many headers', `${GET}Host: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, undefined],
    ])('and %s is refused with a problem', async (_, bytes, status, field) => {
      const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json`, 'i'));
      expect(JSON.parse(body)).toMatchObject({ status, ...(field && { field }), detail: expect.any(String) });
    });

    it.each([
      ['application/json; charset=utf-16', 415],
      ['application/json; charset=iso-8859-1', 415],
      ['application/json; charset=UTF-8', 202],
      ['application/json', 202],
    ])('with a body of %s is answered %i', async (contentType, status) => {
      const message = messageOf({ sessionId: 'charset', messageId: contentType.replaceAll(/\W/g, '-') });
      const answered = await ask('POST', '/api/chat/messages', { 'content-type': contentType }, message);
      expect([answered.status, answered.problem.field]).toEqual([status, status === 415 ? 'content-type' : undefined]);
    });
  });

  describe('a page of another origin', () => {
    const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

    it('cancels no run, though a cancel needs no body', async () => {
      const message = messageOf({ sessionId: 'foreign' });
      expect((await ask('POST', '/api/chat/messages', {}, message)).status).toBe(202);
      const {
        rows: [row],
      } = await running.ingress.core.database.pool.query<{ run: string }>(
        `select envelope::json->>'correlationid' as run from event where stream_id = 'turn-shop-foreign'`,
      );
      const cancel = (headers: Record<string, string>) => ask('POST', `/api/runs/${row!.run}/cancel`, headers);
      expect((await cancel(FOREIGN)).status).toBe(403);
      expect((await cancel({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
      expect((await cancel({ origin: 'null' })).status).toBe(403);
      const count = async () =>
        (await running.ingress.core.database.pool.query(`select 1 from event where stream_id = 'turn-shop-foreign'`))
          .rowCount;
      expect(await count()).toBe(1);
      expect((await cancel({ origin: running.url, 'sec-fetch-site': 'same-origin' })).status).toBe(202);
      expect((await cancel({})).status).toBe(202);
      expect(await count()).toBe(2);
    });

    it.each(ROUTES)('is refused on %s %s', async (method, path) => {
      expect(await ask(method, path, FOREIGN)).toMatchObject({ status: 403, problem: { field: 'origin' } });
    });
  });

  describe('an id in a path', () => {
    const paths = OPERATIONS.filter(({ path }) => path.includes('{id}'));
    const ids = [
      '%00',
      'a%00b',
      '%0A',
      '%7F',
      '%zz',
      '%',
      '%ff',
      '%C0%80',
      '%ED%A0%80',
      'x'.repeat(129),
      'x'.repeat(5_000),
    ];

    it.each(
      paths.flatMap(({ method, path }) =>
        ids.map((id) => [method.toUpperCase(), path, id.slice(0, 12), id.length, id] as const),
      ),
    )('%s %s refuses %s of %i characters as a problem', async (method, path, _beginning, _length, id) => {
      const { status, problem } = await ask(method, `${path.replace('{id}', id)}?userId=C-1`);
      expect([400, 404]).toContain(status);
      expect(problem.status).toBe(status);
    });

    it.each([
      '?userId=%00',
      '?userId=%zz',
      '?userId=a&userId=b',
      '?userId=C-1&before=%00',
      '?userId=C-1&before=99999999999',
      '',
      '?userId',
    ])('asks for messages in words that are understood: %s', async (query) => {
      expect([200, 400]).toContain((await ask('GET', `/api/sessions/s/messages${query}`)).status);
    });

    it.each([
      '/assets/%00',
      '/assets/%zz',
      '/%zz',
      '/api/runs/x/events?lastEventId=%00',
      `/assets/${'x'.repeat(2_000)}`,
    ])('is nothing else either: %s', async (path) => {
      expect([400, 404]).toContain((await ask('GET', path)).status);
    });
  });

  describe('event streams', () => {
    const follow = async (headers: Record<string, string> = {}, url = running.url) => {
      const abort = new AbortController();
      const response = await fetch(`${url}/api/sessions/streams/events?userId=C-1`, { headers, signal: abort.signal });
      return { response, leave: () => abort.abort() };
    };

    it('are so many a client, whatever they follow, and one that ends gives its place back', async () => {
      const [first, second] = [await follow(), await follow()];
      const { response } = await follow();
      expect([
        response.status,
        response.headers.get('retry-after'),
        ((await response.json()) as { detail: string }).detail,
      ]).toEqual([429, '10', expect.stringContaining('ARBITER_STREAMS_PER_CLIENT')]);
      const message = messageOf({ sessionId: 'unheard' });
      expect((await ask('POST', '/api/chat/messages', { accept: 'text/event-stream' }, message)).status).toBe(429);
      expect(
        (await running.ingress.core.database.pool.query(`select 1 from event where stream_id = 'turn-shop-unheard'`))
          .rowCount,
      ).toBe(0);
      first.leave();
      const third = await eventually(async () => {
        const again = await follow();
        expect(again.response.status).toBe(200);
        return again;
      });
      second.leave();
      third.leave();
    });

    it('are counted by API key where keys are asked for', async () => {
      const guarded = await laboratory.start({
        ARBITER_STREAMS_PER_CLIENT: '1',
        ARBITER_API_KEYS: `one:${sha256('1')},two:${sha256('2')}`,
      });
      const statusOf = async (key: string) =>
        (await follow({ authorization: `Bearer ${key}` }, guarded.url)).response.status;
      expect([await statusOf('1'), await statusOf('2'), await statusOf('1')]).toEqual([200, 200, 429]);
      await guarded.stop();
    });

    it('that cannot be opened take no place', async () => {
      for (let time = 0; time < 3; time += 1)
        expect((await ask('GET', `/api/runs/${randomUUID()}/events`)).status).toBe(404);
      await ask('POST', '/api/chat/messages', {}, { ...messageOf({ sessionId: 'taken', messageId: 'm' }) });
      for (let time = 0; time < 3; time += 1) {
        expect(
          (
            await ask(
              'POST',
              '/api/chat/messages',
              { accept: 'text/event-stream' },
              messageOf({ sessionId: 'taken', messageId: 'm', text: 'another' }),
            )
          ).status,
        ).toBe(409);
      }
    });
  });

  it('does not start with an API key for a tenant that does not exist, and names those that do', async () => {
    const started = laboratory.start({ ARBITER_API_KEYS: `console:${sha256('1')},partner:${sha256('2')}:nowhere` });
    await expect(started).rejects.toThrow(
      /^ARBITER_API_KEYS: the key "partner" is for the tenant "nowhere", which does not exist here; there are other, shop;[^\n]*$/,
    );
  });
});
