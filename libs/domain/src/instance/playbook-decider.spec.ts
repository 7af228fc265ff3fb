import { instanceRunId, verdictRunId, type EventData, type PlaybookSchedule, type RunStatus } from '@arbiter/contracts';
import {
  activated,
  asked,
  askedInChat,
  bundleWith,
  ended,
  playbookContext,
  REMINDERS,
  reminders,
  runOf,
} from '../fixtures/scheduled-playbook';
import { said } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { sessionDecider } from '../session';
import { contextOf, given, incoming } from '../specification';
import { playbookDecider } from './playbook-decider';

const DAILY: PlaybookSchedule = { cron: '0 9 * * *', timeZone: 'Europe/Berlin', missed: 'catch_up' };
const START = '2026-07-01T12:00:00.000Z';
const DUE = { name: 'due', key: 'schedule' } as const;

const unscheduled = () => given(playbookDecider, playbookContext(bundleWith(reminders()), START)).facts();
const scheduled = (schedule: PlaybookSchedule = DAILY) =>
  given(playbookDecider, playbookContext(bundleWith(reminders(schedule)), START))
    .facts()
    .when(activated('2026-07-01T11:59:59.000Z'));

test('an instance that is asked for is the run of its playbook, upon the standing consent of the tenant', () => {
  expect(unscheduled().when(asked('2026-07-02')).fact('run.requested')).toEqual({
    requestId: runOf('2026-07-02'),
    sessionId: 'playbook.reminders',
    threadId: 'reminders#2026-07-02',
    channel: 'playbook',
    messageId: null,
    purpose: 'playbook',
    intentId: null,
    template: 'playbook.reminders',
    copy: null,
    follows: null,
    question: null,
    fallback: false,
    args: { parameters: { grace: 3 }, today: '2026-07-02', touched: {} },
    instance: { playbook: REMINDERS, day: '2026-07-02' },
    consent: { kind: 'standing', rule: 'playbook_switched_on', requestId: runOf('2026-07-02') },
    replaces: null,
    artifacts: 'bundle-1',
    delivery: { locale: 'en', anchor: null, clears: null },
    overtakes: [],
  });
});

test('an instance that was asked for in a chat is the same run, and begins once', () => {
  const first = unscheduled().when(askedInChat('2026-07-02'));
  expect(first.fact('run.requested')).toMatchObject({ requestId: runOf('2026-07-02'), consent: { kind: 'standing' } });
  first.when(asked('2026-07-02')).thenIgnored('already_begun');
});

test('an activation arms the schedule, its time begins the instance of the day there, and it is armed again', () => {
  expect(scheduled().fact('schedule.set')).toEqual({
    playbook: REMINDERS,
    ...DAILY,
    next: '2026-07-02T07:00:00.000Z',
    artifacts: 'bundle-1',
    activatedAt: '2026-07-01T11:59:59.000Z',
  });
  const begun = scheduled().at('2026-07-02T07:00:00.040Z').when(DUE);
  begun.thenNamed('schedule.set', 'run.requested');
  expect(begun.fact('schedule.set').next).toBe('2026-07-03T07:00:00.000Z');
  expect(begun.fact('run.requested').instance).toEqual({ playbook: REMINDERS, day: '2026-07-02' });
  begun.when(DUE).thenIgnored('not_due');
});

test('the timer of a schedule is set and cleared with it', () => {
  const [set] = scheduled().decided;
  expect(playbookDecider.due!(set!)).toEqual([{ key: 'schedule', at: '2026-07-02T07:00:00.000Z' }]);
  const cleared = { name: 'schedule.cleared', data: { playbook: REMINDERS, activatedAt: START } } as const;
  expect(playbookDecider.due!(cleared)).toEqual([{ key: 'schedule', at: null }]);
});

