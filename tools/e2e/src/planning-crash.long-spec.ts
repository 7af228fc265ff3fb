import type { App } from '@arbiter/contracts';
import { PlanningModel, nineStepStudio, nineSteps } from '@arbiter/bench';
import { TestSystem, eventually } from './test-system';

const NEVER = new Promise<void>(() => undefined);

const begin = ({ system }: TestSystem) =>
  fetch(`${system.httpUrl}/api/playbooks/nine_steps/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ day: '2026-01-01' }),
  });

describe.each<{ readonly app: App; readonly questions: number }>([
  { app: 'planner', questions: 2 },
  { app: 'provider-gateway', questions: 1 },
])('a $app killed while a model draws a plan up', ({ app, questions }) => {
  let model: PlanningModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    model = await PlanningModel.open(nineSteps);
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [nineStepStudio()],
      environment: { ARBITER_TENANT: 'studio', ARBITER_MODEL: 'planner', ARBITER_MODEL_URL: model.url },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });

  it('is asked again without waiting for the deadline of the ask, and never twice at once (PL-13, EX-24)', async () => {
    model.wait = () => NEVER;
    await begin(arbiter);
    await eventually('the model to be asked', async () => model.calls === 1 || null);
    const { rows } = await arbiter.pool.query<{ lapses: boolean }>(
      `select due_at < (select (envelope::json #>> '{data,deadline}')::timestamptz from event where type like 'arbiter.plan.draft\\_requested.%') as lapses
       from due where key = 'draft'`,
    );
    expect(rows).toEqual([{ lapses: true }]);
    await arbiter.system.kill(app);
    model.wait = () => Promise.resolve();
    await arbiter.system.startApp(app);
    await eventually('the plan to be accepted', async () => (await arbiter.count('plan.accepted')) === 1 || null);
    expect([model.calls, model.mostAtOnce]).toEqual([2, 1]);
    expect([await arbiter.count('plan.draft_requested'), await arbiter.count('plan.drawn_up')]).toEqual([questions, 1]);
  });
});

describe('a planner that hangs while a model draws a plan up', () => {
  let model: PlanningModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    model = await PlanningModel.open(nineSteps);
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [nineStepStudio()],
      environment: { ARBITER_TENANT: 'studio', ARBITER_MODEL: 'planner', ARBITER_MODEL_URL: model.url },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });

  it('is given up by the gateway, and asks once more when it goes on (PL-13)', async () => {
    model.wait = () => NEVER;
    await begin(arbiter);
    await eventually('the model to be asked', async () => model.calls === 1 || null);
    const planner = arbiter.system.services.find(({ apps }) => apps[0] === 'planner')!.process;
    await planner.kill('SIGSTOP');
    model.wait = () => Promise.resolve();
    await eventually('the call to be given up', async () => model.underWay === 0 || null);
    await planner.kill('SIGCONT');
    await eventually('the plan to be accepted', async () => (await arbiter.count('plan.accepted')) === 1 || null);
    expect([model.calls, model.mostAtOnce]).toEqual([2, 1]);
    expect([await arbiter.count('plan.draft_requested'), await arbiter.count('plan.drawn_up')]).toEqual([2, 1]);
  });
});
