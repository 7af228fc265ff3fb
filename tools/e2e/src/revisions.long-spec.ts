import type { PlaybookDayView } from '@arbiter/contracts';
import type { SystemOptions } from '@arbiter/stack';
import { ApprovalDesk } from './approval-desk';
import { RecordingModel } from './recording-model';
import { DRAFTED, ENDS, REVISIONS, proposedByModel, revisedStudio } from './revised-studio';
import { StudioSandbox } from './studio-sandbox';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';
const ENDED = ['ok', 'error', 'cancelled'];

/** The studio with a playbook whose plan is revised, and a model beside it. */
class RevisedSystem {
  private constructor(
    readonly arbiter: TestSystem,
    readonly model: RecordingModel | null,
  ) {}

  static async open(
    model: RecordingModel | null,
    { tenants = [revisedStudio()], ...options }: Partial<SystemOptions> = {},
  ): Promise<RevisedSystem> {
    const environment = model
      ? { ARBITER_TENANT: 'studio', ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'planner' }
      : { ARBITER_TENANT: 'studio' };
    if (model) model.propose = proposedByModel;
    return new RevisedSystem(await TestSystem.open({ ...options, tenants, environment }), model);
  }

  async close(): Promise<void> {
    await this.arbiter.close();
    await this.model?.close();
  }

  async begin(): Promise<void> {
    const submitted = await fetch(this.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ day: DAY }),
    });
    expect(submitted.status).toBe(202);
  }

  async ended(): Promise<Readonly<Record<string, unknown>>> {
    return eventually('the instance to end', async () => {
      const run = (await (await fetch(`${this.path}/${DAY}`).catch(() => null))?.json()) as
        | { status: string }
        | undefined;
      return run && ENDED.includes(run.status) ? run : null;
    });
  }

  /** How the branch of each object ended. */
  async ends(): Promise<Readonly<Record<string, string>>> {
    const found = await this.data<{
      branch: { object: string };
      status: string;
      code: string | null;
      attention?: string;
    }>('branch.completed');
    return Object.fromEntries(
      found.map(({ branch, status, code, attention }) => [
        branch.object,
        [status, code, attention].filter((part) => part !== null && part !== undefined).join(' '),
      ]),
    );
  }

  /** About what drafts were made: one entry a draft. */
  async drafted(): Promise<readonly unknown[]> {
    const ledger = await this.arbiter.ledger();
    return ledger.flatMap(({ route, body }) => (route === 'POST /drafts' ? [body['about']] : [])).toSorted();
  }

  async data<Data>(event: string): Promise<readonly Data[]> {
    const { rows } = await this.arbiter.pool.query<{ envelope: string }>(
      `select envelope from event where type like $1 order by stream_id, version`,
      [`arbiter.${event}.%`],
    );
    return rows.map(({ envelope }) => (JSON.parse(envelope) as { data: Data }).data);
  }

  async replayed(): Promise<void> {
    const { code, output } = await runTool(this.arbiter, 'main', '--all', '--verify');
    const summary = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
    expect(summary).toMatchObject({ equal: summary['decisions'], changed: 0, differing: 0, erased: 0 });
    expect(code).toBe(0);
  }

  private get path(): string {
    return `${this.arbiter.system.httpUrl}/api/playbooks/mended/runs`;
  }
}

describe('a plan that does not go on', () => {
  let revised: RevisedSystem;
  beforeAll(async () => {
    revised = await RevisedSystem.open(await RecordingModel.open());
  });
  afterAll(() => revised?.close());

  it('is revised once for all that fail alike; what it leads to is done once, and the rest is held for a person (PL-18, EX-23)', async () => {
    await revised.begin();
    const run = await revised.ended();
    expect(run).toMatchObject({ status: 'ok', branches: { done: 3, held: 3, failed: 0 } });
    const { notDone } = run as unknown as PlaybookDayView;
    expect(new Set(notDone.filter(({ attention }) => attention !== undefined))).toEqual(
      new Set([
        { object: 'INV-2003', status: 'held', code: 'stubborn', attention: 'out_of_revisions' },
        { object: 'INV-2004', status: 'held', code: 'hopeless', attention: 'no_revision' },
      ]),
    );
    expect(await revised.ends()).toEqual(ENDS);
    expect(await revised.drafted()).toEqual(DRAFTED);
    expect(revised.model!.given).toHaveLength(5);
  });

  it('asks with the plan, its step and the code, and with nothing of an object or a vendor', () => {
    const asked = revised.model!.given.filter(({ data }) => 'failed' in data);
    expect(asked.map(({ data }) => (data['failed'] as { code: string }).code).toSorted()).toEqual(
      Object.keys(REVISIONS).toSorted(),
    );
    for (const { bytes } of asked) expect(bytes).not.toMatch(/P-0\d\d|the vendor answered|studio\.example/);
  });

  it('names each revision by its reason, and its actions by the hash of plan and parent (PL-17)', async () => {
    const stands = await revised.data<{ reason: string; parent: string; requestIds: string[] }>('plan.revised');
    expect(stands.map(({ reason }) => reason).toSorted()).toEqual(Object.keys(REVISIONS).toSorted());
    expect(new Set(stands.map(({ parent }) => parent)).size).toBe(1);
    const hashes = (await revised.data<{ planHash: string }>('revision.accepted')).map(({ planHash }) => planHash);
    const drafts = await revised.data<{ tool: string; planHash: string }>('action.dispatched');
    for (const { planHash, tool } of drafts) if (tool === 'mail.draft.create') expect(hashes).toContain(planHash);
  });

  it('is decided again from the log, byte for byte, and no model is asked', async () => {
    await revised.replayed();
    expect(revised.model!.given).toHaveLength(5);
  });
});

