import { resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { retentionOf, type Retention as Periods } from '@arbiter/contracts';
import { activateArtifacts, bundleHash, loadTenant } from '@arbiter/artifacts';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { MIGRATION_JOB, grantLogins, openDatabase, type Database } from '@arbiter/store';
import { Registry } from 'prom-client';
import { Retention } from './retention';

const SHOP = resolve(__dirname, '../../../deploy/tenants/shop');
const NOW = new Date();
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

describe('retention', () => {
  let stack: Stack;
  let owner: Database;
  let telemetry: Database;
  const registry = new Registry();
  const kept: number[] = [];

  beforeAll(async () => {
    stack = await startThrowawayStack();
    await grantLogins(stack.postgres.url, [
      { role: 'arbiter_telemetry', login: 'login_telemetry', password: 'secret' },
    ]);
    owner = openDatabase(stack.postgres.url, 'test', 4);
    const url = new URL(stack.postgres.url);
    [url.username, url.password] = ['login_telemetry', 'secret'];
    telemetry = openDatabase(url.href, 'test', 4);
    await activate('shop', {});
    await activate('cafe', { shownDays: 20, runsDays: 10 });
  });
  afterAll(async () => {
    await Promise.all([owner?.close(), telemetry?.close()]);
    await stack?.stop();
  });

  async function activate(tenant: string, retention: Partial<Periods>): Promise<void> {
    const shop = loadTenant(SHOP);
    const bundle = { ...shop, tenant, conversation: { ...shop.conversation, retention } };
    await activateArtifacts(stack.postgres.url, bundle, bundleHash(bundle), daysAgo(0));
  }

  async function round(): Promise<readonly unknown[]> {
    const troubles: unknown[] = [];
    registry.clear();
    const retention = new Retention(
      {
        database: telemetry,
        registry,
        onTrouble: (error) => troubles.push(error),
        keepDeadLetters: (days) => kept.push(days),
      },
      { snapshotDays: 30, outboxDays: 30 },
    );
    expect(await retention.round()).toBe(troubles.length === 0);
    await retention.close();
    return troubles;
  }
  const showed = (run: string, age: number, type = 'rag.done') =>
    owner.pool.query("insert into ui_log values ($1, 1, 'shop', 's', $2, $3, $3::timestamptz::date)", [
      run,
      JSON.stringify({ type }),
      daysAgo(age),
    ]);
  const staged = (interaction: string, age: number) =>
    owner.pool.query(
      "insert into stage (tenant, interaction_id, session_id, stage, level, timestamp, payload) values ('shop', $1, 's', 'received', 'info', $2, '{}')",
      [interaction, daysAgo(age)],
    );
  const ran = (run: string, tenant: string, age: number, isEnded = true) =>
    owner.pool.query(
      `insert into run_history (run_id, tenant, session_id, channel, artifacts, status, header, fallback, started_at, completed_at, opened_on)
       values ($1, $2, 's', 'web', 'a', 'ok', '{}', false, $3, $4, $3::timestamptz::date)`,
      [run, tenant, daysAgo(age), isEnded ? daysAgo(age) : null],
    );
  const all = async (table: string, column: string) =>
    (await owner.pool.query<{ name: string }>(`select ${column} as name from ${table} order by 1`)).rows.map(
      ({ name }) => name,
    );
  const partitions = async (table: string) =>
    (await owner.pool.query<{ name: string }>('select name from partitions_of($1) order by 1', [table])).rows.map(
      ({ name }) => name,
    );

  it("drops the weeks that are over for every tenant, with telemetry's own rights, and keeps what a run still goes on from", async () => {
    for (const [run, age] of [
      ['r120', 120],
      ['r80', 80],
      ['r1', 1],
    ] as const)
      await showed(run, age);
    for (const [interaction, age] of [
      ['r60', 60],
      ['r25', 25],
      ['r1', 1],
    ] as const)
      await staged(interaction, age);
    // Rows past their retention went into the default partition because their week was never made; later rows get a
    // week.
    expect(await round()).toEqual([]);
    expect(await all('ui_log', 'run_id')).toEqual(['r1', 'r80']);
    expect(await all('stage', 'interaction_id')).toEqual(['r1', 'r25']);
    expect(await all('ui_log_default', 'run_id')).toEqual([]);

    const before = await partitions('ui_log');
    // Of the same day as r80, so that both are of one week on every day of the week.
    await showed('open', 80, 'rag.started');
    await activate('shop', { shownDays: 50 });
    expect(await round()).toEqual([]);
    expect(await all('ui_log', 'run_id')).toContain('open');
    await owner.pool.query(
      'insert into ui_log select run_id, 2, tenant, session_id, \'{"type":"rag.done"}\', created_at, opened_on from ui_log where run_id = \'open\'',
    );
    expect(await round()).toEqual([]);
    expect(await all('ui_log', 'run_id')).toEqual(['r1']);
    expect(before.filter((name) => !name.includes('default')).length).toBeGreaterThan(
      (await partitions('ui_log')).length,
    );
    expect(await registry.metrics()).toMatch(/arbiter_partitions_dropped_total\{table="ui_log"\} [1-9]/);
  });

  it('drops the weeks of calls of models whose period is over', async () => {
    const called = (run: string, age: number) =>
      owner.pool.query(
        `insert into model_call (call_id, started_at, tenant, run_id, ask_id, purpose, tier, provider, model, attempt, milliseconds, outcome)
         values (gen_random_uuid(), $2, 'shop', $1, 'a', 'intent', 'B', 'local', 'm', 1, 3, 'answered')`,
        [run, daysAgo(age)],
      );
    await called('c120', 120);
    await called('c20', 20);
    expect(await round()).toEqual([]);
    expect(await all('model_call', 'run_id')).toEqual(['c20']);
  });

  it('drops the weeks of the trace of agents when those of the stages are over', async () => {
    const traced = (run: string, age: number) =>
      owner.pool.query(
        `insert into trace_event (tenant, request_id, session_id, step_id, phase_index, cycle_index, type, ts, details)
         values ('shop', $1, 's', 'work', 1, 1, 'tool_call', $2, '{}')`,
        [run, daysAgo(age)],
      );
    await traced('t60', 60);
    await traced('t20', 20);
    expect(await round()).toEqual([]);
    expect(await all('trace_event', 'request_id')).toEqual(['t20']);
    expect((await partitions('trace_event')).length).toBeGreaterThan(4);
  });

  it('makes the weeks to come', async () => {
    await round();
    const until = (
      await owner.pool.query<{ days: number }>("select max(until) - current_date as days from partitions_of('stage')")
    ).rows[0]!.days;
    expect(until).toBeGreaterThanOrEqual(28);
  });

  it('is done by several replicas at once, each week made and dropped by one of them', async () => {
    await showed('shared', 700);
    const atOnce = <T extends object>(statement: string) =>
      Promise.all([1, 2, 3, 4].map(async () => (await telemetry.pool.query<T>(statement)).rows[0]!));
    const made = await atOnce<{ made: number }>("select make_partitions('ui_log', 710, 4) as made");
    expect(made.reduce((sum, row) => sum + row.made, 0)).toBe(1);
    const dropped = await atOnce<{ dropped: string | null }>("select drop_partition('ui_log', 690) as dropped");
    expect(dropped.flatMap((row) => row.dropped ?? [])).toHaveLength(1);
    expect(await all('ui_log', 'run_id')).not.toContain('shared');
  });

  it('drops the weeks of runs, plans and actions, and moves those that have not ended out of them before', async () => {
    await ran('young', 'shop', 20);
    await ran('old', 'shop', 390);
    await ran('old-open', 'shop', 390, false);
    await owner.pool.query("select make_partitions('run_history', 400, 0)");
    expect(await all('run_history_default', 'run_id')).toEqual([]);
    expect(await round()).toEqual([]);
    expect(await all('run_history', 'run_id')).toEqual(['old-open', 'young']);
    expect(await all('run_history_default', 'run_id')).toEqual(['old-open']);
    expect(await registry.metrics()).toMatch('arbiter_partitions_dropped_total{table="run_history"} 1');
    await ran('beside', 'shop', 391, false);
    await owner.pool.query("update run_history set completed_at = now() where run_id = 'old-open'");
    await round();
    expect(await all('run_history', 'run_id')).toEqual(['beside', 'young']);
    await owner.pool.query("update run_history set completed_at = now() where run_id = 'beside'");
    await round();
    expect(await all('run_history', 'run_id')).toEqual(['young']);
  });

  it('keeps the settings of the table in the weeks it makes', async () => {
    await round();
    const { rows } = await owner.pool.query<{ settings: string }>(
      "select distinct reloptions::text as settings from pg_class where relname ~ '^run_history_\\d+$'",
    );
    expect(rows).toEqual([
      { settings: '{fillfactor=80,autovacuum_vacuum_scale_factor=0.02,autovacuum_vacuum_threshold=2000}' },
    ]);
  });

  it("deletes each tenant's topics and chats after that tenant's period", async () => {
    for (const age of [400, 20])
      await owner.pool.query("insert into session_view values ('shop', 'h', $1, 'web', $2)", [
        `s-${age}`,
        daysAgo(age),
      ]);
    for (const age of [400, 20])
      await owner.pool.query("insert into session_memory values ('shop', $1, 1, '[]', null, null, $2)", [
        `s-${age}`,
        daysAgo(age),
      ]);
    await round();
    expect([await all('session_view', 'session_id'), await all('session_memory', 'session_id')]).toEqual([
      ['s-20'],
      ['s-20'],
    ]);
  });

  it('keeps what was set aside for the longest period of all tenants', async () => {
    await activate('cafe', { deadLettersDays: 45 });
    await round();
    expect(kept.at(-1)).toBe(45);
  });

  it('comes back soon for rows that are too many for a round', async () => {
    await owner.pool.query(
      "insert into session_memory select 'shop', 'many-' || number, 1, '[]', null, null, now() - interval '400 days' from generate_series(1, 100500) as number",
    );
    const retention = new Retention(
      { database: telemetry, registry: new Registry(), onTrouble: () => undefined, keepDeadLetters: () => undefined },
      { snapshotDays: 30, outboxDays: 30 },
    );
    expect([await retention.round(), await retention.round()]).toEqual([false, true]);
    await retention.close();
    expect(await all('session_memory', 'session_id')).toEqual(['s-20']);
  });

  it('deletes old snapshots and what the outbox held for longer than the broker would', async () => {
    for (const age of [40, 2]) {
      await owner.pool.query("insert into snapshot values ($1, 1, 'f', 'shop', 'C-1', 'b', $2)", [
        `session-shop-${age}`,
        daysAgo(age),
      ]);
      await owner.pool.query(
        "insert into outbox (id, app, streams, from_versions, to_versions, created_at) values ($1, $2, '{}', '{}', '{}', $3)",
        [randomUUID(), `app-${age}`, daysAgo(age)],
      );
    }
    await round();
    expect(await all('snapshot', 'stream_id')).toEqual(['session-shop-2']);
    // The rows that the activations of this file left there are new, and no replica has published them.
    const left = (await all('outbox', 'app')).filter((app) => app !== MIGRATION_JOB);
    expect(left).toEqual(['app-2']);
  });

  it('lets nothing go while it cannot tell what may, and tells of it', async () => {
    await owner.pool.query("insert into artifact (hash, tenant, body) values ('x', 'unknown', '{}')");
    await ran('shop-500', 'shop', 500);
    expect(await round()).toEqual([expect.objectContaining({ code: 'unknown_artifacts' })]);
    expect(await all('run_history', 'run_id')).toContain('shop-500');
    await owner.pool.query("delete from artifact where tenant = 'unknown'");
  });

  it("cannot be turned on anything else by telemetry's login", async () => {
    await expect(telemetry.pool.query("select make_partitions('event', 10, 1)")).rejects.toThrow();
    await expect(telemetry.pool.query("select delete_expired('event', 'shop', 10, 1)")).rejects.toThrow();
    await expect(telemetry.pool.query('drop table ui_log_default')).rejects.toThrow(/must be owner/);
    await expect(telemetry.pool.query('delete from run_history')).rejects.toThrow(/permission denied/);
  });

  it('has periods when a tenant names none', () => {
    expect(retentionOf(loadTenant(SHOP).conversation)).toEqual({
      shownDays: 90,
      stagesDays: 30,
      actionsDays: 365,
      threadsDays: 365,
      runsDays: 365,
      plansDays: 365,
      modelCallsDays: 90,
      deadLettersDays: 30,
    });
  });
});
