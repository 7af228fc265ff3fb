import { randomUUID } from 'node:crypto';
import { PlanningModel, nineStepStudio, nineSteps, warmRuns } from '@arbiter/bench';
import { Asker, type Ask } from '@arbiter/models';
import { inboxOf, openBroker, readConfiguration } from '@arbiter/runtime';
import { Keyring, openDatabase } from '@arbiter/store';
import { Forger } from './forger';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const DAYS = 50;
const ENVIRONMENT = { ARBITER_TENANT: 'studio', ARBITER_MODEL: 'planner' };

describe('a plan of nine steps', () => {
  let model: PlanningModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    // The first proposal goes through a read that there is not: the compiler says so, and the model is asked once more.
    model = await PlanningModel.open({ ...nineSteps, over: 'orders' }, nineSteps);
    arbiter = await TestSystem.open({
      tenants: [nineStepStudio()],
      environment: { ...ENVIRONMENT, ARBITER_MODEL_URL: model.url },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });

  it(`takes two calls of a model at most, and none in ${DAYS} instances after it, counted at its socket (PL-13, PL-14)`, async () => {
    expect(nineSteps.steps).toHaveLength(9);
    expect(await warmRuns(arbiter.system, model, DAYS)).toMatchObject({
      calls_cold: 2,
      calls_warm: 0,
      cache_hits: DAYS,
      asked: 2,
      calls_metered: 2,
      branches_done: DAYS + 1,
    });
  });

  it('is decided again from the log, byte for byte: the plan, the hits, and each action of each branch', async () => {
    const { code, output } = await runTool(arbiter, 'main', '--all', '--verify');
    const summary = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
    expect(summary).toMatchObject({ equal: summary['decisions'], changed: 0, differing: 0, erased: 0 });
    expect(code).toBe(0);
  });
});

describe('two planners and two gateways', () => {
  let model: PlanningModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    model = await PlanningModel.open(nineSteps);
    arbiter = await TestSystem.open({
      processes: 'each',
      replicas: { planner: 2, 'provider-gateway': 2 },
      tenants: [nineStepStudio()],
      environment: { ...ENVIRONMENT, ARBITER_MODEL_URL: model.url },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });

  it('make one call together when several runs need a plan that there is not (PL-14)', async () => {
    await arbiter.system.kill('planner');
    const submitted = await fetch(`${arbiter.system.httpUrl}/api/playbooks/nine_steps/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ day: '2026-01-01' }),
    });
    const { requestId } = (await submitted.json()) as { requestId: string };
    const forger = await Forger.open(arbiter);
    try {
      const request = await forger.recorded('run.requested', requestId);
      for (const day of ['2026-01-02', '2026-01-03', '2026-01-04'])
        await forger.request(request, randomUUID(), { instance: { playbook: 'nine_steps', day } });
    } finally {
      await forger.close();
    }
    await Promise.all([arbiter.system.startApp('planner', 0), arbiter.system.startApp('planner', 1)]);
    await eventually('all to be planned', async () => (await arbiter.count('plan.accepted')) === 4);
    expect(model.calls).toBe(1);
    expect(await arbiter.count('plan.draft_requested')).toBe(1);
  });

  it('do not call a model for a run on a hit, even when a caller asks in the name of the planner (PL-14)', async () => {
    const { rows } = await arbiter.pool.query<{ envelope: string }>(
      `select whole_envelope(event) as envelope from event where type like 'arbiter.plan.draft\\_requested.%'`,
    );
    const {
      subject: stream,
      streamversion: version,
      customerid: customerId,
      data: { requestId: runId, artifacts },
    } = JSON.parse(rows[0]!.envelope) as {
      subject: string;
      streamversion: number;
      customerid: string;
      data: { requestId: string; artifacts: string };
    };
    const asking: Ask<'plan'> = {
      askId: `${stream}@again/plan`,
      tenant: 'studio',
      customerId,
      purpose: 'plan',
      artifacts,
      deadline: new Date(Date.now() + 60_000).toISOString(),
      input: { playbook: 'nine_steps', wrong: [] },
      runId,
    };
    expect(await asPlanner(asking)).toMatchObject({ kind: 'failure', code: 'not_asked_for' });
    expect(await asPlanner({ ...asking, question: { stream, version } })).toMatchObject({
      kind: 'failure',
      code: 'plan_known',
    });
    expect(model.calls).toBe(1);
    const refused = await eventually('the refusals to be metered', async () => {
      const found = await arbiter.pool.query<{ failure: string }>(
        `select failure from model_call where purpose = 'plan' and outcome = 'refused'`,
      );
      return found.rows.length === 2 ? found.rows : null;
    });
    expect(refused.map(({ failure }) => failure).toSorted()).toEqual(['not_asked_for', 'plan_known']);
  });

  /** Asks with all that a planner has: its user of the broker, and the keys. */
  async function asPlanner(asking: Ask<'plan'>) {
    const {
      postgresUrl,
      natsUrl: url,
      natsUser: user,
      natsPassword: password,
      masterKeys,
    } = readConfiguration('planner', arbiter.system.environmentOf('planner'));
    const database = openDatabase(postgresUrl, 'arbiter-test', 1);
    const broker = await openBroker({ url, user, password, name: 'arbiter-test', inbox: 'planner' });
    const asker = new Asker(broker.connection, new Keyring(database, masterKeys), { inboxPrefix: inboxOf('planner') });
    try {
      return await asker.ask(asking);
    } finally {
      await asker.close();
      await broker.close();
      await database.close();
    }
  }
});
