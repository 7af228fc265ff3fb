import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes, randomUUID } from 'node:crypto';
import { EVENTS, streamOf, stepOrigin, type EventData, type EventName, type RecordedOf } from '@arbiter/contracts';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { EventStore, Keyring, grantLogins, openDatabase, type Database } from '@arbiter/store';
import { Registry } from 'prom-client';
import type { PastSpan } from '@arbiter/runtime';
import type { TelemetryOptions } from './options';
import { Telemetry } from './telemetry';

const OPTIONS: TelemetryOptions = { print: false, traceSinks: ['postgres'], snapshotDays: 30, outboxDays: 30 };
const OPENED = {
  sessionId: 's',
  threadId: null,
  channel: 'web',
  messageId: null,
  artifacts: 'bundle',
  delivery: { locale: 'en', anchor: null, clears: null },
  replaces: null,
  openedAt: '2026-03-02T10:00:00.000Z',
};
const COMPLETED: Omit<EventData<'run.completed'>, 'runId'> = {
  sessionId: 's',
  threadId: null,
  channel: 'web',
  messageId: null,
  status: 'ok',
  code: null,
  header: { steps: [] },
  reply: 'a secret',
  question: null,
  followers: [],
  fallback: false,
  locale: 'en',
  anchor: null,
  isDone: false,
  startedAt: '2026-03-02T10:00:00.000Z',
  completedAt: '2026-03-02T10:00:02.000Z',
};

const AGENT: Omit<EventData<'agent.opened'>, 'runId' | 'stepId' | 'openedAt'> = {
  task: {
    profile: 'clerk',
    version: '1.0.0',
    tools: ['shop.order.get'],
    budget: { cycles: 3, refusals: 3, tokens: 1_000, seconds: 60 },
  },
  wish: 'a secret',
  class: 'drafting',
  planHash: 'plan',
  scope: { allowed: { shop: ['orders.read'] } },
  sessionId: 's',
  threadId: null,
  artifacts: 'bundle',
  locale: 'en',
};

