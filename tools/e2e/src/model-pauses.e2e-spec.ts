import { instanceRunId, type App } from '@arbiter/contracts';
import { RecordingModel } from './recording-model';
import { planned, slotStudio } from './slot-studio';
import { StudioSandbox, type InstanceView } from './studio-sandbox';
import { runTool } from './tool';
import { TestSystem, eventually } from './test-system';

const PLAYBOOK = 'promised';
const [FIRST, SECOND, THIRD] = ['2026-11-23', '2026-11-24', '2026-11-25'] as const;
const MOST = 100_000;
/** Each of three invoices: one names the month that is looked for. */
const DONE = { status: 'ok', paused: null, branches: { done: 1, failed: 0, held: 2, open: 0 } };

describe('a sweep that is out of tokens, with services killed in between (PL-28, PV-11)', () => {
  let model: RecordingModel;
  let arbiter: TestSystem;
  let studio: StudioSandbox;
  beforeAll(async () => {
    model = await RecordingModel.open();
    model.used = { prompt_tokens: 7, completion_tokens: 3 };
    model.propose = (given) => {
      if (!('text' in given.data)) return planned(given);
      return { value: String(given.data['text']).includes('December') ? 'December' : 'January' };
    };
    const budgets = { day: { tokens: 10 * MOST }, run: { tokens: MOST } };
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [slotStudio(5_000, budgets)],
      environment: { ARBITER_TENANT: 'studio', ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'words' },
    });
    studio = new StudioSandbox(arbiter.system, PLAYBOOK);
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });

  async function restart(...apps: readonly App[]): Promise<void> {
    for (const app of apps) await arbiter.system.kill(app);
    for (const app of apps) await arbiter.system.startApp(app);
  }
  const ended = (day: string) => eventually('the instance to end', () => studio.ended(day));
  const paused = (day: string, since?: string): Promise<InstanceView> =>
    eventually('the instance to pause', async () => {
      const run = await studio.instance(day);
      return run?.status === 'paused' && run.paused!.since !== since ? run : null;
    });
  const resume = (day: string, granted: object) =>
    eventually('the operator to let it go on', async () => {
      const response = await studio.resume(day, granted).catch(() => null);
      return response?.status === 202 || null;
    });
  /** So much was taken already. */
  const take = (scope: string, key: string, tokens: number) =>
    arbiter.pool.query(
      `insert into model_spending (tenant, scope, key, tokens) values ('studio', $1, $2, $3)
       on conflict (tenant, scope, key) do update set tokens = excluded.tokens`,
      [scope, key, tokens],
    );
  const draftsOf = async () => (await arbiter.ledger()).filter(({ route }) => route === 'POST /drafts').length;

  it('goes through while there is room, and what models took counts for the whole run', async () => {
    await studio.begin(FIRST);
    expect(await ended(FIRST)).toMatchObject(DONE);
    const runId = instanceRunId('studio', { playbook: PLAYBOOK, day: FIRST });
    await eventually('all to be settled', async () => {
      const { rows } = await arbiter.pool.query<{ tokens: number }>(
        `select tokens::int as tokens from model_spending where scope = 'run of promised' and key = $1`,
        [runId],
      );
      return rows[0]?.tokens === model.given.length * 10;
    });
    expect(await draftsOf()).toBe(1);
  });

  it('pauses before a call that has no room, makes none, and says what it may take', async () => {
    await take(`run of ${PLAYBOOK}`, instanceRunId('studio', { playbook: PLAYBOOK, day: SECOND }), MOST);
    const asked = model.given.length;
    await studio.begin(SECOND);
    const run = await paused(SECOND);
    expect(run.paused!.reasons).toEqual([{ why: 'models', budget: 'run', tokens: MOST }]);
    expect(model.given.length).toBe(asked);
    expect([run.branches['failed'], await draftsOf()]).toEqual([0, 1]);
    await restart('executor', 'router', 'provider-gateway');
    for (const [body, field] of [
      [{}, 'tokens'],
      [{ tokens: MOST }, 'tokens'],
      [{ tokens: 2 * MOST, actions: 5 }, 'actions'],
    ] as const) {
      const refused = await studio.resume(SECOND, body);
      expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ field }] }]);
    }
  });

  it('goes on with what it is given, as far as that lasts, and then to its end', async () => {
    const { since } = (await studio.instance(SECOND))!.paused!;
    await resume(SECOND, { tokens: MOST + 1 });
    await restart('router');
    const again = await paused(SECOND, since);
    expect(again.paused!.reasons).toEqual([{ why: 'models', budget: 'run', tokens: MOST + 1 }]);
    await restart('executor', 'provider-gateway', 'action-gateway');
    await resume(SECOND, { tokens: 3 * MOST });
    await restart('router');
    expect(await ended(SECOND)).toMatchObject(DONE);
    expect(await draftsOf()).toBe(2);
  });

  it('waits for the day of its playbook to have room, and asks again when it is let go on', async () => {
    const { rows } = await arbiter.pool.query<{ day: string }>(
      'select max(key) as day from model_spending where scope = $1',
      [`day of ${PLAYBOOK}`],
    );
    const today = rows[0]!.day;
    await take(`day of ${PLAYBOOK}`, today, 10 * MOST);
    await studio.begin(THIRD);
    const { since, reasons } = (await paused(THIRD)).paused!;
    expect(reasons).toEqual([{ why: 'models', budget: 'day' }]);
    await resume(THIRD, {});
    await paused(THIRD, since);
    await take(`day of ${PLAYBOOK}`, today, 0);
    await resume(THIRD, {});
    expect(await ended(THIRD)).toMatchObject(DONE);
    expect(await draftsOf()).toBe(3);
  });

  it('waits with its plan, and has it drawn up once a model may be asked', async () => {
    const worded = new StudioSandbox(arbiter.system, 'worded');
    await take('run of worded', instanceRunId('studio', { playbook: 'worded', day: FIRST }), MOST);
    const asked = model.given.length;
    await worded.begin(FIRST);
    const run = await eventually('the instance to pause', async () => {
      const found = await worded.instance(FIRST);
      return found?.status === 'paused' ? found : null;
    });
    expect(run.paused!.reasons).toEqual([{ why: 'models', budget: 'run', tokens: MOST }]);
    expect(model.given.length).toBe(asked);
    await restart('planner', 'executor', 'router');
    expect((await worded.resume(FIRST, {})).status).toBe(400);
    await eventually('the operator to let it go on', async () => {
      const response = await worded.resume(FIRST, { tokens: 2 * MOST }).catch(() => null);
      return response?.status === 202 || null;
    });
    await restart('router');
    const done = await eventually('the instance to end', () => worded.ended(FIRST));
    expect(done).toMatchObject({ status: 'ok', paused: null, branches: { done: 3, failed: 0, held: 0, open: 0 } });
    expect([await arbiter.count('plan.postponed'), await draftsOf()]).toEqual([1, 6]);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