test('an activation keeps the time that is due, and changes what another cron says', () => {
  const kept = scheduled().at('2026-07-05T12:00:00.000Z').when(activated('2026-07-05T11:00:00.000Z'));
  expect(kept.fact('schedule.set').next).toBe('2026-07-02T07:00:00.000Z');
  const hourly = bundleWith(reminders({ ...DAILY, cron: '0 * * * *' }));
  const changed = given(playbookDecider, playbookContext(hourly, START)).facts(...kept.history);
  expect(changed.when(activated('2026-07-06T00:00:00.000Z')).fact('schedule.set').next).toBe(
    '2026-07-01T13:00:00.000Z',
  );
});

test('an activation without the playbook clears its schedule, and an older one that comes late arms nothing', () => {
  const off = given(playbookDecider, playbookContext(shopBundle, START)).facts(...scheduled().history);
  const cleared = off.when(activated('2026-07-01T13:00:00.000Z'));
  cleared.thenNamed('schedule.cleared');
  cleared.when(DUE).thenIgnored('not_due');
  const late = given(playbookDecider, playbookContext(bundleWith(reminders(DAILY)), START)).facts(...cleared.history);
  late.when(activated('2026-07-01T11:59:59.000Z')).thenIgnored('older_activation');
});

test('an activation that overtakes the one it follows leaves that one nothing to arm', () => {
  const overtaking = given(playbookDecider, playbookContext(shopBundle, START)).facts();
  const cleared = overtaking.when(activated('2026-07-01T13:00:00.000Z'));
  cleared.thenNamed('schedule.cleared');
  const late = given(playbookDecider, playbookContext(bundleWith(reminders(DAILY)), START)).facts(...cleared.history);
  late.when(activated('2026-07-01T12:30:00.000Z')).thenIgnored('older_activation');
});

test('an activation tells of what it changes alone: its schedule, its watch, or both', () => {
  const both = bundleWith(reminders(DAILY, DAILY));
  const armed = given(playbookDecider, playbookContext(both, START))
    .facts()
    .when(activated('2026-07-01T11:59:59.000Z'));
  armed.thenNamed('schedule.set', 'verdict.scheduled');
  const upon = (...playbooks: Parameters<typeof bundleWith>) =>
    given(playbookDecider, playbookContext(bundleWith(...playbooks), START))
      .facts(...armed.history)
      .when(activated('2026-07-01T13:00:00.000Z'));
  upon(reminders(DAILY, DAILY)).thenNamed('schedule.set', 'verdict.scheduled');
  upon(reminders(DAILY)).thenNamed('schedule.set', 'verdict.unscheduled');
  upon(reminders(undefined, DAILY)).thenNamed('schedule.cleared', 'verdict.scheduled');
  upon().thenNamed('schedule.cleared', 'verdict.unscheduled');
});

test('of several times that were missed the latest begins, once', () => {
  const late = scheduled().at('2026-07-05T12:00:00.000Z').when(DUE);
  late.thenNamed('schedule.set', 'run.requested');
  expect(late.fact('run.requested').instance?.day).toBe('2026-07-05');
  expect(late.fact('schedule.set').next).toBe('2026-07-06T07:00:00.000Z');
});

test('a time that was missed is left where the schedule says so', () => {
  const late = scheduled({ ...DAILY, missed: 'skip' })
    .at('2026-07-05T12:00:00.000Z')
    .when(DUE);
  late.thenNamed('schedule.set', 'instance.skipped');
  expect(late.fact('instance.skipped')).toEqual({
    playbook: REMINDERS,
    day: '2026-07-05',
    runId: runOf('2026-07-05'),
    reason: 'missed',
  });
  const onTime = late.at('2026-07-06T07:00:00.100Z').when(DUE);
  onTime.thenNamed('schedule.set', 'run.requested');
});

test('a time that was missed takes nothing from an instance of its day that was asked for and waits', () => {
  const waiting = scheduled({ ...DAILY, missed: 'skip' })
    .when(asked('2026-07-01'))
    .when(asked('2026-07-05'));
  const late = waiting.at('2026-07-05T12:00:00.000Z').when(DUE);
  late.thenNamed('schedule.set');
  const next = late.when(ended('2026-07-01', '2026-07-05T12:30:00.000Z'));
  expect(next.fact('run.requested').instance?.day).toBe('2026-07-05');
});

