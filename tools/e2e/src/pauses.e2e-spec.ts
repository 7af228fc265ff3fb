import type { PauseReason } from '@arbiter/contracts';
import { ApprovalDesk } from './approval-desk';
import { studioWith } from './studio-by-hand';
import { StudioSandbox, type InstanceView } from './studio-sandbox';
import { runTool } from './tool';
import { TestSystem, eventually } from './test-system';

const DAY = '2026-11-23';
/** Its reads, six before and six after, and five steps for an object. */
const CHECKS = 6;
const FOR_ONE = 5;
const ACTIONS = 2 * CHECKS + 7 * FOR_ONE;

type Short = Extract<PauseReason, { why: 'actions' }>;

describe('a sweep that is out of actions (PL-28)', () => {
  let arbiter: TestSystem;
  let studio: StudioSandbox;
  let desk: ApprovalDesk;
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      tenants: [studioWith({ run: { actions: ACTIONS } })],
      environment: { ARBITER_TENANT: 'studio' },
    });
    studio = new StudioSandbox(arbiter.system);
    desk = new ApprovalDesk(arbiter.system);
  });
  afterAll(() => arbiter?.close());

  const waiting = async () => ((await studio.atRest(DAY)) ? desk.waiting() : null);
  let due: readonly string[];
  let before: readonly string[];
  let short: Short;
  let since: string;
  const shortOf = ({ paused: how }: InstanceView): Short => {
    expect(how?.reasons).toEqual([expect.objectContaining({ why: 'actions' })]);
    return how!.reasons[0] as Short;
  };
  /** The actions that were really requested of the studio's programs. */
  /** What was undone takes nothing of a budget. */
  const asked = async () =>
    (await arbiter.countOfActions(['succeeded', 'suspended'])) -
    (await arbiter.count('action.succeeded', '"kind":"undo"'));
  const paused = (since?: string) =>
    eventually('the instance to pause', async () => {
      const run = await studio.instance(DAY);
      return run?.status === 'paused' && run.paused!.since !== since ? run : null;
    });

  it('pauses with what it has done, and says what it has taken and may', async () => {
    due = await studio.due();
    expect(due.length).toBeGreaterThan(14);
    await studio.begin(DAY);
    const run = await paused();
    since = run.paused!.since;
    short = shortOf(run);
    expect(short).toMatchObject({ most: ACTIONS, needed: short.used + FOR_ONE });
    expect(short.used).toBeLessThanOrEqual(ACTIONS);
    expect(short.needed).toBeGreaterThan(ACTIONS);
    expect(await asked()).toBe(short.used - CHECKS);
    before = await studio.written();
    expect(before.length).toBeGreaterThan(2);
    expect(await arbiter.count('run.completed')).toBe(0);
  });

  it('is not let go on with too little, nor with what it is not short of', async () => {
    const tooLittle = await studio.resume(DAY, { actions: short.needed - 1 });
    expect([tooLittle.status, await tooLittle.json()]).toMatchObject([
      400,
      { errors: [{ field: 'actions', detail: expect.stringContaining(`at least ${short.needed}`) }] },
    ]);
    const other = await studio.resume(DAY, { actions: 10_000, tokens: 5 });
    expect([other.status, await other.json()]).toMatchObject([400, { errors: [{ field: 'tokens' }] }]);
    expect((await studio.resume('2026-11-22', { actions: 10_000 })).status).toBe(404);
  });

  it('goes on once with what it is given, however often that is said, and pauses again where that ends', async () => {
    const more = { actions: short.used + 2 * FOR_ONE };
    const answers = await Promise.all(Array.from({ length: 5 }, () => studio.resume(DAY, more)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const again = shortOf(await paused(since));
    expect(again.used).toBeGreaterThan(short.used);
    expect(again.used).toBeLessThanOrEqual(more.actions);
    expect(await asked()).toBe(again.used - CHECKS);
    expect(await studio.written()).toEqual(expect.arrayContaining([...before]));
    expect(await arbiter.count('run.continued')).toBe(1);
  });

  it('is done to the end, no object touched twice and none forgotten', async () => {
    expect((await studio.resume(DAY, { actions: 100_000 })).status).toBe(202);
    for (const { id } of await eventually('all else to be done', () => waiting())) await desk.answer(id, 'approve');
    const run = await eventually('the instance to end', () => studio.ended(DAY));
    expect(run).toMatchObject({
      status: 'ok',
      paused: null,
      branches: { done: due.length, failed: 0, open: 0, waiting: 0 },
    });
    expect(await studio.written()).toEqual(due);
    expect((await studio.resume(DAY, { actions: 100_000 })).status).toBe(202);
    const other = await studio.resume(DAY, { actions: 100_001 });
    expect(other.status).toBe(409);
    expect([await arbiter.count('instance.resumed'), await arbiter.count('run.continued')]).toEqual([2, 2]);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});

describe('an instance that is asked for while one is paused', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      tenants: [studioWith({ run: { actions: ACTIONS } })],
      environment: { ARBITER_TENANT: 'studio' },
    });
  });
  afterAll(() => arbiter?.close());

  it('takes its place and the objects it left, and touches no object again', async () => {
    const studio = new StudioSandbox(arbiter.system);
    await studio.begin(DAY);
    await eventually('the instance to pause', async () => (await studio.instance(DAY))?.status === 'paused');
    const before = await studio.written();
    const next = '2026-11-24';
    await studio.begin(next);
    await eventually('the next to pause in its turn', async () => (await studio.instance(next))?.status === 'paused');
    expect(await studio.instance(DAY)).toMatchObject({ status: 'cancelled' });
    expect((await studio.resume(DAY, {})).status).toBe(409);
    const written = await studio.written();
    expect(written.length).toBeGreaterThan(before.length);
    expect(written).toEqual(expect.arrayContaining([...before]));
    expect(new Set(written).size).toBe(written.length);
  });
});
