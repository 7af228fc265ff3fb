import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UiEvent } from '@arbiter/contracts';
import type { ShownLine } from '@arbiter/runtime';
import { TestServers } from '../testing/servers';
import { writeEventStream } from './event-stream';
import { RunFeed } from './run-feed';
import { UiLog } from './ui-log';

const RUN = 'r';
const bodyOf = (runId: string, seq: number, type = 'rag.token') =>
  JSON.stringify({
    type,
    phase: 'action_phase',
    phaseIndex: 2,
    cycleIndex: 1,
    request_id: runId,
    requestId: runId,
    projectId: 'shop',
    sessionId: 's',
    seq,
    ts: 't',
    customerId: 'C-1',
    payload: {},
  });
const messageOf = (seq: number, type?: string) => bodyOf(RUN, seq, type);
/** Its text cannot be read, so only the text shown with it can have been handed out. */
function shownOf(seq: number, type?: string): ShownLine {
  const { customerId: _, ...event } = JSON.parse(messageOf(seq, type)) as UiEvent & { readonly customerId: string };
  return { event, body: 'sealed' };
}

describe('the feed of a run', () => {
  let servers: TestServers;
  let log: UiLog;
  let feedOf: (after: number, fresh: boolean, runId?: string, onClose?: (feed: RunFeed) => void) => RunFeed;
  let reads: number;

  beforeAll(async () => {
    servers = await TestServers.open();
    const database = servers.database();
    const keyring = servers.keyring(database);
    log = new UiLog(database, keyring);
    const read = log.read.bind(log);
    log.read = (runId, after) => {
      reads += 1;
      return read(runId, after);
    };
    feedOf = (after, fresh, runId = RUN, onClose = () => undefined) =>
      new RunFeed(
        { log, keyring, onClose, onTrouble: (error) => servers.troubles.push(error) },
        { runId, after, fresh },
      );
  });
  beforeEach(() => {
    reads = 0;
    return servers.database().query.deleteFrom('ui_log').execute();
  });
  afterAll(() => servers.close());

  const store = (runId: string, from: number, to: number, last = 'rag.token') =>
    servers
      .database()
      .query.insertInto('ui_log')
      .values(
        Array.from({ length: to - from + 1 }, (_, index) => ({
          run_id: runId,
          seq: from + index,
          tenant: 'shop',
          session_id: 's',
          opened_on: '2026-01-01',
          body: bodyOf(runId, from + index, from + index === to ? last : undefined),
        })),
      )
      .execute();
  const seqsOf = async (feed: AsyncIterable<UiEvent>) => {
    const seqs: number[] = [];
    for await (const { seq } of feed) seqs.push(seq);
    return seqs;
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('hands out live lines without a look into the log when nothing can be missing', async () => {
    const feed = feedOf(0, true);
    for (const seq of [1, 2]) feed.take(messageOf(seq));
    feed.take(messageOf(3, 'rag.done'));
    expect(await seqsOf(feed)).toEqual([1, 2, 3]);
    expect(reads).toBe(0);
  });

  it('needs no look into the log when each line comes twice, in memory and from the broker (2)', async () => {
    const feed = feedOf(0, true);
    for (const seq of [1, 2]) feed.takeShown(shownOf(seq));
    for (const seq of [1, 3, 2]) feed.take(messageOf(seq));
    feed.takeShown(shownOf(3));
    feed.takeShown(shownOf(4, 'rag.done'));
    expect(await seqsOf(feed)).toEqual([1, 2, 3, 4]);
    expect(reads).toBe(0);
  });

  it('hands out each line once, in order, when they come doubled and out of order (2, EV-03)', async () => {
    await store(RUN, 1, 5, 'rag.done');
    const feed = feedOf(0, true);
    for (const seq of [3, 1, 1, 2, 5, 4]) feed.take(messageOf(seq, seq === 5 ? 'rag.done' : undefined));
    expect(await seqsOf(feed)).toEqual([1, 2, 3, 4, 5]);
  });

  it('hands a client that comes back exactly the rest, whichever line it had last (2, EV-02)', async () => {
    const all = upTo(130);
    await store(RUN, 1, all.length, 'rag.done');
    for (const after of [0, ...all.slice(0, -1)]) expect(await seqsOf(feedOf(after, false))).toEqual(all.slice(after));
  });

  it.each<[from: string, take: (feed: RunFeed, seq: number, type?: string) => void]>([
    ['published', (feed, seq, type) => feed.take(messageOf(seq, type))],
    ['shown in its process', (feed, seq, type) => feed.takeShown(shownOf(seq, type))],
  ])(
    'holds no more than its limit for a client that does not read what is %s, and feeds it from the log (4, EX-28)',
    async (_, take) => {
      await store(RUN, 1, 1_000, 'rag.done');
      const feed = feedOf(0, true);
      for (const seq of upTo(1_000)) take(feed, seq, seq === 1_000 ? 'rag.done' : undefined);
      expect((feed as unknown as { held: unknown[] }).held.length).toBeLessThanOrEqual(64);
      expect(await seqsOf(feed)).toEqual(upTo(1_000));
      expect(reads).toBeGreaterThan(0);
    },
  );

  it('finds by a look what never came in, and looks only when nothing was heard (5)', async () => {
    const feed = feedOf(0, true);
    const seqs = seqsOf(feed);
    await store(RUN, 1, 2, 'rag.done');
    feed.take(messageOf(1));
    feed.look();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toBe(0);
    feed.look();
    expect(await seqs).toEqual([1, 2]);
    expect(reads).toBe(1);
  });

  it('reads many runs that look at once with few queries', async () => {
    await Promise.all(upTo(40).map((run) => store(`r-${run}`, 1, 3, 'rag.done')));
    const queries = jest.spyOn(log as unknown as { query: () => unknown }, 'query');
    expect(await Promise.all(upTo(40).map((run) => seqsOf(feedOf(0, false, `r-${run}`))))).toEqual(
      upTo(40).map(() => [1, 2, 3]),
    );
    expect(queries.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('ends when it is closed while it waits', async () => {
    const feed = feedOf(0, true);
    const seqs = seqsOf(feed);
    feed.close();
    expect(await seqs).toEqual([]);
  });

  it('keeps a silent connection alive with comments, and lets go of a client that leaves', async () => {
    const { promise: closed, resolve: onClose } = Promise.withResolvers<unknown>();
    const feed = feedOf(0, true, RUN, onClose);
    const server = createServer((_request, response) => void writeEventStream(response, feed, 10));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const abort = new AbortController();
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      signal: abort.signal,
    });
    let text = '';
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      if (text.includes(': heartbeat\n\n: heartbeat\n\n')) break;
    }
    abort.abort();
    await closed;
    await new Promise((resolve) => server.close(resolve));
  });
});