describe('without a language model', () => {
  let revised: RevisedSystem;
  beforeAll(async () => {
    revised = await RevisedSystem.open(null);
  });
  afterAll(() => revised?.close());

  it('the playbook’s own revisions stand', async () => {
    await revised.begin();
    await revised.ended();
    expect(await revised.ends()).toEqual(ENDS);
    expect(await revised.drafted()).toEqual(DRAFTED);
  });
});

describe('the actions of a revised plan that need a yes', () => {
  let revised: RevisedSystem;
  beforeAll(async () => {
    revised = await RevisedSystem.open(null, { tenants: [revisedStudio(true)] });
  });
  afterAll(() => revised?.close());

  it('is done under that plan when the yes comes, once what it relies on was read again (AP-08, PL-18)', async () => {
    const desk = new ApprovalDesk(revised.arbiter.system);
    await revised.begin();
    const asked = await eventually('drafts to wait for a yes', async () => {
      const waiting = await desk.waiting();
      return waiting.length === DRAFTED.length ? waiting : null;
    });
    expect(await revised.drafted()).toEqual([]);
    for (const { id } of asked) expect((await desk.answer(id, 'approve')).status).toBe(202);
    await revised.ended();
    expect(await revised.ends()).toEqual(ENDS);
    expect(await revised.drafted()).toEqual(DRAFTED);
    await revised.replayed();
  });
});

describe('revisions without room in the budget of actions (PL-28)', () => {
  /**
   * Reads of its own: the two pages that there are, and the six that it may have to read again. Its objects take eleven
   * actions, their revisions included: one too many.
   */
  const [OWN_BEFORE, OWN, MOST] = [2, 8, 18];
  let revised: RevisedSystem;
  beforeAll(async () => {
    revised = await RevisedSystem.open(null, { tenants: [revisedStudio(false, { run: { actions: MOST } })] });
  });
  afterAll(() => revised?.close());

  it('wait for it, and are done once there is', async () => {
    const studio = new StudioSandbox(revised.arbiter.system, 'mended');
    await revised.begin();
    const { paused } = await eventually('the instance to pause', async () => {
      const run = await studio.instance(DAY);
      return run?.status === 'paused' ? run : null;
    });
    expect(paused!.reasons).toMatchObject([{ why: 'actions', most: MOST }]);
    const asked = await revised.arbiter.countOfActions(['succeeded', 'failed']);
    expect(asked).toBeLessThanOrEqual(MOST - (OWN - OWN_BEFORE));
    expect((await studio.resume(DAY, { actions: MOST })).status).toBe(400);
    expect((await studio.resume(DAY, { actions: 2 * MOST })).status).toBe(202);
    await revised.ended();
    expect(await revised.ends()).toEqual(ENDS);
    expect(await revised.drafted()).toEqual(DRAFTED);
    const took = await revised.data<{ actions: number }>('branch.completed');
    expect(took.reduce((sum, { actions }) => sum + actions, OWN)).toBe(MOST + 1);
    await revised.replayed();
  });
});

describe('services killed while plans are revised, and two planners', () => {
  let revised: RevisedSystem;
  beforeAll(async () => {
    revised = await RevisedSystem.open(await RecordingModel.open(), { processes: 'each', replicas: { planner: 2 } });
  });
  afterAll(() => revised?.close());

  it('do nothing twice, lose nothing, and make one call for each failure (EX-24, PL-14)', async () => {
    const { arbiter } = revised;
    const { system } = arbiter;
    await system.kill('executor');
    await revised.begin();
    await eventually('the run to be planned', async () => (await arbiter.count('plan.accepted')) > 0);
    await system.kill('planner');
    await system.startApp('executor');
    // All but the one that is held, and the one that only its revision lets fail a second time.
    await eventually('revisions to be asked for', async () => (await arbiter.count('revision.requested')) === 5);
    await Promise.all([system.startApp('planner', 0), system.startApp('planner', 1)]);
    await eventually('a revision to stand', async () => (await arbiter.count('plan.revised')) > 0);
    await system.kill('executor');
    await system.startApp('executor');
    await eventually('a branch to go on', async () => (await arbiter.count('branch.revised')) > 0);
    await system.kill('action-gateway');
    await system.startApp('action-gateway');
    await revised.ended();
    expect(await revised.ends()).toEqual(ENDS);
    expect(await revised.drafted()).toEqual(DRAFTED);
    expect(revised.model!.given).toHaveLength(5);
    expect(await arbiter.count('branch.revised')).toBe(4);
    await revised.replayed();
  });
});
