import { randomUUID } from 'node:crypto';
import type { SessionPage, UiEvent } from '@arbiter/contracts';
import { createParser } from 'eventsource-parser';
import { Laboratory, eventually, show, type RunningIngress, type Shown } from './testing/laboratory';

const STARTED = (messageId: string): Shown => ['rag.started', { version: 1, messageId }];
const REPLY = (text: string): Shown => ['rag.message', { kind: 'reply', text }];
const DONE: Shown = ['rag.done', { status: 'ok' }];

/** A client of a session's stream, as far as it has read. */
class SessionClient implements AsyncDisposable {
  readonly pages: SessionPage[] = [];
  readonly lines: UiEvent[] = [];
  ended = false;

  private constructor(
    private readonly abort: AbortController,
    response: Response,
  ) {
    expect(response.status).toBe(200);
    void this.read(response)
      .catch(() => undefined)
      .then(() => (this.ended = true));
  }

  static async open(url: string): Promise<SessionClient> {
    const abort = new AbortController();
    const client = new SessionClient(abort, await fetch(url, { signal: abort.signal }));
    await eventually(async () => expect(client.pages).toHaveLength(1));
    return client;
  }

  get seen(): readonly string[] {
    return this.lines.map(({ requestId, seq }) => `${requestId}/${seq}`);
  }