test('another day waits until the one under way has ended; the same day begins once', () => {
  const one = unscheduled().when(asked('2026-07-02'));
  one.when(asked('2026-07-02')).thenIgnored('already_begun');
  const two = one.when(asked('2026-07-03'));
  two.thenNamed('instance.queued');
  two.when(asked('2026-07-03')).thenIgnored('already_begun');
  const next = two.when(ended('2026-07-02', '2026-07-02T08:00:00.000Z'));
  next.thenNamed('instance.completed', 'run.requested');
  expect(next.fact('run.requested').instance?.day).toBe('2026-07-03');
  next.when(ended('2026-07-02', '2026-07-02T08:00:00.000Z')).thenIgnored('not_the_instance_under_way');
  next.when(ended('2026-07-03', '2026-07-03T08:00:00.000Z')).thenNamed('instance.completed');
});

test('the next run knows the objects touched within the week, and older ones are forgotten', () => {
  const touched = [
    { object: 'I-1', at: '2026-06-20T08:00:00.000Z' },
    { object: 'I-2', at: '2026-06-27T08:00:00.000Z' },
    { object: 'I-2', at: '2026-07-01T08:00:00.000Z' },
  ];
  const done = unscheduled()
    .when(asked('2026-07-01'))
    .when(ended('2026-07-01', '2026-07-01T12:00:00.000Z', touched));
  const next = done.at('2026-07-02T12:00:00.000Z').when(asked('2026-07-02'));
  expect(next.fact('run.requested').args['touched']).toEqual({
    'I-2': ['2026-06-27T08:00:00.000Z', '2026-07-01T08:00:00.000Z'],
  });
  const later = done.at('2026-07-05T12:00:00.000Z').when(asked('2026-07-05'));
  expect(later.fact('run.requested').args['touched']).toEqual({ 'I-2': ['2026-07-01T08:00:00.000Z'] });
});

test('a playbook that is switched off begins nothing, and says so', () => {
  const off = given(playbookDecider, playbookContext(shopBundle, START)).facts();
  expect(off.when(asked('2026-07-02')).fact('instance.skipped').reason).toBe('not_switched_on');
});

test('the facts of a playbook belong to the playbook, those of a conversation to its person', () => {
  expect(playbookDecider.owner!(playbookContext(shopBundle, START).stream)).toBe('playbook.reminders');
  expect(sessionDecider).not.toHaveProperty('owner');
  given(sessionDecider, contextOf(shopBundle, { stream: 'session-shop-chat.C-1001' }))
    .facts()
    .when(said('T1', 'Where is my order 1002?'))
    .thenNamed('turn.routed', 'thread.opened', 'intent.requested');
});

