import {
  instanceRunId,
  playbookName,
  playbookStream,
  verdictRunId,
  type EventData,
  type PlaybookInstance,
} from '@arbiter/contracts';
import { activateArtifacts } from '@arbiter/artifacts';
import { playbookBundle } from './testing/playbook-bundle';
import { Laboratory, type RunningIngress } from './testing/laboratory';
import { OtherServices } from './testing/other-services';

const DAYS = ['2026-07-01', '2026-07-02', '2026-07-03'] as const;
const AT = '2026-07-02T07:00:00.000Z';

describe('the playbooks of a tenant', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;
  const others = new OtherServices(() => running, playbookName('reminders'), AT);

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    await activateArtifacts(laboratory.stack.postgres.url, playbookBundle, 'playbooks', AT);
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const get = (path: string) => fetch(`${running.url}/api/playbooks${path}`);
  const body = async (path: string) => (await get(path)).json() as Promise<unknown>;
  const submit = (name: string, submission?: unknown) =>
    fetch(`${running.url}/api/playbooks/${name}/runs`, {
      method: 'POST',
      ...(submission === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(submission) }),
    });
  const recorded = async () =>
    (
      await running.ingress.core.database.pool.query<{ envelope: string }>(
        "select envelope from event where type = 'arbiter.playbook.submitted.v1' order by position",
      )
    ).rows.map(({ envelope }) => (JSON.parse(envelope) as { data: EventData<'playbook.submitted'> }).data);
  const session = playbookStream('shop', 'reminders');
  const begins = (instance: PlaybookInstance) =>
    others.write('run.requested', session, {
      requestId: instanceRunId('shop', instance),
      sessionId: playbookName('reminders'),
      threadId: null,
      channel: 'playbook',
      messageId: null,
      purpose: 'playbook',
      intentId: null,
      template: playbookName('reminders'),
      copy: null,
      follows: null,
      question: null,
      fallback: false,
      args: {},
      instance,
      consent: null,
      replaces: null,
      artifacts: 'playbooks',
      delivery: { locale: 'en', anchor: null, clears: null },
      overtakes: [],
    });

  it('are told with the time at which the next instance begins by itself', async () => {
    expect(await body('')).toEqual([
      {
        playbook: 'reminders',
        version: '1.0.0',
        title: 'Reminders',
        description: 'Reminds of what is overdue',
        schedule: { cron: '0 9 * * *', timeZone: 'Europe/Berlin', missed: 'catch_up' },
        next: expect.stringMatching(/T0[78]:00:00\.000Z$/),
        events: ['ledger.imported'],
        watch: { cron: '0 18 * * *', timeZone: 'UTC', missed: 'skip' },
        nextVerdict: expect.stringMatching(/T18:00:00\.000Z$/),
      },
    ]);
  });

  it('of a tenant that has nothing active cannot be asked for yet, and the caller is told so', async () => {
    const { url, stop } = await laboratory.start({ ARBITER_TENANT: 'other' });
    const time = new Date().toISOString();
    const event = { specversion: '1.0', id: 'e-0', source: '/ledger', type: 'ledger.imported', time };
    const posted = (body: object, type: string) => ({
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
    for (const answer of [
      await fetch(`${url}/api/playbooks`),
      await fetch(`${url}/api/playbooks/reminders/runs`, posted({ day: DAYS[0] }, 'application/json')),
      await fetch(`${url}/api/events`, posted(event, 'application/cloudevents+json')),
    ]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        type: 'urn:arbiter:problem:nothing_active',
        detail: 'tenant other has no active artifacts yet; activate them and send it again',
      });
    }
    await stop();
  });

  it('begin for a day once, however many callers ask and however often, with the bundle that was checked', async () => {
    const runId = instanceRunId('shop', { playbook: 'reminders', day: DAYS[0] });
    const answers = await Promise.all([submit('reminders', { day: DAYS[0] }), submit('reminders', { day: DAYS[0] })]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('location')]).toEqual([
        202,
        `/api/playbooks/reminders/runs/${DAYS[0]}`,
      ]);
      expect(await answer.json()).toEqual({ requestId: runId, playbook: 'reminders', day: DAYS[0] });
    }
    expect(await recorded()).toEqual([
      expect.objectContaining({ requestId: runId, day: DAYS[0], artifacts: 'playbooks', submittedBy: 'api' }),
    ]);
  });

  describe('upon an event from outside', () => {
    const send = (event: object, type = 'application/cloudevents+json') =>
      fetch(`${running.url}/api/events`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify({ specversion: '1.0', id: 'e-1', source: '/ledger', type: 'ledger.imported', ...event }),
      });
    const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();
    const dayOf = (instant: string): string =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(instant));

    it('begin for the day of the event, once, and say upon which', async () => {
      const time = ago(23 * 3_600_000);
      const instance = { playbook: 'reminders', day: dayOf(time) };
      const expected = {
        source: '/ledger',
        id: 'e-1',
        playbooks: [{ requestId: instanceRunId('shop', instance), ...instance }],
      };
      for (const answer of [await send({ time }), await send({ time }, 'application/json')])
        expect([answer.status, await answer.json()]).toEqual([202, expected]);
      const begun = (await recorded()).filter(({ because }) => because !== undefined);
      expect(begun).toEqual([
        expect.objectContaining({ ...instance, because: { type: 'ledger.imported', source: '/ledger', id: 'e-1' } }),
      ]);
    });

    it('begin for none whose type they do not name', async () => {
      const before = (await recorded()).length;
      const answer = await send({ type: 'ledger.exported', time: ago(0) });
      expect([answer.status, await answer.json(), (await recorded()).length]).toEqual([
        202,
        { source: '/ledger', id: 'e-1', playbooks: [] },
        before,
      ]);
    });

    it.each([
      ['that does not say when', () => ({}), 'time'],
      ['of the day before yesterday', () => ({ time: ago(49 * 3_600_000) }), 'time'],
      ['of tomorrow', () => ({ time: ago(-24 * 3_600_000) }), 'time'],
      ['without an id', () => ({ id: '', time: ago(0) }), 'id'],
    ])('begin for none %s', async (_what, event, field) => {
      const before = (await recorded()).length;
      const answer = await send(event());
      expect([answer.status, await answer.json(), (await recorded()).length]).toEqual([
        400,
        expect.objectContaining({ field }),
        before,
      ]);
    });
  });

  // After the events: the day of one may be today.
  it('begin for today, where their schedule is, when no day is named', async () => {
    const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
    const before = today();
    const { day } = (await (await submit('reminders')).json()) as { day: string };
    expect([before, today()]).toContain(day);
  });

  it.each([
    ['a day that no calendar has', { day: '2026-02-30' }],
    ['the year 0, which the read models cannot hold', { day: '0000-01-01' }],
    ['what is no day', { day: 'today' }],
    ['another field', { date: DAYS[0] }],
  ])('are not begun for %s', async (_what, submission) => {
    const before = (await recorded()).length;
    const answer = await submit('reminders', submission);
    expect([answer.status, (await recorded()).length]).toEqual([400, before]);
  });

  it('are named where another one is asked for', async () => {
    for (const answer of [
      await submit('world_peace', {}),
      await get('/world_peace/runs'),
      await get('/world_peace/verdicts'),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { field: 'name', detail: expect.stringContaining('switched on are reminders') },
      ]);
  });

  it('take no message of a person in their sessions', async () => {
    const answer = await fetch(`${running.url}/api/chat/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sessionId: 'playbook.reminders',
        userId: 'playbook.reminders',
        messageId: 'm',
        text: 'hi',
      }),
    });
    expect([answer.status, ((await answer.json()) as { field: string }).field]).toEqual([400, 'sessionId']);
  });

  it('show how each instance stands, day by day, and whether its goal is met (EVL-05)', async () => {
    const [first, second, third] = DAYS.map((day) => ({ playbook: 'reminders', day }));
    const runId = instanceRunId('shop', first!);
    const run = `run-shop-${runId}`;
    await begins(first!);
    await others.write('instance.queued', session, { ...second!, runId: instanceRunId('shop', second!) });
    await others.write('instance.skipped', session, {
      ...third!,
      runId: instanceRunId('shop', third!),
      reason: 'missed',
    });
    const step = { runId, stepId: 'sweep', at: AT };
    await others.write('sweep.begun', run, {
      ...step,
      snapshotHash: 'hash',
      read: 9,
      selected: 4,
      held: [{ object: 'I-9', constraint: 'quiet_hours' }],
    });
    for (const [object, status, code, attention] of [
      ['I-1', 'done', null, undefined],
      ['I-2', 'failed', 'not_found', undefined],
      ['I-3', 'held', 'unusual', 'no_revision'],
    ] as const)
      await others.write('branch.recorded', run, {
        ...step,
        branchId: object,
        object,
        status,
        code,
        ...(attention && { attention }),
        touched: true,
        actions: 1,
      });
    await others.fold();
    expect(await body(`/reminders/runs/${DAYS[0]}`)).toMatchObject({
      runId,
      status: 'running',
      branches: {
        read: 9,
        selected: 4,
        kept: 1,
        done: 1,
        failed: 1,
        held: 1,
        cancelled: 0,
        unknown: 0,
        open: 1,
        waiting: 0,
      },
      verdict: null,
      notDone: [
        { object: 'I-9', status: 'kept', code: 'quiet_hours' },
        { object: 'I-2', status: 'failed', code: 'not_found' },
        { object: 'I-3', status: 'held', code: 'unusual', attention: 'no_revision' },
      ],
    });
    expect(await body('/reminders/runs')).toMatchObject([
      { day: DAYS[2], status: 'skipped', code: 'missed' },
      { day: DAYS[1], status: 'queued', code: null },
      { day: DAYS[0], status: 'running' },
    ]);
    expect(await body(`/reminders/runs?before=${DAYS[1]}`)).toMatchObject([{ day: DAYS[0] }]);
    const judged = { verdict: 'fails' as const, objects: 9, acknowledged: ['I-9'], failing: ['I-2'] };
    await others.write('verdict.reached', run, {
      ...step,
      playbook: 'reminders',
      version: '1.0.0',
      day: DAYS[0],
      by: 'sweep',
      ...judged,
    });
    await begins(second!);
    await others.fold();
    const byRun = { at: AT, by: 'sweep', runId };
    expect(await body('/reminders/verdicts')).toEqual([{ day: DAYS[0], ...byRun, ...judged, earlier: [] }]);
    expect(await body(`/reminders/runs/${DAYS[1]}`)).toMatchObject({ status: 'requested' });
  });

  it('tell the latest look of a day, by what, and when it was looked at before (EVL-05)', async () => {
    const later = { playbook: 'reminders', version: '1.0.0', objects: 9, acknowledged: ['I-2', 'I-9'], failing: [] };
    const looks = [
      [DAYS[0], '2026-07-01T18:00:00.000Z'],
      [DAYS[1], '2026-07-02T18:00:00.000Z'],
    ] as const;
    for (const [day, at] of looks) {
      const runId = verdictRunId('shop', 'reminders', at);
      const verdict = {
        stepId: 'verdict',
        day,
        at: at.replace('.000', '.500'),
        by: 'watch',
        verdict: 'acknowledged',
      } as const;
      await others.write('verdict.reached', `run-shop-${runId}`, { runId, ...verdict, ...later });
    }
    await others.fold();
    const series = (await body('/reminders/verdicts')) as readonly object[];
    const sweep = {
      by: 'sweep',
      verdict: 'fails',
      runId: instanceRunId('shop', { playbook: 'reminders', day: DAYS[0] }),
    };
    expect(series).toMatchObject([
      { day: DAYS[1], by: 'watch', at: '2026-07-02T18:00:00.500Z', verdict: 'acknowledged', earlier: [] },
      // The sweep of the first day was carried out a day late: it is the latest look at that day.
      { day: DAYS[0], ...sweep, at: AT, earlier: [{ by: 'watch', at: '2026-07-01T18:00:00.500Z' }] },
    ]);
    expect(await body(`/reminders/verdicts?before=${DAYS[1]}`)).toEqual([series[1]]);
    expect(await body(`/reminders/runs/${DAYS[0]}`)).toMatchObject({ verdict: { verdict: 'fails' } });
  });

  it('tell that a day has no run, or that it is no day', async () => {
    expect((await get('/reminders/runs/2031-01-01')).status).toBe(404);
    expect((await get('/reminders/runs/0000-01-01')).status).toBe(400);
    expect((await get('/reminders/runs?before=soon')).status).toBe(400);
  });
});