  private async read(response: Response): Promise<void> {
    const parser = createParser({
      onEvent: ({ event, data }) => void (event === 'session' ? this.pages : this.lines).push(JSON.parse(data)),
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort.abort();
  }
}

describe('a session', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const say = async (sessionId: string, text: string, userId = 'C-1', messageId: string = randomUUID()) => {
    const response = await fetch(`${running.url}/api/chat/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId, userId, messageId, text }),
    });
    const { requestId } = (await response.json()) as { requestId: string };
    return { requestId, sessionId, customerId: userId, messageId };
  };
  const urlOf = (sessionId: string, what: string, query = 'userId=C-1') =>
    `${running.url}/api/sessions/${encodeURIComponent(sessionId)}/${what}?${query}`;
  const page = async (sessionId: string, query?: string) =>
    (await (await fetch(urlOf(sessionId, 'messages', query))).json()) as SessionPage;

  describe('its history', () => {
    it('is empty when nothing was said', async () => {
      expect(await page('empty')).toEqual({ turns: [], runs: [], before: null });
    });

    it('has what was said and what became of it, decrypted', async () => {
      const run = await say('told', 'Where is my order 1002?');
      await show(running, run, 1, [STARTED(run.messageId), REPLY('On its way.'), DONE], true);
      expect(await page('told')).toEqual({
        before: null,
        turns: [
          {
            messageId: run.messageId,
            requestId: run.requestId,
            text: 'Where is my order 1002?',
            channel: expect.any(String),
            answerTo: null,
            receivedAt: expect.any(String),
          },
        ],
        runs: [
          expect.objectContaining({
            requestId: run.requestId,
            messageId: run.messageId,
            status: 'ok',
            reply: 'On its way.',
            lastEventId: 3,
          }),
        ],
      });
    });

    it('has a run that began without a message of its own', async () => {
      const run = await say('queued', 'hello');
      const queued = { ...run, requestId: randomUUID() };
      await show(running, queued, 1, [STARTED(run.messageId), REPLY('Now for the other one.'), DONE], true);
      expect((await page('queued')).runs.map(({ requestId }) => requestId)).toEqual([queued.requestId]);
    });

    it('comes in pages from the newest, which meet without a gap', async () => {
      const texts = Array.from({ length: 90 }, (_, index) => `message ${index + 1}`);
      for (const text of texts) await say('long', text);
      const pages: SessionPage[] = [await page('long')];
      while (pages[0]!.before !== null) pages.unshift(await page('long', `userId=C-1&before=${pages[0]!.before}`));
      expect(pages.map(({ turns }) => turns.length)).toEqual([10, 40, 40]);
      expect(pages.flatMap(({ turns }) => turns.map(({ text }) => text))).toEqual(texts);
    });

    it('ends where what was shown is no longer kept, so that no message stands without its answer', async () => {
      const old = await say('aged', 'long ago');
      await show(running, old, 1, [STARTED(old.messageId), REPLY('Then.'), DONE], true);
      await say('aged', 'today');
      const client = await running.ingress.core.database.pool.connect();
      await client.query(
        "set session_replication_role = replica; update event set recorded_at = now() - interval '91 days' where stream_id = 'turn-shop-aged' and version = 1",
      );
      await client.query("update ui_log set created_at = now() - interval '91 days' where run_id = $1", [
        old.requestId,
      ]);
      client.release(true);
      const { turns, runs, before } = await page('aged');
      expect([turns.map(({ text }) => text), runs, before]).toEqual([['today'], [], null]);
    });

    it('shows a person nothing of another in the same chat', async () => {
      const theirs = await say('group', 'my secret', 'C-2');
      await show(running, theirs, 1, [STARTED(theirs.messageId), REPLY('secret'), DONE], true);
      await say('group', 'hello', 'C-1');
      const own = await page('group');
      expect(own.turns.map(({ text }) => text)).toEqual(['hello']);
      expect(own.runs).toEqual([]);
    });

    it('of an erased person reads as erased', async () => {
      const run = await say('erased', 'who am I', 'C-gone');
      await show(running, run, 1, [STARTED(run.messageId), REPLY('You are …'), DONE], true);
      await running.ingress.core.keyring.erase({ tenant: 'shop', customerId: 'C-gone' });
      const read = await page('erased', 'userId=C-gone');
      expect(read.turns.map(({ text }) => text)).toEqual(['[erased]']);
      expect(read.runs).toEqual([expect.objectContaining({ status: 'erased', reply: null })]);
    });

    it.each([
      ['messages', '', 'userId'],
      ['events', 'userId=', 'userId'],
      ['threads', 'userId=a&userId=b', 'userId'],
      ['messages', 'userId=C-1&before=x', 'before'],
      ['messages', 'userId=C-1&before=0', 'before'],
    ])('at %s?%s is refused, naming the field', async (what, query, field) => {
      const response = await fetch(urlOf('told', what, query));
      expect([response.status, ((await response.json()) as { field: string }).field]).toEqual([400, field]);
    });
  });

  describe('its stream', () => {
    it('begins with what stands and goes on with what follows, each line once and in order', async () => {
      const run = await say('live', 'hello');
      await show(running, run, 1, [STARTED(run.messageId)]);
      await using client = await SessionClient.open(urlOf('live', 'events'));
      expect(client.pages[0]!.runs).toEqual([
        expect.objectContaining({ requestId: run.requestId, status: 'running', lastEventId: 1 }),
      ]);
      await show(running, run, 2, [REPLY('a'), DONE]);
      await eventually(async () => expect(client.seen).toEqual([2, 3].map((seq) => `${run.requestId}/${seq}`)));
    });

    it('carries several runs at once, each without a gap', async () => {
      const runs = [await say('several', 'one'), await say('several', 'two'), await say('several', 'three')];
      await using client = await SessionClient.open(urlOf('several', 'events'));
      for (const run of runs) await show(running, run, 1, [STARTED(run.messageId)]);
      for (const run of runs) await show(running, run, 2, [REPLY('x')], true);
      for (const run of runs) await show(running, run, 3, [DONE]);
      for (const { requestId } of runs) {
        await eventually(async () =>
          expect(client.lines.filter((line) => line.requestId === requestId).map(({ seq }) => seq)).toEqual([1, 2, 3]),
        );
      }
    });

    it('finds a run of which the broker lost every line', async () => {
      await using client = await SessionClient.open(urlOf('lost', 'events'));
      const run = await say('lost', 'hello');
      await show(running, run, 1, [STARTED(run.messageId), DONE], true);
      await eventually(async () => expect(client.lines.map(({ seq }) => seq)).toEqual([1, 2]), 400);
    });

    it('says nothing of other people in the same chat', async () => {
      await using client = await SessionClient.open(urlOf('crowd', 'events'));
      const [theirs, own] = [await say('crowd', 'theirs', 'C-2'), await say('crowd', 'mine')];
      await show(running, theirs, 1, [STARTED(theirs.messageId), REPLY('secret'), DONE]);
      await show(running, own, 1, [STARTED(own.messageId), DONE]);
      await eventually(async () => expect(client.seen).toEqual([1, 2].map((seq) => `${own.requestId}/${seq}`)));
    });

    it('loses nothing to a client that comes again', async () => {
      const run = await say('again', 'hello');
      await show(running, run, 1, [STARTED(run.messageId)]);
      {
        await using client = await SessionClient.open(urlOf('again', 'events'));
        expect(client.pages[0]!.runs[0]!.lastEventId).toBe(1);
      }
      await show(running, run, 2, [['rag.token', { text: 'It is ', attempt: 1 }]]);
      await using client = await SessionClient.open(urlOf('again', 'events'));
      expect(client.pages[0]!.runs[0]).toMatchObject({ lastEventId: 2, prose: { attempt: 1, text: 'It is ' } });
      await show(running, run, 3, [REPLY('It is here.'), DONE]);
      await eventually(async () => expect(client.lines.map(({ seq }) => seq)).toEqual([3, 4]));
    });

    it('is let go of when the client goes', async () => {
      const clients = (count: number) => eventually(async () => expect(running.ingress.ui.size).toBe(count));
      await clients(0);
      {
        await using _client = await SessionClient.open(urlOf('gone', 'events'));
        await clients(1);
      }
      await clients(0);
    });

    it('ends when the service stops, for the client to come again', async () => {
      const stopping = await laboratory.start();
      await using client = await SessionClient.open(`${stopping.url}/api/sessions/stopped/events?userId=C-1`);
      await stopping.stop();
      await eventually(async () => expect(client.ended).toBe(true));
    });
  });
});
