import { stepOrigin, type EventData, type ExecutionHeader } from '@arbiter/contracts';
import { planBundle } from '../fixtures/plan-bundle';
import { begun, cancelRequested, due, headerOf, planned, requested, succeeded, suspended } from '../fixtures/run-story';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';

const REPLACING = { template: 'refund_order', args: { orderNumber: '1004' }, replaces: 'run-0' } as const;
const replacing = () => begun(planBundle, REPLACING);
const step = (stepId: string, title: string, status: ExecutionHeader['steps'][number]['status']) => ({
  stepId,
  title,
  status,
});
const ended = (...steps: ExecutionHeader['steps']) => {
  const end: EventData<'run.completed'> = {
    runId: 'run-0',
    sessionId: 'session-1',
    threadId: 'thread-1',
    channel: 'web',
    messageId: 'm-0',
    status: 'cancelled',
    code: null,
    header: { steps },
    reply: 'I have stopped that.',
    question: null,
    followers: ['run-1'],
    fallback: false,
    locale: 'en',
    anchor: null,
    isDone: false,
    startedAt: '2026-03-02T09:00:00.000Z',
    completedAt: '2026-03-02T10:00:00.000Z',
  };
  return incoming('run.completed', end);
};
const LOOKED_UP = step('lookup', 'Look up the order', 'completed');

describe('a run that replaces another', () => {
  it('begins nothing before that one has ended, and then begins', () => {
    const story = given(runDecider, contextOf(planBundle))
      .facts()
      .when(requested(REPLACING))
      .thenNamed('run.opened', 'run.watched')
      .when(planned(planBundle, REPLACING))
      .thenNamed('run.planned');
    story
      .when(ended(LOOKED_UP, step('refund', 'Refund the order', 'cancelled')))
      .thenNamed('run.followed', 'segment.requested');
  });

  it('looks for that end when it is planned, and then again and again', () => {
    const story = replacing();
    const context = contextOf(planBundle);
    const opened = given(runDecider, context).facts().when(requested(REPLACING));
    expect(runDecider.lookups!(opened.state, planned(planBundle, REPLACING), context)).toEqual(['run-shop-run-0']);
    expect(runDecider.lookups!(story.state, due('follow'), context)).toEqual(['run-shop-run-0']);
    story.at('2026-03-02T10:00:01.000Z').when(due('follow')).thenNamed('run.watched');
  });

  it('the end of any other run changes nothing', () => {
    const { data } = ended();
    replacing()
      .when(incoming('run.completed', { ...data, runId: 'run-7' }))
      .thenIgnored('not_following');
  });

  it('says first what the other one had done, in the header and in words', () => {
    const done = replacing()
      .when(ended(LOOKED_UP, step('refund', 'Refund the order', 'completed')))
      .when(succeeded('lookup', { status: 'cancelled', total: 25 }))
      .fact('run.completed');
    expect(headerOf(done)).toBe('run-0.refund: completed, lookup: failed, refund: skipped');
    expect(done.reply).toBe('Already done: Refund the order.\nOrder 1004 was cancelled.');
  });

  it('says that the effect of the other one is unknown when it is', () => {
    const waiting = replacing()
      .when(ended(step('refund', 'Refund the order', 'unknown')))
      .when(succeeded('lookup', { status: 'shipped', total: 25 }))
      .when(suspended('refund'));
    const header = waiting.shown.find(({ payload }) => payload['kind'] === 'execution_header')!.payload[
      'header'
    ] as ExecutionHeader;
    expect(header.steps.map(({ stepId, status }) => `${stepId}: ${status}`)).toEqual([
      'run-0.refund: unknown',
      'lookup: completed',
      'refund: suspended',
    ]);
    const cancelled = waiting.when(cancelRequested()).when(
      incoming('action.cancelled', {
        actionId: 'run-1.refund',
        runId: 'run-1',
        stepId: 'refund',
        origin: stepOrigin('refund'),
        tool: 'shop.refund.create',
        reason: 'cancelled',
      }),
    );
    expect(cancelled.fact('run.completed').reply).toContain('I do not know whether that went through.');
  });

  it('says nothing of another one that did nothing', () => {
    const done = replacing()
      .when(ended(LOOKED_UP, step('refund', 'Refund the order', 'cancelled')))
      .when(succeeded('lookup', { status: 'cancelled', total: 25 }))
      .fact('run.completed');
    expect(done.reply).toBe('Order 1004 was cancelled.');
    expect(headerOf(done)).toBe('lookup: failed, refund: skipped');
  });

  it('that is cancelled meanwhile ends after that one, so that whatever takes its place waits as well', () => {
    const stopped = replacing().when(cancelRequested()).thenNamed('run.cancelling');
    expect(stopped.when(ended()).thenNamed('run.followed', 'run.completed').fact('run.completed')).toMatchObject({
      status: 'cancelled',
    });
  });

  it('gives up, having begun nothing, when the other one does not end', () => {
    const late = replacing().at('2026-03-02T10:01:01.000Z').when(due('follow'));
    expect(late.thenNamed('run.completed').fact('run.completed')).toMatchObject({
      status: 'error',
      code: 'replaced_run_open',
    });
  });
});
