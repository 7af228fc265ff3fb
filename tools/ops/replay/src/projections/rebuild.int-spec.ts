import { randomBytes, randomUUID } from 'node:crypto';
import { streamOf, type EventData, type EventName, type RecordedOf } from '@arbiter/contracts';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { EventStore, Keyring, openDatabase, type Database } from '@arbiter/store';
import { Projector, readModels } from '@arbiter/views';
import { readArguments } from '../../../../dev/command-line/command-line.cjs';
import { modelsNamed } from './models-named';
import { rebuild } from './rebuild';
import { readStatus } from './status';

describe('the rebuild of read models', () => {
  let stack: Stack;
  let database: Database;

  beforeAll(async () => {
    stack = await startThrowawayStack();
    database = openDatabase(stack.postgres.url, 'test', 6);
    const keyring = new Keyring(database, [randomBytes(32)]);
    const store = new EventStore(database, keyring, 'test');
    for (let run = 0; run < 20; run += 1) {
      const data: EventData<'run.opened'> = {
        runId: `r${run}`,
        sessionId: 's',
        threadId: null,
        channel: 'web',
        messageId: null,
        artifacts: 'a',
        delivery: { locale: 'en', anchor: null, clears: null },
        replaces: null,
        openedAt: '2026-03-02T10:00:00.000Z',
      };
      const stream = streamOf('run', 'shop', data.runId);
      const event = {
        id: randomUUID(),
        name: 'run.opened',
        app: 'test',
        stream,
        version: 1,
        time: data.openedAt,
        tenant: 'shop',
        customerId: 'C-1',
        correlationId: data.runId,
        causationId: null,
        source: null,
        traceParent: null,
        data,
      } as RecordedOf<EventName>;
      await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
    }
    await new Projector(database, readModels()).round();
  });
  afterAll(async () => {
    await database.close();
    await stack.stop();
  });

  const runs = async () =>
    (await database.pool.query<{ runs: number }>('select count(*) as runs from run_history')).rows[0]!.runs;

  it('makes what was damaged whole again', async () => {
    await database.pool.query("delete from run_history where run_id < 'r15'");
    const { before, after, lost, events } = await rebuild(database, readModels(), () => undefined);
    expect([before.get('run_history'), after.get('run_history'), events]).toEqual([13, 20, 20]);
    expect(lost).toEqual([]);
    expect(await runs()).toBe(20);
  });

  it('makes one model again and leaves the others alone', async () => {
    await database.pool.query('delete from run_history; delete from thread_view');
    await database.pool.query("update checkpoint set position = 7, transaction_id = '8' where name = 'plan_history'");
    await rebuild(database, modelsNamed('run_history'), () => undefined);
    expect(await runs()).toBe(20);
    const status = await readStatus(database);
    expect(status.find(({ name }) => name === 'plan_history')?.position).toBe(7);
    expect(status.find(({ name }) => name === 'run_history')).toMatchObject({ behind: 0, lagSeconds: 0 });
    expect(status.find(({ name }) => name === 'plan_history')!.lagSeconds).toBeGreaterThan(0);
  });

  it('shares the work with a telemetry service that runs meanwhile', async () => {
    const telemetry = new Projector(database, readModels(), { pageEvents: 3 });
    const stopping = new AbortController();
    const service = (async () => {
      while (!stopping.signal.aborted) await telemetry.round();
    })();
    const { after } = await rebuild(database, readModels(), () => undefined).finally(() => stopping.abort());
    await service;
    expect(after.get('run_history')).toBe(20);
    expect(await runs()).toBe(20);
  });

  it('says what it could not make again', async () => {
    await database.pool.query(
      "insert into run_history select 'of no fact', tenant, session_id, thread_id, channel, message_id, intent_id, template, plan_hash, artifacts, status, code, header, question, fallback, started_at, completed_at, opened_on from run_history limit 1",
    );
    const { lost } = await rebuild(database, modelsNamed('run_history'), () => undefined);
    expect(lost).toEqual([
      'run_history lost 1 of 21 rows; its fold changed since, or the log is not the one it was made from',
    ]);
  });

  it('knows every model by its name, and no other', () => {
    expect(modelsNamed(undefined).map(({ name }) => name)).toEqual([
      'sessions',
      'threads',
      'plan_history',
      'run_history',
      'action_history',
      'playbook_runs',
      'approvals',
      'playbook_verdicts',
      'unknown_outcomes',
      'stages',
      'trace',
    ]);
    expect(() => modelsNamed('wishes')).toThrow(
      'there is no read model "wishes"; name one of sessions, threads, plan_history, run_history, action_history, playbook_runs, approvals, playbook_verdicts, unknown_outcomes, stages, trace',
    );
    expect(() => readArguments('projections', ['rebuild', '--modle', 'run_history'])).toThrow(/--modle/);
  });
});
