import { randomBytes, randomUUID } from 'node:crypto';
import { streamOf, type EventData, type EventName, type RecordedOf } from '@arbiter/contracts';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, grantLogins, type Database, Keyring, EventStore, OpeningDays } from '@arbiter/store';
import { UiScreen } from '.';

const ENDED = '{"type":"rag.done"}';

describe('the partitions of what was shown', () => {
  let stack: Stack;
  let owner: Database;
  let executor: Database;
  let store: EventStore;

  beforeAll(async () => {
    stack = await startThrowawayStack();
    await grantLogins(stack.postgres.url, [{ role: 'arbiter_executor', login: 'login_executor', password: 'secret' }]);
    owner = openDatabase(stack.postgres.url, 'test', 4);
    const url = new URL(stack.postgres.url);
    [url.username, url.password] = ['login_executor', 'secret'];
    executor = openDatabase(url.href, 'test', 4);
    const keyring = new Keyring(owner, [randomBytes(32)]);
    await keyring.create([{ tenant: 'shop', customerId: 'C-1' }]);
    store = new EventStore(executor, keyring, 'executor');
  });
  afterAll(async () => {
    await Promise.all([owner?.close(), executor?.close()]);
    await stack?.stop();
  });

  const line = (runId: string, seq: number, body = '{}') => ({ runId, seq, tenant: 'shop', sessionId: 's', body });
  const event = (runId: string, version: number): RecordedOf<EventName> => {
    const data: EventData<'run.opened'> = {
      runId,
      sessionId: 's',
      threadId: null,
      channel: 'web',
      messageId: null,
      artifacts: 'a',
      delivery: { locale: 'en', anchor: null, clears: null },
      replaces: null,
      openedAt: '2026-03-02T10:00:00.000Z',
    };
    return {
      id: randomUUID(),
      name: 'run.opened',
      app: 'test',
      stream: streamOf('run', 'shop', runId),
      version,
      time: data.openedAt,
      tenant: 'shop',
      customerId: 'C-1',
      correlationId: runId,
      causationId: null,
      source: null,
      traceParent: null,
      data,
    } as RecordedOf<EventName>;
  };
  const shows = (runId: string, version: number, seq: number) =>
    store.append([
      {
        stream: streamOf('run', 'shop', runId),
        events: [event(runId, version)],
        decisions: [],
        due: [],
        ui: [line(runId, seq)],
      },
    ]);
  /** By a process that did not see the run open. */
  const tells = (runId: string, seq: number) =>
    new UiScreen({} as never, executor, new OpeningDays()).write([line(runId, seq)]);
  /** A run that opened then, as the log recorded it. */
  const openedAt = (runId: string, recordedAt: string) =>
    owner.pool.query(
      'insert into event (stream_id, version, id, type, recorded_at, envelope) values ($1, 1, $2, $3, $4, $5)',
      [streamOf('run', 'shop', runId), randomUUID(), 't', recordedAt, '{}'],
    );
  const linesOf = async (runId: string) =>
    (
      await owner.pool.query<{ seq: number; day: string; part: string }>(
        'select seq, opened_on::text as day, tableoid::regclass::text as part from ui_log where run_id = $1 order by seq',
        [runId],
      )
    ).rows;

  it('hold all lines of a run under the day it opened, those of its first fact, later ones, and pieces of prose', async () => {
    await shows('today', 1, 1);
    await shows('today', 2, 2);
    await tells('today', 3);
    const lines = await linesOf('today');
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(new Set(lines.map(({ day }) => day)).size).toBe(1);
    expect(lines[0]!.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(lines[0]!.part).toMatch(/^ui_log_\d{8}$/);
  });

  it('hold the lines of a process that did not see the run open under the same day', async () => {
    await shows('taken-over', 1, 1);
    const other = new EventStore(executor, new Keyring(owner, [randomBytes(32)]), 'executor');
    await other.append([
      {
        stream: streamOf('run', 'shop', 'taken-over'),
        events: [event('taken-over', 2)],
        decisions: [],
        due: [],
        ui: [line('taken-over', 2)],
      },
    ]);
    const screen = (seen: EventStore) => new UiScreen({} as never, executor, seen.openingDays);
    await screen(store).write([line('taken-over', 3)]);
    await screen(other).write([line('taken-over', 4)]);
    expect([store, other].map(({ openingDays }) => openingDays.of(line('taken-over', 1)) !== null)).toEqual([
      true,
      false,
    ]);
    const lines = await linesOf('taken-over');
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(new Set(lines.map(({ part }) => part)).size).toBe(1);
    expect(lines[0]!.part).toMatch(/^ui_log_\d{8}$/);
  });

  it('fence two executors off each other, on either side of midnight and whichever of them knows of days', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await openedAt('night', yesterday);
    await shows('night', 2, 1);
    await expect(shows('night', 3, 1)).rejects.toMatchObject({ code: '23505' });
    await expect(tells('night', 1)).rejects.toMatchObject({ code: '23505' });
    await tells('night', 2);
    await expect(shows('night', 3, 2)).rejects.toMatchObject({ code: '23505' });
    expect((await linesOf('night')).map(({ day }) => day)).toEqual([yesterday.slice(0, 10), yesterday.slice(0, 10)]);
    const both = await Promise.allSettled([tells('night', 3), shows('night', 3, 3)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('lose no line whose week was not made, and take it over when it is', async () => {
    await openedAt('early', '2026-01-07T23:59:59.999Z');
    await shows('early', 2, 1);
    expect(await linesOf('early')).toEqual([{ seq: 1, day: '2026-01-07', part: 'ui_log_default' }]);
    await expect(tells('early', 1)).rejects.toMatchObject({ code: '23505' });
    await owner.pool.query("select make_partitions('ui_log', current_date - '2026-01-01', 0)");
    expect(await linesOf('early')).toEqual([{ seq: 1, day: '2026-01-07', part: 'ui_log_20260105' }]);
    await expect(tells('early', 1)).rejects.toMatchObject({ code: '23505' });
  });

  it('are dropped when all of their days are over, unless a run of theirs goes on', async () => {
    for (const [run, body] of [
      ['ended', ENDED],
      ['open', '{}'],
    ] as const) {
      await openedAt(run, '2025-03-05T12:00:00.000Z');
      await owner.pool.query(
        "insert into ui_log values ($1, 1, 'shop', 's', $2, '2025-03-05T12:00:00Z', '2025-03-05')",
        [run, body],
      );
    }
    await owner.pool.query("select make_partitions('ui_log', current_date - '2025-03-01', 0)");
    const drop = async (before: string) =>
      (
        await owner.pool.query<{ dropped: string | null }>(
          "select drop_partition('ui_log', current_date - $1::date) as dropped",
          [before],
        )
      ).rows[0]!.dropped;
    expect(await drop('2025-03-09')).toBeNull();
    expect(await drop('2025-03-10')).toBeNull();
    await owner.pool.query(
      "insert into ui_log values ('open', 2, 'shop', 's', $1, '2025-03-06T12:00:00Z', '2025-03-05')",
      [ENDED],
    );
    expect(await drop('2025-03-09')).toBeNull();
    expect(await drop('2025-03-10')).toBe('ui_log_20250303');
    expect([await linesOf('ended'), await linesOf('open')]).toEqual([[], []]);
    expect(await drop('2025-03-10')).toBeNull();
    await expect(owner.pool.query("select drop_partition('ui_log', 0)")).rejects.toThrow(
      'nothing younger than a day is dropped',
    );
    await expect(owner.pool.query("select drop_partition('event', 100)")).rejects.toThrow();
  });
});
