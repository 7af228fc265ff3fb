import { activateTenant, readTenantFolder } from '@arbiter/runtime';
import { ApprovalDesk } from './approval-desk';
import { studioByHand } from './studio-by-hand';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const DAYS = ['2026-11-23', '2026-11-24', '2026-12-02'] as const;

interface Touch {
  readonly number: string;
}
interface Truth {
  readonly due: readonly string[];
}

describe('the follow-up of invoices', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [studioByHand()], environment: { ARBITER_TENANT: 'studio' } });
  });
  afterAll(() => arbiter?.close());

  const sandbox = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${arbiter.system.vendorUrl}/_sandbox/studio/${path}`)).json()) as Body;
  const send = (url: string, method: string, body: object) =>
    fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  const submit = (day: string) =>
    send(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/runs`, 'POST', { day });

  /** What waits for a yes gets it, as an operator would give it. */
  async function approveAll(): Promise<void> {
    const desk = new ApprovalDesk(arbiter.system);
    for (const { id } of await desk.waiting()) expect((await desk.answer(id, 'approve')).status).toBe(202);
  }

  /** Begins the instance of a day, has everything approved, and waits for its end. */
  async function ended(day: string): Promise<Record<string, unknown>> {
    const submitted = await submit(day);
    const { requestId } = (await submitted.json()) as { requestId: string };
    expect([submitted.status, submitted.headers.get('location')]).toEqual([
      202,
      `/api/playbooks/invoice_followup/runs/${day}`,
    ]);
    return eventually(`the instance of ${day} to end`, async () => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/runs/${day}`);
      const run = (await response.json()) as Record<string, unknown>;
      await approveAll();
      if (!['ok', 'error', 'cancelled'].includes(String(run['status']))) return null;
      expect(run['runId']).toBe(requestId);
      return run;
    });
  }

  const written = async (): Promise<readonly string[]> =>
    (await sandbox<{ touches: Touch[] }>('touches')).touches.map(({ number }) => number).toSorted();
  const due = async (): Promise<readonly string[]> => (await sandbox<Truth>('truth')).due.toSorted();

  it('writes to exactly those who are to be written to, and tells what came of it', async () => {
    const expected = await due();
    expect(expected.length).toBeGreaterThan(20);
    const run = await ended(DAYS[0]);
    expect(run).toMatchObject({
      status: 'ok',
      day: DAYS[0],
      branches: { done: expected.length, waiting: 0 },
      verdict: { verdict: 'fails' },
    });
    expect(await arbiter.run(String(run['runId']))).toMatchObject({
      status: 'ok',
      reply: expect.stringContaining(`${expected.length} done`),
    });
    expect(await written()).toEqual(expected);
    expect(await arbiter.count('plan.drawn_up')).toBe(1);
    expect(await arbiter.count('verdict.reached')).toBe(1);
    expect(await arbiter.count('branch.completed')).toBe(await arbiter.count('branch.recorded'));
  });

  it('has one instance a day, however many callers ask for it and however often (B1)', async () => {
    const [first, second] = await Promise.all([submit(DAYS[0]), submit(DAYS[0])]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(await arbiter.count('run.requested')).toBe(1);
  });

  it.each(DAYS.slice(1))(
    'on %s its plan is found under its key, and no person is written to twice in a week',
    async (day) => {
      await send(`${arbiter.system.vendorUrl}/_sandbox/studio/today`, 'PUT', { today: day });
      const before = await written();
      const expected = await due();
      const hits = await arbiter.count('plan.cache_hit');
      expect(await ended(day)).toMatchObject({ status: 'ok' });
      // Touches are counted by the clock: for it all of this is one day.
      expect(await written()).toEqual([...new Set([...before, ...expected])].toSorted());
      expect(await arbiter.count('plan.cache_hit')).toBe(hits + 1);
      expect(await arbiter.count('plan.draft_requested')).toBe(1);
    },
  );

  it('tells day by day whether its goal is met (EVL-05)', async () => {
    const response = await fetch(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/verdicts`);
    const series = (await response.json()) as { day: string; by: string }[];
    expect(series.map(({ day, by }) => [day, by])).toEqual(DAYS.toReversed().map((day) => [day, 'sweep']));
  });

  it('begins by itself once an activation has armed its schedule, without a restart (PL-11)', async () => {
    const { url } = arbiter.system.stack.postgres;
    const activate = async (folder: string) => activateTenant(url, await readTenantFolder(folder), () => undefined);
    const everyMinute = { cron: '* * * * *', timeZone: 'UTC', missed: 'skip' } as const;
    await activate(studioByHand({ contact_hygiene: everyMinute }, { invoice_followup: everyMinute }));
    const instances = async () =>
      (await fetch(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/runs`)).json() as Promise<object[]>;
    const lookedAt = async () => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/verdicts`);
      return ((await response.json()) as { day: string; by: string }[]).find(({ by }) => by === 'watch') ?? null;
    };
    const runs = async () => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/playbooks/contact_hygiene/runs`);
      return (await response.json()) as { status: string; day: string }[];
    };
    const before = { deeds: (await arbiter.ledger()).length, instances: await instances() };
    await eventually('an instance to begin by itself', async () => (await runs())[0]?.status === 'ok' || null);
    await eventually('the objective to be looked at by itself (EVL-05)', lookedAt);
    expect(await instances()).toEqual(before.instances);
    const letters = (await arbiter.ledger()).slice(before.deeds).filter(({ route }) => route === 'POST /messages');
    expect(letters).toEqual([]);
    await activate(studioByHand());
    await eventually(
      'the watch to end',
      async () => (await arbiter.count('verdict.unscheduled', '%invoice_followup%')) > 0 || null,
    );
    const asked = await arbiter.count('run.requested', '"purpose":"verdict"');
    await eventually(
      'each look to come to its verdict, once',
      async () => (await arbiter.count('verdict.reached', '"by":"watch"')) === asked || null,
    );
    await eventually(
      'the schedule to be cleared',
      async () => (await arbiter.count('schedule.cleared', '%contact_hygiene%')) > 0 || null,
    );
    expect(new Set((await runs()).map(({ day }) => day)).size).toBe((await runs()).length);
  });

  it('decides the same again, looks at objectives included', async () => {
    const replayed = await runTool(arbiter, 'main', '--all', '--verify');
    expect([replayed.code, replayed.errors]).toEqual([0, '']);
  });

  it('names those that are switched on, and refuses others', async () => {
    const list = await fetch(`${arbiter.system.httpUrl}/api/playbooks`);
    expect(await list.json()).toMatchObject([
      { playbook: 'invoice_followup', version: '3.2.0' },
      { playbook: 'contact_hygiene' },
    ]);
    const response = await send(`${arbiter.system.httpUrl}/api/playbooks/world_peace/runs`, 'POST', {});
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { detail: expect.stringContaining('switched on are invoice_followup, contact_hygiene') },
    ]);
  });
});
