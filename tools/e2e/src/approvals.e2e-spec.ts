import { ApprovalDesk, type Waiting } from './approval-desk';
import { studioByHand } from './studio-by-hand';
import { StudioSandbox } from './studio-sandbox';
import { runTool } from './tool';
import { TestSystem, eventually } from './test-system';

const DAY = '2026-11-23';
const SECONDS_TO_ANSWER = 4;

describe('the actions of a playbook that wait for a yes', () => {
  let arbiter: TestSystem;
  let studio: StudioSandbox;
  let desk: ApprovalDesk;
  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [studioByHand()], environment: { ARBITER_TENANT: 'studio' } });
    studio = new StudioSandbox(arbiter.system);
    desk = new ApprovalDesk(arbiter.system);
  });
  afterAll(() => arbiter?.close());

  let due: readonly string[];
  /** how many are held for what is known of them, whether or not a yes comes */
  let known: number;
  let asked: readonly Waiting[];
  const refused = () => asked[0]!;
  const settled = (id: string) =>
    eventually('an approval to be acted upon', async () => {
      const approval = await desk.show(id);
      return ['open', 'answered'].includes(approval.status) ? null : approval;
    });

  it('keeps no other branch from its end, and is told of once (PL-20, AP-07)', async () => {
    due = await studio.due();
    await studio.begin(DAY);
    const { branches } = await eventually('all but what waits to be done', () => studio.atRest(DAY));
    known = branches['held']!;
    asked = await eventually('what waits to be listed', async () => {
      const waiting = await desk.waiting();
      return waiting.length === branches['waiting'] ? waiting : null;
    });
    expect(asked.length).toBeGreaterThan(2);
    const objects = asked.map(({ object }) => object);
    expect(await studio.written()).toEqual(due.filter((number) => !objects.includes(number)));
    expect(await arbiter.count('sweep.suspended')).toBe(1);
    for (const { object, args, question, rule } of asked) {
      expect(Number(args?.['amount'])).toBeGreaterThanOrEqual(5_000);
      expect(args).toMatchObject({ about: object, to: expect.stringContaining('@') });
      expect([question, rule]).toEqual([
        expect.stringContaining(`the reminder about ${object}`),
        'risk:suspend_unless_below_threshold',
      ]);
    }
  });

  it('is not done after a no, which is told with its reason (AP-09)', async () => {
    const { id, object } = refused();
    expect((await desk.answer(id, 'reject', 'We have called them')).status).toBe(202);
    expect(await settled(id)).toMatchObject({ status: 'rejected', code: 'rejected' });
    expect((await desk.answer(id, 'reject')).status).toBe(202);
    const again = await desk.answer(id, 'approve');
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('answered with "reject" by api') },
    ]);
    expect(await studio.written()).not.toContain(object);
  });

  it('is done once after a yes, however often that is said (AP-08)', async () => {
    const others = asked.slice(1);
    const answers = await Promise.all(
      others.flatMap(({ id }) => [desk.answer(id, 'approve'), desk.answer(id, 'approve')]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const run = await eventually('the instance to end', () => studio.ended(DAY));
    expect(await studio.written()).toEqual(due.filter((number) => number !== refused().object));
    expect(run).toMatchObject({
      status: 'ok',
      branches: { done: due.length - 1, held: 1 + known, waiting: 0, open: 0 },
    });
    expect((await arbiter.run(run.runId)).reply).toContain('of these 1 after a no');
    expect(await arbiter.count('approval.given')).toBe(asked.length);
    expect(await arbiter.count('action.approved')).toBe(others.length);
    expect(await desk.waiting()).toEqual([]);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    const replayed = await runTool(arbiter, 'main', '--all', '--verify');
    expect(replayed).toMatchObject({ code: 0, errors: '' });
  });
});

describe('an action whose yes never comes', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    const tenants = [studioByHand({}, {}, SECONDS_TO_ANSWER)];
    arbiter = await TestSystem.open({ tenants, environment: { ARBITER_TENANT: 'studio' } });
  });
  afterAll(() => arbiter?.close());

  it('is held, and its run ends by itself', async () => {
    const studio = new StudioSandbox(arbiter.system);
    const due = await studio.due();
    await studio.begin(DAY);
    const run = await eventually('the instance to end by itself', () => studio.ended(DAY));
    const { rows } = await arbiter.pool.query<{ action_id: string; object: string; status: string; code: string }>(
      'select action_id, object, status, code from approval',
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(new Set(rows.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['expired approval_expired']));
    const unanswered = rows.map(({ object }) => object);
    expect(await studio.written()).toEqual(due.filter((number) => !unanswered.includes(number)));
    expect(run).toMatchObject({
      status: 'ok',
      branches: { done: due.length - rows.length, failed: 0, waiting: 0, open: 0 },
    });
    expect(run.branches['held']).toBe(run.branches['selected']! - due.length + rows.length);
    expect((await arbiter.run(run.runId)).reply).toContain(`${rows.length} without an answer`);
    const late = await new ApprovalDesk(arbiter.system).answer(rows[0]!.action_id, 'approve');
    expect([late.status, await late.json()]).toMatchObject([409, { type: 'urn:arbiter:problem:approval_expired' }]);
  });
});
