import { randomUUID } from 'node:crypto';
import { EventStreamClient } from './testing/event-stream-client';
import { Laboratory, eventually, show, type RunningIngress, type Shown } from './testing/laboratory';

const HEADER = { steps: [{ stepId: 'look', title: 'Look up the order', status: 'completed' as const }] };
const STARTED: Shown = ['rag.started', { version: 1 }];
const SHOWN_HEADER: Shown = ['rag.results', { kind: 'execution_header', header: HEADER, text: '✓ Look up the order' }];
const REPLY: Shown = ['rag.message', { kind: 'reply', text: 'It is on its way.' }];
const DONE: Shown = ['rag.done', { status: 'ok' }];
const WHOLE: readonly Shown[] = [STARTED, SHOWN_HEADER, REPLY, DONE];

describe('the UI stream', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const messageOf = (sessionId: string) => ({
    sessionId,
    userId: 'C-1',
    text: 'Where is my order 1002?',
    messageId: `m-${sessionId}`,
  });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): RequestInit & { url: string } => ({
    url: `${running.url}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const receive = async (sessionId: string) => {
    const { url, ...options } = post('/api/chat/messages', messageOf(sessionId));
    const { requestId } = (await (await fetch(url, options)).json()) as { requestId: string };
    return { requestId, sessionId, customerId: 'C-1' };
  };
  const follow = (requestId: string, headers: Record<string, string> = {}) =>
    EventStreamClient.open(`${running.url}/api/runs/${requestId}/events`, { headers });
  const runOf = async (requestId: string) =>
    (await (await fetch(`${running.url}/api/runs/${requestId}`)).json()) as Record<string, unknown>;
  const clients = () => running.ingress.ui.size;

  it('is the answer to a message when it is asked for, complete and in order, each event with its place (EV-10)', async () => {
    const { url, ...options } = post('/api/chat/messages', messageOf('sse'), { accept: 'text/event-stream' });
    await using client = await EventStreamClient.open(url, options);
    expect(client.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const run = { ...(await receive('sse')), customerId: 'C-1' };
    await show(running, run, 1, WHOLE);
    await client.read();
    expect(client.seqs).toEqual([1, 2, 3, 4]);
    expect(client.ids).toEqual(['1', '2', '3', '4']);
    expect(client.events[2]).toEqual({
      type: 'rag.message',
      request_id: run.requestId,
      requestId: run.requestId,
      projectId: 'shop',
      sessionId: 'sse',
      seq: 3,
      ts: '2026-01-01T00:00:00.000Z',
      phase: 'tool_phase',
      phaseIndex: 1,
      cycleIndex: 1,
      payload: { kind: 'reply', text: 'It is on its way.' },
    });
  });

  it('is played again from the log to a message that comes again', async () => {
    await show(running, await receive('again'), 1, WHOLE, true);
    const { url, ...options } = post('/api/chat/messages', messageOf('again'), { accept: 'text/event-stream' });
    await using client = await EventStreamClient.open(url, options);
    await client.read();
    expect(client.seqs).toEqual([1, 2, 3, 4]);
  });

  it('goes on after Last-Event-ID, in the header or in the query', async () => {
    const run = await receive('resumed');
    await show(running, run, 1, WHOLE, true);
    await using client = await follow(run.requestId, { 'last-event-id': '2' });
    await client.read();
    expect(client.seqs).toEqual([3, 4]);
    await using other = await EventStreamClient.open(`${running.url}/api/runs/${run.requestId}/events?lastEventId=3`);
    await other.read();
    expect(other.seqs).toEqual([4]);
  });

  it('fills a gap in what was published from the log', async () => {
    const run = await receive('gap');
    await show(running, run, 1, [STARTED]);
    await using client = await follow(run.requestId);
    await client.read(1);
    await show(running, run, 2, [SHOWN_HEADER], true);
    await show(running, run, 3, [REPLY, DONE]);
    await client.read();
    expect(client.seqs).toEqual([1, 2, 3, 4]);
  });

  it('finds what the broker lost without another event coming', async () => {
    const run = await receive('lost');
    await show(running, run, 1, [STARTED]);
    await using client = await follow(run.requestId);
    await client.read(1);
    await show(running, run, 2, [SHOWN_HEADER, REPLY, DONE], true);
    await client.read();
    expect(client.seqs).toEqual([1, 2, 3, 4]);
  });

  it('skips what was pruned', async () => {
    const run = await receive('pruned');
    await show(running, run, 1, [STARTED], true);
    await show(running, run, 4, [REPLY, DONE], true);
    await using client = await follow(run.requestId);
    await client.read();
    expect(client.seqs).toEqual([1, 4, 5]);
  });

  it('tells a client that has seen everything not to come again', async () => {
    const run = await receive('seen');
    await show(running, run, 1, WHOLE, true);
    expect(
      (await fetch(`${running.url}/api/runs/${run.requestId}/events`, { headers: { 'last-event-id': '4' } })).status,
    ).toBe(204);
    expect(
      (await fetch(`${running.url}/api/runs/${run.requestId}/events`, { headers: { 'last-event-id': 'four' } })).status,
    ).toBe(400);
  });

  it('counts as one request, measured to its end', async () => {
    const run = await receive('measured');
    await show(running, run, 1, WHOLE, true);
    await using client = await follow(run.requestId);
    await client.read();
    await eventually(async () =>
      expect(await running.ingress.core.metrics.registry.metrics()).toMatch(
        /arbiter_http_request_seconds_count\{.*route="\/api\/runs\/:id\/events",status="200".*\} [1-9]/,
      ),
    );
    expect((await fetch(`${running.url}/api/runs/${run.requestId}/events`, { method: 'HEAD' })).status).toBe(404);
  });

  it('is not cancelled by a client that goes, and lets go of it', async () => {
    const run = await receive('gone');
    {
      await using client = await follow(run.requestId);
      await show(running, run, 1, [STARTED]);
      await client.read(1);
      expect(clients()).toBe(1);
    }
    await eventually(async () => expect(clients()).toBe(0));
    const facts = await running.ingress.core.database.query
      .selectFrom('event')
      .select('type')
      .where('stream_id', '=', 'turn-shop-gone')
      .execute();
    expect(facts.map(({ type }) => type)).toEqual(['arbiter.turn.received.v1']);
  });

  it('shows nothing of an erased customer', async () => {
    const run = { ...(await receive('erased')), customerId: 'C-erased' };
    await show(running, run, 1, WHOLE, true);
    await running.ingress.core.keyring.erase({ tenant: 'shop', customerId: 'C-erased' });
    await using client = await follow(run.requestId);
    expect((await client.read()).map(({ payload }) => payload)).toEqual([{}, {}, {}, {}]);
  });

  it('of an unknown run is not found', async () => {
    expect((await fetch(`${running.url}/api/runs/${randomUUID()}/events`)).status).toBe(404);
    expect((await fetch(`${running.url}/api/runs/${randomUUID()}`)).status).toBe(404);
  });

  it('ends with a word to come again when the service stops', async () => {
    const stopping = await laboratory.start();
    const run = await receive('stopped');
    await show(running, run, 1, [STARTED]);
    await using client = await EventStreamClient.open(`${stopping.url}/api/runs/${run.requestId}/events`);
    await client.read(1);
    const stopped = stopping.stop();
    await client.read();
    await stopped;
    expect(client.comments.at(-1)).toMatch(/come again with Last-Event-ID/);
  });

  describe('a run', () => {
    it('is accepted, then running, then ended, as its events say', async () => {
      const run = await receive('told');
      expect(await runOf(run.requestId)).toMatchObject({
        requestId: run.requestId,
        sessionId: 'told',
        status: 'accepted',
      });
      await show(running, run, 1, [STARTED]);
      expect(await runOf(run.requestId)).toMatchObject({ status: 'running', lastEventId: 1 });
      await show(running, run, 2, [SHOWN_HEADER, REPLY, DONE]);
      expect(await runOf(run.requestId)).toMatchObject({
        status: 'ok',
        header: HEADER,
        reply: 'It is on its way.',
        lastEventId: 4,
      });
    });

    it('that another replica received is known by its first shown line, to its own tenant', async () => {
      const run = { requestId: randomUUID(), sessionId: 'elsewhere', customerId: 'C-1' };
      await show(running, run, 1, [STARTED]);
      expect(await runOf(run.requestId)).toMatchObject({ status: 'running', sessionId: 'elsewhere' });
    });

    const submit = (key: string, seconds: number) => {
      const { url, ...options } = post(
        '/api/runs',
        { template: 'echo', args: {}, sessionId: key },
        { 'idempotency-key': key, prefer: `respond-async, wait=${seconds}` },
      );
      return fetch(url, options);
    };
    const submitted = (key: string) =>
      eventually(async () => {
        const row = await running.ingress.core.database.query
          .selectFrom('event')
          .select('envelope')
          .where('dedupe_key', '=', `/run/${key}`)
          .executeTakeFirstOrThrow();
        const { correlationid: requestId } = JSON.parse(row.envelope) as { correlationid: string };
        return { requestId, sessionId: key, customerId: 'api' };
      });

    it('is waited for when that is preferred', async () => {
      const response = submit('wait-1', 30);
      await show(running, await submitted('wait-1'), 1, WHOLE);
      expect((await response).status).toBe(200);
      expect((await response).headers.get('preference-applied')).toBe('wait=30');
      expect(await (await response).json()).toMatchObject({ status: 'ok', header: HEADER, reply: 'It is on its way.' });
      expect(clients()).toBe(0);
    });

    it('that has ended before is answered at once to the same key', async () => {
      expect((await submit('wait-1', 30)).status).toBe(200);
    });

    it('that does not end in time is answered as it stands', async () => {
      const response = submit('wait-2', 1);
      await show(running, await submitted('wait-2'), 1, [STARTED]);
      expect((await response).status).toBe(202);
      expect(await (await response).json()).toMatchObject({ status: 'running' });
    });

    it('that waits for the person is answered with what it proposes', async () => {
      const response = submit('wait-3', 30);
      const proposal = {
        plan: 'Refund 900.00',
        question: 'Shall I?',
        actionId: 'a',
        answerTo: 'b',
        expiresAt: '2026-01-02T00:00:00.000Z',
        choices: ['Yes', 'No'],
        brief: null,
      };
      await show(running, await submitted('wait-3'), 1, [
        STARTED,
        SHOWN_HEADER,
        ['rag.results', { kind: 'workflow_proposed', ...proposal, actions: ['approve', 'reject'] }],
      ]);
      expect((await response).status).toBe(202);
      expect(await (await response).json()).toMatchObject({ status: 'waiting_for_approval', proposal });
    });
  });
});
