import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { subjects, type UiEvent } from '@arbiter/contracts';
import { ShownLines } from '@arbiter/runtime';
import { listenToRun } from './run-lines';

const RUN = { tenant: 'shop', sessionId: 's', runId: 'r' };
const SUBJECT = subjects.ui(RUN.tenant, RUN.sessionId, RUN.runId);

const lineOf = (body: string) => ({ event: {} as UiEvent, body });

type Callback = (error: Error | null, message: Msg) => void;

describe('the lines of a run', () => {
  let seen: string[];
  let subscribed: Map<string, Callback>;
  beforeEach(() => {
    jest.useFakeTimers();
    seen = [];
    subscribed = new Map();
  });
  afterEach(() => jest.useRealTimers());

  const connection = {
    subscribe: (subject: string, { callback }: { callback: Callback }) => {
      subscribed.set(subject, callback);
      return { unsubscribe: () => subscribed.delete(subject) };
    },
    flush: async () => void seen.push('flushed'),
  } as unknown as NatsConnection;
  const taker = {
    take: (body: string) => void seen.push(`${body} from the broker`),
    takeShown: ({ body }: { readonly body: string }) => void seen.push(body),
    look: () => void seen.push('looked'),
  };
  const listen = (lines: ShownLines | null) =>
    listenToRun({ connection, lines, onTrouble: (error) => void seen.push(String(error)) }, RUN, taker);
  const published = (body: string) => subscribed.get(SUBJECT)!(null, { string: () => body } as Msg);

  it('come from the broker from the beginning where no executor runs (1)', () => {
    const leave = listen(null);
    published('a');
    leave();
    expect([seen, subscribed.size]).toEqual([['a from the broker'], 0]);
  });

  it('come in memory where one does, and the broker hears nothing of a run that is soon over (2)', async () => {
    const lines = new ShownLines();
    const leave = listen(lines);
    lines.give(SUBJECT, lineOf('a'));
    expect(subscribed.size).toBe(0);
    leave();
    await jest.advanceTimersByTimeAsync(60_000);
    lines.give(SUBJECT, lineOf('b'));
    expect([seen, subscribed.size]).toEqual([['a'], 0]);
  });

  it('that come in memory are not asked of the broker, however long the run takes (2)', async () => {
    const lines = new ShownLines();
    const leave = listen(lines);
    for (const body of ['a', 'b', 'c', 'd', 'e']) {
      await jest.advanceTimersByTimeAsync(400);
      lines.give(SUBJECT, lineOf(body));
    }
    expect([seen, subscribed.size]).toEqual([['a', 'b', 'c', 'd', 'e'], 0]);
    leave();
  });

  it('come from the broker too once nothing came for a while, and what was missed is looked for when it listens (2)', async () => {
    const leave = listen(new ShownLines());
    await jest.advanceTimersByTimeAsync(60_000);
    published('b');
    leave();
    expect([seen, subscribed.size]).toEqual([['flushed', 'looked', 'b from the broker'], 0]);
  });
});
