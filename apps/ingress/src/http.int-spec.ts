import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { conversationOf, parseStream, type WireEvent } from '@arbiter/contracts';
import { wholeEnvelope } from '@arbiter/store';
import { Client } from 'pg';
import { Laboratory, eventually, messagesIn, type RunningIngress } from './testing/laboratory';

const messageWith = (changes: object = {}) => ({
  sessionId: 's-1',
  userId: 'C-1',
  text: 'Where is my order 1002?',
  messageId: randomUUID(),
  ...changes,
});

/** Meanwhile the database ends every connection and takes no other. */
async function whileClosed(url: string, work: () => Promise<void>): Promise<void> {
  const beside = new URL(url);
  const name = beside.pathname.slice(1);
  beside.pathname = '/template1';
  const owner = new Client({ connectionString: beside.href });
  await owner.connect();
  try {
    await owner.query(`alter database "${name}" allow_connections false`);
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await work();
  } finally {
    await owner.query(`alter database "${name}" allow_connections true`);
    await owner.end();
  }
}

const SUBJECT = 'arb.v1.shop.evt.turn.received';

describe('ingress over HTTP', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open({ ownPostgres: true });
    running = await laboratory.start({ ARBITER_REDIS_URL: laboratory.stack.redis.url });
  });
  afterAll(() => laboratory.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, url = running.url) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
  const send = (body: unknown, headers: Record<string, string> = {}) => post('/api/chat/messages', body, headers);
  const submit = (body: object, headers: Record<string, string>) =>
    post('/api/runs', { sessionId: `of-${headers['idempotency-key']}`, ...body }, headers);
  const get = (path: string, headers: Record<string, string> = {}, url = running.url) =>
    fetch(`${url}${path}`, { headers });
  const problemOf = async (response: Response) => {
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const problem = (await response.json()) as { status: number; field?: string; detail: string; type: string };
    expect(problem.status).toBe(response.status);
    return problem;
  };
  const stored = async (stream: string): Promise<WireEvent[]> => {
    const rows = await running.ingress.core.database.query
      .selectFrom('event')
      .select(wholeEnvelope)
      .where('stream_id', '=', stream)
      .orderBy('version')
      .execute();
    return rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
  };

  describe('a message', () => {
    it('is received as one fact whose text stands only sealed', async () => {
      const message = messageWith({ sessionId: 'sealed', channelMetadata: { locale: 'de-CH' } });
      const response = await send(message);
      expect(response.status).toBe(202);
      const answer = (await response.json()) as { requestId: string };
      expect(answer).toEqual({
        sessionId: 'sealed',
        messageId: message.messageId,
        requestId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      });
      const [event, ...others] = await stored('turn-shop-sealed');
      expect(others).toEqual([]);
      expect(event).toMatchObject({
        type: 'arbiter.turn.received.v1',
        source: 'arbiter/ingress',
        streamversion: 1,
        tenantid: 'shop',
        customerid: 'C-1',
        correlationid: answer.requestId,
        data: { channel: 'console', customerId: 'C-1', locale: 'de-CH', text: { sealed: expect.any(String) } },
      });
      expect(event!.traceparent).toContain(answer.requestId.replaceAll('-', ''));
      expect(JSON.stringify(event)).not.toContain('1002');
    });

    it('reaches the broker', async () => {
      const { requestId } = (await (await send(messageWith({ sessionId: 'published' }))).json()) as {
        requestId: string;
      };
      // Not the last one only: another message may be published once more after it.
      await eventually(async () => {
        const messages = await messagesIn(running.ingress, 'EVT', (subject) => subject === SUBJECT);
        expect(messages.map((message) => message.string()).join()).toContain(requestId);
      });
    });

    it('that comes again has the same requestId and is recorded once, also when both come at once', async () => {
      const message = messageWith({ sessionId: 'twice' });
      const both = await Promise.all([send(message), send(message)]);
      const answers = await Promise.all([...both, await send(message)].map((response) => response.json()));
      expect(new Set(answers.map((answer) => (answer as { requestId: string }).requestId)).size).toBe(1);
      expect(await stored('turn-shop-twice')).toHaveLength(1);
    });

    it('with another text under the same id is a conflict and is not recorded (CH-05)', async () => {
      const message = messageWith({ sessionId: 'other' });
      await send(message);
      expect(await problemOf(await send({ ...message, text: 'something else' }))).toMatchObject({
        status: 409,
        field: 'messageId',
      });
      expect(await stored('turn-shop-other')).toHaveLength(1);
    });

    it('keeps its order in the session, whichever replica receives it', async () => {
      const replica = await laboratory.start();
      const sends = Array.from({ length: 40 }, (_, index) =>
        post('/api/chat/messages', messageWith({ sessionId: 'replicas' }), {}, index % 2 ? replica.url : running.url),
      );
      expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(sends.map(() => 202));
      expect((await stored('turn-shop-replicas')).map((event) => event.streamversion)).toEqual(
        sends.map((_, index) => index + 1),
      );
      await replica.stop();
    });

    it('is received when the database refuses all connections for a moment', async () => {
      let response: Promise<Response> | undefined;
      await whileClosed(laboratory.stack.postgres.url, async () => {
        response = send(messageWith({ sessionId: 'patient' }));
        await delay(200);
      });
      expect((await response)?.status).toBe(202);
      expect(await stored('turn-shop-patient')).toHaveLength(1);
    });

    it('is received after the database was started anew, or refused and received when it is sent again', async () => {
      const message = messageWith({ sessionId: 'restarted' });
      await laboratory.stack.postgres.kill!();
      const [first] = await Promise.all([send(message), laboratory.stack.postgres.restart!()]);
      expect([first.status, first.headers.get('retry-after')]).toEqual(
        // A busy machine takes longer over a restart than ingress waits.
        first.status === 503 ? [503, expect.stringMatching(/^[1-9]$/)] : [202, null],
      );
      await eventually(async () => expect((await send(message)).status).toBe(202));
      expect(await stored('turn-shop-restarted')).toHaveLength(1);
    });
  });

  describe('bad input', () => {
    const { text: _, ...textless } = messageWith();
    const { sessionId: __, ...sessionless } = messageWith();
    it.each<[string, unknown, number, string]>([
      ['an unknown field', messageWith({ colour: 'red' }), 400, 'colour'],
      ['no sessionId', sessionless, 400, 'sessionId'],
      ['no text', textless, 400, 'text'],
      ['a text that is a number', messageWith({ text: 5 }), 400, 'text'],
      ['a text of 8001 characters', messageWith({ text: 'x'.repeat(8_001) }), 400, 'text'],
      ['a text of 1 MB', messageWith({ text: 'x'.repeat(1_048_576) }), 413, 'body'],
      ['NUL in the text', messageWith({ text: 'a\0b' }), 400, 'text'],
      [
        'NUL deep in the metadata',
        messageWith({ channelMetadata: { tags: ['a', 'b\0'] } }),
        400,
        'channelMetadata.tags[1]',
      ],
      ['a lone surrogate', messageWith({ text: 'a\ud800' }), 400, 'text'],
      [
        'a prototype in the metadata',
        `{"sessionId":"s","userId":"u","messageId":"m","text":"t","channelMetadata":{"__proto__":{"x":1}}}`,
        400,
        'channelMetadata',
      ],
      [
        'a number beyond a double',
        `{"sessionId":"s","userId":"u","messageId":"m","text":"t","channelMetadata":{"n":1e999}}`,
        400,
        'channelMetadata.n',
      ],
      [
        'a name that stands twice',
        `{"sessionId":"s","userId":"u","messageId":"m","text":"t","text":"refund order 1003"}`,
        400,
        'text',
      ],
      ['a line feed in the sessionId', messageWith({ sessionId: 'a\nb' }), 400, 'sessionId'],
      ['null for an optional field', messageWith({ replyToMessageId: null }), 400, 'replyToMessageId'],
      ['a channel with a dot', messageWith({ channel: 'a.b' }), 400, 'channel'],
      ['bad UTF-8', Buffer.from([...Buffer.from('{"text":"'), 0xff, 0xfe, ...Buffer.from('"}')]), 400, 'body'],
      ['no JSON', '{"text":', 400, 'body'],
      ['an array', '[]', 400, 'body'],
      ['no body', '', 400, 'body'],
    ])('%s is refused, naming the field', async (_name, body, status, field) => {
      const problem = await problemOf(await send(body));
      expect(problem).toMatchObject({ status, field });
      expect(problem.detail).toContain(field);
    });

    it('a wrong content type is refused', async () => {
      expect(await problemOf(await send('hello', { 'content-type': 'text/plain' }))).toMatchObject({
        status: 415,
        field: 'content-type',
      });
    });

    it('several wrong fields are all named', async () => {
      const problem = (await problemOf(await send({ text: 'x' }))) as unknown as { errors: { field: string }[] };
      expect(problem.errors.map(({ field }) => field)).toEqual(['sessionId', 'userId', 'messageId']);
    });

    it('nothing of it is recorded, and the session goes on', async () => {
      await send(messageWith({ sessionId: 'harmless', text: 'a\0b' }));
      expect((await send(messageWith({ sessionId: 'harmless' }))).status).toBe(202);
      expect(await stored('turn-shop-harmless')).toHaveLength(1);
    });

    it('an unknown route and a malformed address are problems too', async () => {
      expect(await problemOf(await get('/api/nothing'))).toMatchObject({ status: 404 });
      const status = await new Promise((resolve) =>
        request(`${running.url}/api/runs/%zz`, (response) => resolve(response.statusCode)).end(),
      );
      expect(status).toBe(400);
    });
  });

  describe('a run by name', () => {
    it('needs an Idempotency-Key', async () => {
      expect(await problemOf(await submit({ template: 'echo', args: {} }, {}))).toMatchObject({
        status: 400,
        field: 'idempotency-key',
      });
    });

    it('names its session, as a message does (C16)', async () => {
      expect(
        await problemOf(await post('/api/runs', { template: 'echo', args: {} }, { 'idempotency-key': 'k-0' })),
      ).toMatchObject({ status: 400, field: 'sessionId', detail: expect.stringContaining('sessionId') });
    });

    it('is received once for a key', async () => {
      const first = (await (
        await submit({ template: 'echo', args: { a: 1, b: 2 } }, { 'idempotency-key': 'k-1' })
      ).json()) as { requestId: string; sessionId: string };
      const again = await submit({ args: { b: 2, a: 1 }, template: 'echo' }, { 'idempotency-key': 'k-1' });
      expect(again.status).toBe(202);
      expect(await again.json()).toEqual(first);
      expect(first).toMatchObject({ sessionId: 'of-k-1', status: 'accepted' });
      expect(await stored(`turn-shop-${first.sessionId}`)).toHaveLength(1);
    });

    it('with other arguments under the same key is refused', async () => {
      await submit({ template: 'echo', args: { a: 1 } }, { 'idempotency-key': 'k-2' });
      expect(
        await problemOf(await submit({ template: 'echo', args: { a: 2 } }, { 'idempotency-key': 'k-2' })),
      ).toMatchObject({ status: 422, field: 'idempotency-key' });
    });

    it('is refused while the first of its key is still being received', async () => {
      const { pool } = running.ingress.core.database;
      const blocker = await pool.connect();
      await blocker.query('begin; lock table event in share mode');
      const first = submit({ template: 'echo' }, { 'idempotency-key': 'k-3' });
      const waiting = `select 1 from pg_locks where relation = 'arbiter.event'::regclass and not granted`;
      await eventually(async () => expect((await pool.query(waiting)).rowCount).toBe(1));
      const second = await submit({ template: 'echo' }, { 'idempotency-key': 'k-3' });
      await blocker.query('rollback');
      blocker.release();
      expect(second.headers.get('retry-after')).toBe('1');
      expect(await problemOf(second)).toMatchObject({ status: 409, field: 'idempotency-key' });
      expect((await first).status).toBe(202);
    });

    it('names a template and nothing unknown', async () => {
      expect(
        await problemOf(await submit({ template: 'No Such', args: {} }, { 'idempotency-key': 'k-4' })),
      ).toMatchObject({ status: 400, field: 'template' });
      expect(await problemOf(await submit({ template: 'echo', args: [] }, { 'idempotency-key': 'k-4' }))).toMatchObject(
        { status: 400, field: 'args' },
      );
      expect(
        await problemOf(await submit({ template: 'echo', tool: 'x' }, { 'idempotency-key': 'k-4' })),
      ).toMatchObject({ status: 400, field: 'tool' });
    });
  });

  describe('a cancel', () => {
    it("is a fact of the run's session, once", async () => {
      const { requestId } = (await (await send(messageWith({ sessionId: 'cancelled' }))).json()) as {
        requestId: string;
      };
      const responses = [
        await post(`/api/runs/${requestId}/cancel`, {}),
        await fetch(`${running.url}/api/runs/${requestId}/cancel`, { method: 'POST' }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([202, 202]);
      expect((await stored('turn-shop-cancelled')).map(({ type }) => type)).toEqual([
        'arbiter.turn.received.v1',
        'arbiter.run.cancel_received.v1',
      ]);
    });

    it('of an unknown run is not found, and takes no fields', async () => {
      expect(await problemOf(await post(`/api/runs/${randomUUID()}/cancel`, {}))).toMatchObject({
        status: 404,
        field: 'id',
      });
      expect(await problemOf(await post(`/api/runs/${randomUUID()}/cancel`, { why: 'x' }))).toMatchObject({
        status: 400,
        field: 'why',
      });
    });
  });

  describe('threads of a session', () => {
    it("are none when nothing was said, and the person's own of the read model otherwise", async () => {
      expect(await (await get('/api/sessions/empty/threads?userId=C-1')).json()).toEqual([]);
      const keyOf = (customerId: string) => parseStream(conversationOf('shop', 'told äö', customerId)).key;
      await running.ingress.core.database.pool.query(
        `insert into thread_view (tenant, thread_id, session_id, intent_id, slots, status, summary, run_id, message_id, last_activity_at)
         values ('shop', 't-1', $1, 'order_status', '{}', 'done', 'order status', 'r-1', 'm-1', '2026-01-01T00:00:00Z'),
                ('shop', 't-2', $2, null, '{}', 'done', '', null, null, now()), ('other', 't-3', $1, null, '{}', 'done', '', null, null, now())`,
        [keyOf('C-1'), keyOf('C-2')],
      );
      expect(await (await get(`/api/sessions/${encodeURIComponent('told äö')}/threads?userId=C-1`)).json()).toEqual([
        {
          threadId: 't-1',
          intentId: 'order_status',
          title: 'Order status',
          status: 'done',
          pendingQuestion: null,
          summary: 'order status',
          requestId: 'r-1',
          messageId: 'm-1',
          lastActivityAt: '2026-01-01T00:00:00.000Z',
        },
      ]);
    });
  });

  describe('API keys', () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    let guarded: RunningIngress;
    beforeAll(async () => {
      guarded = await laboratory.start({
        ARBITER_API_KEYS: `console:${sha256('right')},partner:${sha256('theirs')}:other`,
      });
    });

    it('are asked for on every route but the probes', async () => {
      for (const path of ['/api/runs/x', '/openapi.json', '/asyncapi.json', '/api/sessions/x/threads', '/nothing']) {
        expect(await problemOf(await get(path, {}, guarded.url))).toMatchObject({ status: 401 });
      }
      for (const probe of ['/livez', '/readyz', '/startupz'])
        expect((await get(probe, {}, guarded.url)).status).toBe(200);
    });

    it('are refused when wrong, before the body is looked at', async () => {
      const response = await post('/api/chat/messages', '{', { authorization: 'Bearer wrong' }, guarded.url);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await problemOf(response)).toMatchObject({ status: 401, field: 'authorization' });
    });

    it("bind the tenant of their caller, who sees no other tenant's runs", async () => {
      const { requestId } = (await (
        await post(
          '/api/chat/messages',
          messageWith({ sessionId: 'theirs' }),
          { authorization: 'Bearer theirs' },
          guarded.url,
        )
      ).json()) as { requestId: string };
      expect(await stored('turn-other-theirs')).toHaveLength(1);
      expect((await get(`/api/runs/${requestId}`, { authorization: 'Bearer theirs' }, guarded.url)).status).toBe(200);
      expect((await get(`/api/runs/${requestId}`, { authorization: 'Bearer right' }, guarded.url)).status).toBe(404);
    });
  });

  it('turns a customer away who sends too much, and says when to go on', async () => {
    const limited = await laboratory.start({
      ARBITER_RATE_PER_MINUTE: '3',
      ARBITER_REDIS_URL: laboratory.stack.redis.url,
    });
    const sendAs = (userId: string) =>
      post('/api/chat/messages', messageWith({ userId, sessionId: 'limited' }), {}, limited.url);
    for (let count = 0; count < 3; count += 1) expect((await sendAs('C-eager')).status).toBe(202);
    const refused = await sendAs('C-eager');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemOf(refused)).toMatchObject({ status: 429 });
    expect((await sendAs('C-calm')).status).toBe(202);
  });

  it('does not open itself to others without API keys, and says so when its port is taken', async () => {
    await expect(laboratory.start({ ARBITER_HTTP_HOST: '0.0.0.0' })).rejects.toThrow(
      /set ARBITER_API_KEYS or leave ARBITER_HTTP_HOST unset/,
    );
    await expect(laboratory.start({ ARBITER_HTTP_PORT: new URL(running.url).port })).rejects.toThrow(
      /is in use.*ARBITER_HTTP_PORT/,
    );
  });
});