describe('a schedule of its own for the objective (PL-06, EVL-05)', () => {
  const EVENING: PlaybookSchedule = { cron: '0 18 * * *', timeZone: 'Europe/Berlin', missed: 'catch_up' };
  const LOOK = { name: 'due', key: 'verdict' } as const;
  const FIRST = '2026-07-01T16:00:00.000Z';
  const watched = (watch: PlaybookSchedule = EVENING, schedule?: PlaybookSchedule) =>
    given(playbookDecider, playbookContext(bundleWith(reminders(schedule, watch)), START))
      .facts()
      .when(activated('2026-07-01T11:59:59.000Z'));

  test('its time asks for a run that looks and is no instance, once, and it is armed again', () => {
    watched().thenNamed('verdict.scheduled');
    expect(watched().fact('verdict.scheduled')).toMatchObject({ playbook: REMINDERS, ...EVENING, next: FIRST });
    const looked = watched().at('2026-07-01T16:00:00.020Z').when(LOOK);
    looked.thenNamed('verdict.scheduled', 'run.requested');
    const requestId = verdictRunId('shop', REMINDERS, FIRST);
    expect(looked.fact('run.requested')).toMatchObject({
      requestId,
      purpose: 'verdict',
      template: 'playbook.reminders',
      threadId: null,
      args: { parameters: { grace: 3 }, today: '2026-07-01', touched: {} },
      consent: { kind: 'standing', rule: 'playbook_switched_on', requestId },
    });
    expect(looked.fact('run.requested')).not.toHaveProperty('instance');
    expect(looked.fact('verdict.scheduled').next).toBe('2026-07-02T16:00:00.000Z');
    looked.when(LOOK).thenIgnored('not_due');
  });

  test('it neither begins nor holds up the instance of its day, whose end is still taken note of', () => {
    const looked = watched(EVENING, DAILY).at('2026-07-01T16:00:00.020Z').when(LOOK);
    const begun = looked.when(asked('2026-07-01'));
    begun.thenNamed('run.requested');
    const again = begun.at('2026-07-02T16:00:00.020Z').when(LOOK);
    again.thenNamed('verdict.scheduled', 'run.requested');
    again.when(ended('2026-07-01', '2026-07-02T17:00:00.000Z')).thenNamed('instance.completed');
  });

  test('a time that was missed looks at the day it is now, or is left where the schedule says so', () => {
    const late = watched().at('2026-07-05T12:00:00.000Z').when(LOOK);
    expect(late.fact('run.requested')).toMatchObject({
      requestId: verdictRunId('shop', REMINDERS, '2026-07-04T16:00:00.000Z'),
      args: { today: '2026-07-05' },
    });
    watched({ ...EVENING, missed: 'skip' })
      .at('2026-07-05T12:00:00.000Z')
      .when(LOOK)
      .thenNamed('verdict.scheduled');
  });

  test('is of the day that an instance begun now is of, wherever the times of the watch are told', () => {
    const bundle = bundleWith(reminders(undefined, EVENING));
    const there = { ...bundle, copy: { ...bundle.copy, timeZone: 'Pacific/Auckland' } };
    const looked = given(playbookDecider, playbookContext(there, START))
      .facts()
      .when(activated(START))
      .at('2026-07-01T16:00:00.020Z')
      .when(LOOK);
    expect(looked.fact('run.requested').args).toMatchObject({ today: '2026-07-02' });
  });

  test('its timer is another than that of the instances, and ends with the watch', () => {
    const [set] = watched().decided;
    expect(playbookDecider.due!(set!)).toEqual([{ key: 'verdict', at: FIRST }]);
    const off = given(playbookDecider, playbookContext(shopBundle, START)).facts(...watched().history);
    const stopped = off.when(activated('2026-07-01T13:00:00.000Z'));
    stopped.thenNamed('verdict.unscheduled');
    expect(playbookDecider.due!(stopped.decided[0]!)).toEqual([{ key: 'verdict', at: null }]);
    stopped.at('2026-07-05T12:00:00.000Z').when(LOOK).thenIgnored('not_due');
    const late = given(playbookDecider, playbookContext(bundleWith(reminders(DAILY, EVENING)), START));
    late
      .facts(...stopped.history)
      .when(activated('2026-07-01T12:30:00.000Z'))
      .thenIgnored('older_activation');
  });

  test('an activation keeps a look that is due', () => {
    const kept = watched().at('2026-07-05T12:00:00.000Z').when(activated('2026-07-05T11:00:00.000Z'));
    expect(kept.fact('verdict.scheduled').next).toBe(FIRST);
  });
});

