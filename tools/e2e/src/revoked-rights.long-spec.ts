import type { App } from '@arbiter/contracts';
import { ApprovalDesk } from './approval-desk';
import { studioByHand } from './studio-by-hand';
import { StudioSandbox, type InstanceView } from './studio-sandbox';
import { runTool } from './tool';
import { TestSystem, eventually } from './test-system';

const DAY = '2026-11-23';
const AT_ONCE = 8;
const READING = { route: 'GET /invoices', kind: '403' };
const SENDING = { route: 'POST /messages', kind: '403' };

describe('a sweep whose rights are revoked, with services killed in between (EX-23, EX-24)', () => {
  let arbiter: TestSystem;
  let studio: StudioSandbox;
  let desk: ApprovalDesk;
  let due: readonly string[];
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [studioByHand()],
      environment: { ARBITER_TENANT: 'studio' },
    });
    studio = new StudioSandbox(arbiter.system);
    desk = new ApprovalDesk(arbiter.system);
    due = await studio.due();
  });
  afterAll(() => arbiter?.close());

  async function restart(...apps: readonly App[]): Promise<void> {
    for (const app of apps) await arbiter.system.kill(app);
    for (const app of apps) await arbiter.system.startApp(app);
  }
  const paused = (since?: string): Promise<InstanceView> =>
    eventually('the instance to pause', async () => {
      const run = await studio.instance(DAY);
      return run?.status === 'paused' && run.paused!.since !== since ? run : null;
    });
  const resume = () =>
    eventually('the operator to let it go on', async () => {
      const response = await studio.resume(DAY, {}).catch(() => null);
      return response?.status === 202 || null;
    });
  async function approveAll(): Promise<number> {
    const waiting = await desk.waiting();
    for (const { id } of waiting)
      await eventually('an answer to be taken', async () => (await desk.answer(id, 'approve')).status === 202 || null);
    return waiting.length;
  }
  const reasonFor = (extension: string, capability: string, tool: string) => ({
    why: 'reauthorise',
    tenant: 'studio',
    extension,
    capability,
    tool,
  });
  const requestsOf = async (method: string, path: string): Promise<number> => {
    const response = await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`);
    const { requests } = (await response.json()) as { requests: { method: string; path: string }[] };
    return requests.filter((request) => request.method === method && request.path.startsWith(path)).length;
  };
  const pausesOfRun = () => arbiter.count('run.paused', '"pause":');
  let since: string;

  it('pauses before it has chosen anything when its reads are refused, and says which right is to be renewed', async () => {
    await arbiter.faults([READING]);
    await studio.begin(DAY);
    const run = await paused();
    since = run.paused!.since;
    expect(run.paused!.reasons).toEqual([reasonFor('ledger', 'invoices.read', 'ledger.invoice.list')]);
    expect([await arbiter.count('sweep.begun'), await pausesOfRun()]).toEqual([0, 1]);
    await restart('executor', 'router');
    expect((await studio.resume(DAY, { actions: 5 })).status).toBe(400);
  });

  it('goes on once the right is there again, and sends no further object into the next wall', async () => {
    await arbiter.faults([SENDING]);
    await resume();
    await restart('router', 'action-gateway');
    const run = await paused(since);
    since = run.paused!.since;
    expect(run.paused!.reasons).toEqual([reasonFor('mail', 'messages.send', 'mail.message.send')]);
    expect(await studio.written()).toEqual([]);
    const refused = await requestsOf('POST', '/messages');
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(AT_ONCE);
    expect(run.branches['failed']).toBe(0);
  });

  it('tells nothing anew when what waited for a yes is refused as well', async () => {
    const pausedBranches = await arbiter.count('branch.paused');
    // A gateway that is killed while it sends cannot know the outcome; so it is away before anything may be sent.
    await arbiter.system.kill('action-gateway');
    const approved = await approveAll();
    expect(approved).toBeGreaterThan(0);
    await arbiter.system.startApp('action-gateway');
    await restart('executor');
    await eventually(
      'all that was approved to pause',
      async () => (await arbiter.count('branch.paused')) === pausedBranches + approved,
    );
    expect((await studio.instance(DAY))!.paused!.since).toBe(since);
  });

  it('is done to the end once the right is renewed: no person is written to twice, and none is forgotten', async () => {
    await arbiter.faults([]);
    await resume();
    await restart('executor', 'action-gateway', 'router');
    for (;;) {
      const run = await eventually('what goes on by itself to be over', () => studio.atRest(DAY));
      if (run.status !== 'running') break;
      await approveAll();
    }
    expect(await studio.ended(DAY)).toMatchObject({
      status: 'ok',
      paused: null,
      branches: { done: due.length, failed: 0, open: 0, waiting: 0 },
    });
    expect(await studio.written()).toEqual(due);
    expect(await arbiter.count('branch.recorded')).toBe(await arbiter.count('branch.completed'));
    expect([await arbiter.count('instance.resumed'), await arbiter.count('instance.paused')]).toEqual([2, 2]);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