describe('telemetry', () => {
  let stack: Stack;
  let owner: Database;
  let store: EventStore;
  const databases: Database[] = [];

  beforeAll(async () => {
    stack = await startThrowawayStack();
    await grantLogins(
      stack.postgres.url,
      ['telemetry', 'ingress'].map((app) => ({ role: `arbiter_${app}`, login: `login_${app}`, password: 'secret' })),
    );
    owner = open('postgres');
    const keyring = new Keyring(owner, [randomBytes(32)]);
    await keyring.create([{ tenant: 'shop', customerId: 'C-1' }]);
    store = new EventStore(owner, keyring, 'executor');
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await stack.stop();
  });

  function open(login: string): Database {
    const url = new URL(stack.postgres.url);
    if (login !== 'postgres') [url.username, url.password] = [login, 'secret'];
    const database = openDatabase(url.href, 'test', 4);
    databases.push(database);
    return database;
  }

  const versions = new Map<string, number>();
  async function write<N extends EventName>(name: N, key: string, data: EventData<N>): Promise<void> {
    const stream = streamOf(EVENTS[name].categories[0], 'shop', key);
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    const event = {
      id: randomUUID(),
      name,
      app: 'executor',
      stream,
      version,
      time: '2026-03-02T10:00:00.000Z',
      tenant: 'shop',
      customerId: 'C-1',
      correlationId: key,
      causationId: null,
      source: null,
      traceParent: null,
      data,
    } as unknown as RecordedOf<EventName>;
    await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
  }
  const completes = async (run: string, changes: Partial<EventData<'run.completed'>> = {}) => {
    await write('run.opened', run, { ...OPENED, runId: run });
    await write('run.completed', run, { ...COMPLETED, runId: run, ...changes });
  };

  /** Telemetry as its own login, until what it folds shows. */
  async function running(
    check: () => Promise<boolean>,
    options: Partial<TelemetryOptions> = {},
    told: PastSpan[] = [],
  ): Promise<{ registry: Registry; troubles: unknown[] }> {
    const registry = new Registry();
    const troubles: unknown[] = [];
    const telemetry = new Telemetry(
      {
        database: open('login_telemetry'),
        metrics: { registry },
        tracing: { tell: (span) => told.push(span) },
        onTrouble: (error) => troubles.push(error),
        keepDeadLetters: () => undefined,
      },
      { ...OPTIONS, ...options },
    );
    telemetry.start();
    for (let attempt = 0; attempt < 200 && !(await check()); attempt += 1) await delay(50);
    await telemetry.close();
    return { registry, troubles };
  }
  const statusOf = async (run: string) =>
    (await owner.pool.query<{ status: string }>('select status from run_history where run_id = $1', [run])).rows[0]
      ?.status;
  const caughtUp = async () => {
    const { rows } = await owner.pool.query<{
      missing: boolean;
    }>(`select exists (select 1 from event, checkpoint where checkpoint.name = 'metrics'
      and (event.transaction_id, event.position) > (checkpoint.transaction_id, checkpoint.position)) as missing`);
    return !rows[0]!.missing;
  };

  it('folds and counts with its own rights, each fact once however often it starts', async () => {
    await completes('r1');
    await completes('r2', { status: 'error', code: 'not_found' });
    const checks = {
      allowed: false,
      rule: 'scope',
      reasons: ['not in scope'],
      riskClass: null,
      consent: null,
      policyVersion: '1',
    };
    await write('action.denied', 'r2.a', {
      actionId: 'r2.a',
      runId: 'r2',
      stepId: 'a',
      origin: stepOrigin('a'),
      tool: 'shop.refund',
      checks,
      code: 'out_of_scope',
      reason: 'not in scope',
    });
    const first = await running(async () => (await statusOf('r2')) === 'error' && caughtUp());
    expect(first.troubles).toEqual([]);
    const text = await first.registry.metrics();
    for (const line of [
      'arbiter_runs_total{status="ok"} 1',
      'arbiter_runs_total{status="error"} 1',
      'arbiter_run_seconds_sum 4',
      'arbiter_events_total{type="run.opened"} 2',
      'arbiter_actions_total{tool="shop.refund",status="denied"} 1',
      'arbiter_stage_total{stage="respond",level="error"} 1',
      'arbiter_stage_total{stage="policy_check",level="warn"} 1',
      'arbiter_projection_lag_seconds{model="run_history"} 0',
    ])
      expect(text).toContain(line);

    await completes('r3');
    const second = await running(async () => (await statusOf('r3')) === 'ok' && caughtUp());
    expect(await second.registry.metrics()).toContain('arbiter_events_total{type="run.opened"} 1');
  });

  it('tells the trace of an agent to every sink once, and again to none (TL-08 to TL-11)', async () => {
    const place = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 } as const;
    const of = { runId: 'r9', stepId: 'work' };
    const at = '2026-03-02T10:00:00.000Z';
    await write('agent.opened', 'r9.work', { ...of, ...AGENT, openedAt: at });
    const events = async () =>
      (
        await owner.pool.query<{ type: string }>(
          "select type from trace_event where request_id = 'r9' order by sequence",
        )
      ).rows.map(({ type }) => type);
    const lines: string[] = [];
    const print = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const spans: PastSpan[] = [];
    const sinks = { traceSinks: ['postgres', 'stdout', 'otlp'] } as const;
    try {
      await running(async () => (await events()).length === 1, sinks, spans);
      const end = { ...of, place, end: 'answered', code: null, words: 'a secret', asks: 1, at } as const;
      await write('agent.asked', 'r9.work', { ...of, place, ask: 1, asked: 1, final: null, deadline: at, at });
      await write('agent.completed', 'r9.work', {
        ...end,
        calls: [],
        spent: { refusals: 0, tokens: 0, milliseconds: 0 },
      });
      await running(async () => (await events()).length === 3 && (await caughtUp()), sinks, spans);
      await running(caughtUp, sinks, spans);
    } finally {
      print.mockRestore();
    }
    const told = ['tool_registration', 'orchestration_phase_start', 'orchestration_phase_end'];
    expect(await events()).toEqual(told);
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(told);
    expect(lines.join()).not.toContain('secret');
    // The facts of this test have no trace of a request, so no span is told of them.
    expect(spans).toEqual([]);
  });

  it('says how far behind a model is', async () => {
    await completes('r4');
    await owner.pool.query("update checkpoint set transaction_id = '0', position = 0 where name = 'plan_history'");
    const registry = new Registry();
    const telemetry = new Telemetry(
      {
        database: open('login_telemetry'),
        metrics: { registry },
        tracing: { tell: () => undefined },
        onTrouble: () => undefined,
        keepDeadLetters: () => undefined,
      },
      OPTIONS,
    );
    const lag = Number(
      /arbiter_projection_lag_seconds\{model="plan_history"\} (\S+)/.exec(await registry.metrics())?.[1],
    );
    await telemetry.close();
    expect(lag).toBeGreaterThan(0);
  });

  it('keeps every stage whole and prints it when it is told to, without what was said (TL-08, EVL-03)', async () => {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => (lines.push(String(line)), true));
    try {
      await completes('r5');
      await running(async () => (await statusOf('r5')) === 'ok' && caughtUp(), { print: true });
    } finally {
      write.mockRestore();
    }
    const printed = lines
      .filter((line) => line.includes('"interaction_id":"r5"'))
      .map((line) => JSON.parse(line) as unknown);
    expect(printed).toEqual([
      {
        interaction_id: 'r5',
        level: 'info',
        payload: { message: '[redacted, 8 bytes]' },
        session_id: 's',
        stage: 'respond',
      },
    ]);
    const { rows } = await owner.pool.query<{ timestamp: Date }>(
      'select tenant, interaction_id, level, payload, session_id, stage, "timestamp" from stage where interaction_id = $1',
      ['r5'],
    );
    expect(rows).toEqual(
      printed.map((event) => ({ ...(event as object), tenant: 'shop', timestamp: expect.any(Date) })),
    );
  });

  it('starts over with its own rights when the database was restored', async () => {
    const stages = async () =>
      (await owner.pool.query<{ stages: number }>('select count(*) as stages from stage')).rows[0]!.stages;
    const before = await stages();
    await owner.pool.query(
      "insert into stage (tenant, interaction_id, session_id, stage, level, timestamp, payload) values ('shop', 'taken-back', 's', 'respond', 'info', now(), '{}')",
    );
    await owner.pool.query('update generation set generation = generation + 1');
    const { rows } = await owner.pool.query<{ generation: number }>('select generation from generation');
    const isThere = async () =>
      (
        await owner.pool.query("select from checkpoint where name = 'stages' and generation <> $1", [
          rows[0]!.generation,
        ])
      ).rowCount === 0;
    const { troubles } = await running(async () => (await isThere()) && caughtUp());
    expect([troubles, await stages()]).toEqual([[], before]);
  });

  it('lets ingress read sessions, threads and runs, and no other read model', async () => {
    const ingress = open('login_ingress');
    await ingress.pool.query('select from thread_view');
    await ingress.pool.query('select from run_history');
    await ingress.pool.query('select from session_view');
    for (const table of ['plan_history', 'action_history', 'stage', 'checkpoint', 'session_memory'])
      await expect(ingress.pool.query(`select from ${table}`)).rejects.toThrow(/permission denied/);
    await expect(ingress.pool.query('update run_history set status = status')).rejects.toThrow(/permission denied/);
  });

  it("is let see no customer's key", async () => {
    await expect(open('login_telemetry').pool.query('select 1 from customer_key')).rejects.toThrow(/permission denied/);
  });
});
