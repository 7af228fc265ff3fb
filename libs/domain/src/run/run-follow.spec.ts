import type { EventData } from '@arbiter/contracts';
import { echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import { begun, cancelReceived, due, planned, requested, suspended } from '../fixtures/run-story';
import { contextOf, given, incoming } from '../specification';
import { artifactsOfRun, runDecider } from './run-decider';

const FOLLOW = { purpose: 'follow', follows: 'run-0', copy: 'approved', template: null, args: {} } as const;
const HEADER = { steps: [{ stepId: 'refund', title: 'Refund the order', status: 'completed' as const }] };
const END: EventData<'run.completed'> = {
  runId: 'run-0',
  sessionId: 'session-1',
  threadId: 'thread-1',
  channel: 'web',
  messageId: 'm-0',
  status: 'ok',
  code: null,
  header: HEADER,
  reply: 'I refunded 120.',
  question: null,
  followers: ['run-1'],
  fallback: false,
  locale: 'en',
  anchor: null,
  isDone: false,
  startedAt: '2026-03-02T09:00:00.000Z',
  completedAt: '2026-03-02T10:00:00.000Z',
};
const ended = (changes: Partial<EventData<'run.completed'>> = {}) => incoming('run.completed', { ...END, ...changes });
const asking = (followers: string[], runId = 'run-0') =>
  incoming('run.suspended', { ...suspended('refund').data, runId, followers } as unknown as EventData<'run.suspended'>);
const following = (copy = 'approved') => begun(planBundle, { ...FOLLOW, copy });

describe('a run that reports another', () => {
  it('waits for its end, then tells header and reply as its own', () => {
    const story = following().thenNamed('run.planned', 'run.watched');
    expect(story.decided.flatMap((fact) => runDecider.due!(fact))).toEqual([
      { key: 'follow', at: '2026-03-02T10:00:01.000Z' },
    ]);
    const followed = story.when(ended()).thenNamed('run.followed', 'run.completed');
    expect(followed.fact('run.completed')).toMatchObject({
      runId: 'run-1',
      status: 'ok',
      code: null,
      header: HEADER,
      reply: 'Thank you, I go ahead.\nI refunded 120.',
    });
    expect(followed.shown.at(-2)!.payload).toMatchObject({ kind: 'reply', reports: 'run-0' });
    followed.when(ended()).thenIgnored('run_ended');
  });

  it('looks at the other run before it takes over its plan, and ends at once when it has ended', () => {
    const context = contextOf(planBundle);
    const opened = given(runDecider, context).facts().when(requested(FOLLOW));
    const plan = planned(planBundle, FOLLOW);
    expect(runDecider.lookups!(opened.state, plan, context)).toEqual(['run-shop-run-0']);
    const looked = opened.when(ended()).thenNamed('run.followed');
    looked.when(ended()).thenIgnored('already_reported');
    looked.when(plan).thenNamed('run.planned', 'run.completed');
    expect(runDecider.lookups!(opened.state, planned(planBundleWith([echo('a')])), context)).toEqual([]);
  });

  it('ends with its own words when that one asks for another yes', () => {
    const asks = asking(['run-1']);
    const told = following().when(asks).thenNamed('run.completed').fact('run.completed');
    expect([told.status, told.code]).toEqual(['ok', 'still_running']);
    following()
      .when(asking(['run-1', 'run-9'], 'run-7'))
      .thenIgnored('not_following');
    given(runDecider, contextOf(planBundle)).facts().when(asks).thenIgnored('not_open');
  });

  it('waits for the end of one that it replaces, whatever that asks for', () => {
    const replacing = begun(planBundle, { ...FOLLOW, replaces: 'run-0' });
    replacing.when(asking(['run-1'])).thenIgnored('not_following');
  });

  it('looks again every second for a minute, then says that it goes on', () => {
    const story = following();
    expect(runDecider.lookups!(story.state, due('follow'), contextOf(planBundle))).toEqual(['run-shop-run-0']);
    expect(runDecider.lookups!(story.state, due('watchdog'), contextOf(planBundle))).toEqual([]);
    const again = story.at('2026-03-02T10:00:59.000Z').when(due('follow')).thenNamed('run.watched');
    expect(again.fact('run.watched')).toEqual({ runId: 'run-1', key: 'follow', at: '2026-03-02T10:01:00.000Z' });
    const over = again.at('2026-03-02T10:01:01.000Z').when(due('follow')).thenNamed('run.completed');
    expect(over.fact('run.completed')).toMatchObject({
      status: 'ok',
      code: 'still_running',
      reply: 'One moment.',
      header: { steps: [] },
    });
    expect(over.shown.at(-2)!.payload).not.toHaveProperty('reports');
  });

  it.each([
    [
      'a no that held',
      'rejected',
      { status: 'cancelled', code: 'rejected', reply: 'I will not do that.' },
      'ok',
      'I will not do that.',
    ],
    [
      'a stop that held',
      'cancelled',
      { status: 'cancelled', reply: 'I have stopped that. Already done: Open a ticket.' },
      'ok',
      'I have stopped that. Already done: Open a ticket.',
    ],
    ['a stop that came too late', 'cancelled', { reply: 'I refunded 120.' }, 'ok', 'I refunded 120.'],
    [
      'a stop that stopped nothing',
      'cancelled',
      { status: 'cancelled', code: 'not_stopped', reply: 'Too late to stop: Open a ticket.' },
      'ok',
      'Too late to stop: Open a ticket.',
    ],
    [
      'a yes that came too late',
      'approved',
      { status: 'cancelled', code: 'approval_expired', reply: 'I did not hear back in time.' },
      'ok',
      'I did not hear back in time.',
    ],
    [
      'a yes to what then failed',
      'approved',
      { status: 'error', code: 'not_found', reply: 'I cannot find that.' },
      'error',
      'I cannot find that.',
    ],
  ] as const)('after %s says nothing that does not hold', (_, copy, changes, status, reply) => {
    expect(following(copy).when(ended(changes)).fact('run.completed')).toMatchObject({ status, reply });
  });

  it('passes on the question that the other left open', () => {
    const question = { key: 'orderNumber', expectedType: 'identifier', prompt: 'Which?' } as const;
    expect(following().when(ended({ question })).fact('run.completed')).toMatchObject({ question });
  });

  it('takes no notice of a run that it does not follow', () => {
    following()
      .when(ended({ runId: 'run-9' }))
      .thenIgnored('not_following');
    begun(planBundleWith([echo('a')]))
      .when(ended())
      .thenIgnored('not_following');
    given(runDecider, contextOf(planBundle)).facts().when(ended()).thenIgnored('not_open');
  });

  it('ends at once when it is cancelled itself', () => {
    expect(following().when(cancelReceived()).fact('run.completed')).toMatchObject({ status: 'cancelled' });
  });
});

it('a run is decided with the artifacts it began with', () => {
  expect(artifactsOfRun(runDecider.initial(), requested())).toBe('bundle-1');
  expect(artifactsOfRun(runDecider.initial(), cancelReceived())).toBeNull();
  expect(artifactsOfRun(following().state, cancelReceived())).toBe('bundle-1');
});