describe('a day that did not end well', () => {
  const DAY = '2026-07-02';
  const submitted = (attempt?: number) =>
    incoming('playbook.submitted', {
      playbook: REMINDERS,
      day: DAY,
      ...(attempt !== undefined && { attempt }),
    } as EventData<'playbook.submitted'>);
  const idOf = (attempt?: number) =>
    instanceRunId('shop', { playbook: REMINDERS, day: DAY, ...(attempt !== undefined && { attempt }) });
  const over = (status: RunStatus, attempt?: number, touched: EventData<'run.completed'>['touched'] = []) =>
    incoming('run.completed', {
      runId: idOf(attempt),
      status,
      touched,
      completedAt: START,
    } as EventData<'run.completed'>);
  const begun = () =>
    given(playbookDecider, playbookContext(bundleWith(reminders()), START))
      .facts()
      .when(submitted());

  test('is begun anew when a caller asks, as an attempt of its own under the name of its day', () => {
    const touched = [{ object: 'INV-1', at: START }];
    const again = begun()
      .when(over('error', undefined, touched))
      .when(submitted(2));
    expect(again.fact('run.requested')).toMatchObject({
      requestId: idOf(2),
      threadId: `${REMINDERS}#${DAY}`,
      instance: { playbook: REMINDERS, day: DAY, attempt: 2 },
      args: { today: DAY, touched: { 'INV-1': [START] } },
    });
    expect(idOf(2)).not.toBe(idOf());
    again.when(submitted(2)).thenIgnored('already_begun');
    again.when(over('error', 2)).when(submitted(3)).thenNamed('run.requested');
  });

  test('is begun anew after it was stopped, with what was touched by then', () => {
    const touched = [{ object: 'INV-1', at: START }];
    const again = begun()
      .when(over('cancelled', undefined, touched))
      .when(submitted(2));
    expect(again.fact('run.requested')).toMatchObject({
      requestId: idOf(2),
      threadId: `${REMINDERS}#${DAY}`,
      instance: { day: DAY, attempt: 2 },
      args: { touched: { 'INV-1': [START] } },
    });
    again.when(over('cancelled', 2)).when(submitted(3)).thenNamed('run.requested');
  });

  test('is begun anew after it was left out, once, and not by its first attempt any more', () => {
    const off = playbookContext(bundleWith(), START);
    const leftOut = given(playbookDecider, off).facts().when(submitted()).thenNamed('instance.skipped');
    leftOut.when(submitted(3)).thenIgnored('already_begun');
    const still = leftOut.when(submitted(2));
    expect(still.fact('instance.skipped')).toMatchObject({ day: DAY, attempt: 2, runId: idOf(2) });
    const again = given(playbookDecider, playbookContext(bundleWith(reminders()), START))
      .facts(...leftOut.decided, ...still.decided)
      .when(submitted(3));
    expect(again.fact('run.requested')).toMatchObject({ requestId: idOf(3), instance: { day: DAY, attempt: 3 } });
    again.when(submitted()).thenIgnored('already_begun');
    again.when(submitted(3)).thenIgnored('already_begun');
  });

  test('is left out as the attempt that was asked for where that cannot be handled, and can be begun after that one', () => {
    const context = playbookContext(bundleWith(reminders()), START);
    const { state } = begun().when(over('error'));
    const facts = playbookDecider.skip!(state, submitted(2), 'it broke', context);
    expect(facts).toEqual([
      {
        name: 'instance.skipped',
        data: { playbook: REMINDERS, day: DAY, attempt: 2, runId: idOf(2), reason: 'set_aside' },
      },
    ]);
    const after = facts.reduce(playbookDecider.evolve, state);
    expect(playbookDecider.decide(after, submitted(3), context)).toMatchObject([{ name: 'run.requested' }]);
    expect(playbookDecider.skip!(begun().state, submitted(), 'it broke', context)).toEqual([]);
  });

  test('is not begun anew by what begins the first attempt, while it goes on, or after it ended well', () => {
    begun().when(over('error')).when(submitted()).thenIgnored('already_begun');
    begun().when(submitted(2)).thenIgnored('already_begun');
    begun().when(over('ok')).when(submitted(2)).thenIgnored('already_begun');
    begun().when(over('error')).when(submitted(3)).thenIgnored('already_begun');
  });
});
