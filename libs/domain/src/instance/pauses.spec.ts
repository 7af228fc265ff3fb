import type { EventData } from '@arbiter/contracts';
import { REMINDERS, asked, bundleWith, ended, playbookContext, reminders, runOf } from '../fixtures/scheduled-playbook';
import { given, incoming } from '../specification';
import { playbookDecider } from './playbook-decider';

const START = '2026-07-01T12:00:00.000Z';
const SESSION = 'playbook.reminders';
const DAY = '2026-07-02';
const NEXT = '2026-07-03';

const paused = (pause: number, day = DAY) =>
  incoming('run.paused', {
    runId: runOf(day),
    sessionId: SESSION,
    pause,
    reasons: [{ why: 'actions', used: 3, most: 3, needed: 5 }],
    at: START,
  });
const resumed = (pause: number, granted: EventData<'resume.received'>['granted'] = { actions: 9 }) =>
  incoming('resume.received', {
    requestId: runOf(DAY),
    sessionId: SESSION,
    playbook: REMINDERS,
    day: DAY,
    pause,
    granted,
    resumedBy: 'api',
    payloadHash: 'hash',
    receivedAt: START,
  });
const begun = () =>
  given(playbookDecider, playbookContext(bundleWith(reminders()), START))
    .facts()
    .when(asked(DAY));
const waiting = () => begun().when(paused(1));

describe('an instance that is paused (PL-28)', () => {
  test('is taken note of once for each pause, and none that is not under way', () => {
    expect(waiting().thenNamed('instance.paused').fact('instance.paused')).toEqual({
      playbook: REMINDERS,
      day: DAY,
      runId: runOf(DAY),
      pause: 1,
    });
    waiting().when(paused(1)).thenIgnored('already_heard_of');
    waiting().when(paused(1, NEXT)).thenIgnored('not_the_instance_under_way');
    waiting().when(paused(2)).thenNamed('instance.paused');
  });

  test('goes on once for each pause, with what it is given', () => {
    const going = waiting().when(resumed(1));
    expect(going.thenNamed('instance.resumed').fact('instance.resumed')).toEqual({
      playbook: REMINDERS,
      day: DAY,
      runId: runOf(DAY),
      pause: 1,
      granted: { actions: 9 },
    });
    going.when(resumed(1)).thenIgnored('already_resumed');
    going.when(paused(2)).when(resumed(2)).thenNamed('instance.resumed');
    going.when(ended(DAY, START)).when(resumed(1)).thenIgnored('not_the_instance_under_way');
  });

  test('goes on although its pause is heard of later, and is not paused by that', () => {
    const early = begun().when(resumed(1)).thenNamed('instance.resumed');
    early.when(paused(1)).thenIgnored('already_heard_of');
  });

  test('gives way to the one that is asked for meanwhile, which begins when it has ended', () => {
    const other = waiting().when(asked(NEXT)).thenNamed('instance.queued', 'run.cancel_requested');
    expect(other.fact('run.cancel_requested').runId).toBe(runOf(DAY));
    other.when(resumed(1)).thenIgnored('another_takes_its_place');
    other.when(asked('2026-07-04')).thenNamed('instance.queued');
    const next = other.when(ended(DAY, START));
    expect(next.thenNamed('instance.completed', 'run.requested').fact('run.requested').instance?.day).toBe(NEXT);
  });

  test('gives way to the one that waits already', () => {
    const queued = begun().when(asked(NEXT)).thenNamed('instance.queued');
    queued.when(paused(1)).thenNamed('instance.paused', 'run.cancel_requested');
  });

  test('holds its place against another once it goes on', () => {
    waiting().when(resumed(1)).when(asked(NEXT)).thenNamed('instance.queued');
  });
});
