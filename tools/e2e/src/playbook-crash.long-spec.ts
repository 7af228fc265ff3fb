import type { App, EventName } from '@arbiter/contracts';
import { ApprovalDesk } from './approval-desk';
import { studioByHand } from './studio-by-hand';
import { StudioSandbox } from './studio-sandbox';
import { TestSystem, eventually } from './test-system';

const DAY = '2026-11-23';

/** The services to kill, each once so many of these facts are written. */
const KILLS: readonly (readonly [event: EventName, count: number, app: App])[] = [
  ['sweep.begun', 1, 'router'],
  ['branch.requested', 2, 'executor'],
  ['branch.completed', 4, 'action-gateway'],
  ['branch.recorded', 8, 'executor'],
  ['branch.completed', 12, 'planner'],
  ['branch.completed', 16, 'action-gateway'],
];

/** The services between a yes and the deed. */
const BETWEEN: readonly App[] = ['router', 'ingress', 'action-gateway', 'executor'];

describe('services killed while a playbook is carried out', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [studioByHand()],
      environment: { ARBITER_TENANT: 'studio', ARBITER_VENDOR_REQUESTS_PER_SECOND: '20' },
    });
  });
  afterAll(() => arbiter?.close());

  const sandbox = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${arbiter.system.vendorUrl}/_sandbox/studio/${path}`)).json()) as Body;

  async function restart(app: App): Promise<void> {
    await arbiter.system.kill(app);
    await arbiter.system.startApp(app);
  }

  /** What waits gets its yes, and every service between that and the deed is killed right after. */
  async function answeredWhileKilled(): Promise<void> {
    const studio = new StudioSandbox(arbiter.system);
    const desk = new ApprovalDesk(arbiter.system);
    await eventually('all but what waits to be done', () => studio.atRest(DAY));
    const asked = await desk.waiting();
    expect(asked.length).toBeGreaterThan(BETWEEN.length);
    for (const [index, { id }] of asked.entries()) {
      const app = BETWEEN[index];
      await eventually('an answer to be taken', async () => {
        const answer = await desk.answer(id, 'approve').catch(() => null);
        return answer?.status === 202 || null;
      });
      if (app !== undefined) await restart(app);
    }
  }

  const submit = () =>
    fetch(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ day: DAY }),
    });

  it('no person is written to twice, and none is forgotten (EX-24, EX-25)', async () => {
    const { due } = await sandbox<{ due: string[] }>('truth');
    await arbiter.system.kill('planner');
    await submit();
    await eventually('the run to be asked for', async () => (await arbiter.count('run.requested')) > 0 || null);
    await arbiter.system.startApp('planner');
    for (const [event, count, app] of KILLS) {
      await eventually(`${count} ${event}`, async () => (await arbiter.count(event)) >= count || null);
      await restart(app);
    }
    await answeredWhileKilled();
    await eventually('its end to be heard of', async () => (await arbiter.count('instance.completed')) === 1 || null);
    const { touches } = await sandbox<{ touches: { number: string }[] }>('touches');
    expect(touches.map(({ number }) => number).toSorted()).toEqual(due.toSorted());
    const branches = await arbiter.count('branch.completed');
    expect(branches).toBeGreaterThanOrEqual(due.length);
    expect(await arbiter.count('branch.recorded')).toBe(branches);
    for (const event of ['sweep.begun', 'verdict.reached', 'run.completed', 'plan.drawn_up'] as const)
      expect([event, await arbiter.count(event)]).toEqual([event, 1]);
  });
});
