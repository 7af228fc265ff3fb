import { deed, echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import {
  approved,
  begun,
  cancelRequested,
  due,
  failed,
  headerOf,
  rejected,
  succeeded,
  suspended,
  typesOf,
} from '../fixtures/run-story';
import { answerToOf } from '../session';
import { runDecider } from './run-decider';

const refund = () =>
  begun(planBundle, { template: 'refund_order', args: { orderNumber: '1004' } })
    .when(succeeded('lookup', { status: 'shipped', total: 120 }))
    .when(suspended('refund', 'approval_question'));

describe('an action that needs an approval', () => {
  it('makes the run wait, and say what it would do and what it asks (AP-01)', () => {
    const story = refund().thenNamed('run.suspended');
    expect(story.fact('run.suspended')).toEqual({
      runId: 'run-1',
      threadId: 'thread-1',
      sessionId: 'session-1',
      channel: 'web',
      messageId: 'm-1',
      locale: 'en',
      anchor: null,
      actionId: 'run-1.refund',
      stepId: 'refund',
      binding: 'binding-refund',
      answerTo: answerToOf('run-1.refund'),
      question: {
        key: 'approval',
        expectedType: 'yes_no',
        prompt: 'Shall I refund 120 for order 1004?',
        choices: ['Yes', 'No'],
      },
      proposal: 'I would do this: ✓ Look up the order, → Refund the order.',
      expiresAt: '2026-03-02T10:15:00.000Z',
    });
    story.when(suspended('refund', 'approval_question')).thenIgnored('already_suspended');
  });

  it('says first that it may be done already, where an earlier request for it has an unknown outcome', () => {
    const asked = begun(planBundle, { template: 'refund_order', args: { orderNumber: '1004' } })
      .when(succeeded('lookup', { status: 'shipped', total: 120 }))
      .when(suspended('refund', 'approval_question', 'consent:may_be_done'));
    expect(asked.fact('run.suspended').question.prompt).toBe(
      'It may be done already. Shall I refund 120 for order 1004?',
    );
  });

  it('shows the header, the proposal with both answers, and the question (AP-01, AP-05)', () => {
    const shown = refund().shown.slice(-3);
    expect(typesOf(shown)).toEqual([
      'rag.results/execution_header',
      'rag.results/workflow_proposed',
      'rag.message/proposal',
    ]);
    expect(shown[0]!.payload['text']).toBe('✓ Look up the order\n… Refund the order (waiting for approval)');
    expect(shown[1]!.payload).toMatchObject({
      actionId: 'run-1.refund',
      answerTo: answerToOf('run-1.refund'),
      actions: ['approve', 'reject'],
      question: 'Shall I refund 120 for order 1004?',
      choices: ['Yes', 'No'],
    });
    expect(shown[2]!.payload['text']).toBe(
      'I would do this: ✓ Look up the order, → Refund the order.\nShall I refund 120 for order 1004?',
    );
  });

  it('shows how the others stand whenever one of them ends while it waits, and that it goes on after a yes (EX-15)', () => {
    const headers = (story: ReturnType<typeof refund>) =>
      story.shown.filter(({ payload }) => payload['kind'] === 'execution_header').map(({ payload }) => payload['text']);
    const story = begun(planBundleWith([echo('a'), echo('b')])).when(suspended('b'));
    const settled = story.when(succeeded('a'));
    expect(headers(settled)).toEqual([
      '… Echo a (running)\n… Echo b (waiting for approval)',
      '✓ Echo a\n… Echo b (waiting for approval)',
    ]);
    expect(headers(settled.when(approved('b'))).at(-1)).toBe('✓ Echo a\n… Echo b (running)');
    expect(headers(settled.when(approved('b', 'run-2', 'reject')))).toEqual(headers(settled));
  });

  it('names the deed in the question of the platform, where its risk rule has none of its own (AP-03)', () => {
    const story = begun(planBundle, { template: 'refund_order', args: { orderNumber: '1004' } }).when(
      succeeded('lookup', { status: 'shipped', total: 120 }),
    );
    const { prompt } = story.when(suspended('refund', 'approval_default')).fact('run.suspended').question;
    expect(prompt).toBe('Go ahead with Refund the order (orderNumber 1004, amount 120)?');
  });

  it('says its question once when the plan itself is the question', () => {
    const story = begun(planBundleWith([echo('a')])).when(suspended('a'));
    expect(story.fact('run.suspended').question.prompt).toBe('I would do this: → Echo a.');
    expect(story.shown.at(-1)!.payload['text']).toBe('I would do this: → Echo a.');
  });

  it('goes on after a yes, and the run of the yes learns of the end', () => {
    const resumed = refund().when(approved('refund')).thenNamed('run.resumed');
    expect(resumed.fact('run.resumed')).toEqual({
      runId: 'run-1',
      actionId: 'run-1.refund',
      stepId: 'refund',
      requestedBy: 'run-2',
      decision: 'approve',
    });
    resumed.when(approved('refund')).thenIgnored('already_resumed');
    const story = resumed.when(succeeded('refund', { amount: 120 })).thenNamed('step.completed', 'run.completed');
    expect(story.fact('run.completed')).toMatchObject({
      status: 'ok',
      reply: 'I refunded 120 for order 1004.',
      followers: ['run-2'],
    });
    expect(story.shown.at(-2)).toMatchObject({
      type: 'rag.message',
      payload: { kind: 'reply', reportedBy: ['run-2'] },
    });
  });

  it('goes on after a yes of which the gateway told first', () => {
    const ended = refund()
      .when(succeeded('refund', { amount: 120 }))
      .thenNamed('step.completed', 'run.completed');
    expect(ended.fact('run.completed').followers).toEqual([]);
    ended.when(approved('refund')).thenIgnored('run_ended');
  });

  it('is not asked about again when its suspension comes after the answer', () => {
    const story = begun(planBundleWith([echo('a')])).when(approved('a'));
    story.when(suspended('a')).thenIgnored('already_answered');
  });

  it.each([
    ['a no', rejected('refund', 'rejected'), 'rejected', 'I will not do that.'],
    ['no answer in time', rejected('refund', 'approval_expired'), 'approval_expired', 'I did not hear back in time.'],
    [
      'an approval that no longer fits',
      rejected('refund', 'approval_drift'),
      'approval_drift',
      'I cannot do that as it stands.',
    ],
  ] as const)('ends the run after %s: cancelled, without an error (AP-06)', (_, outcome, code, reply) => {
    const story = refund().when(outcome).thenNamed('step.completed', 'run.completed');
    const ended = story.fact('run.completed');
    expect(ended).toMatchObject({ status: 'cancelled', code, reply });
    expect(headerOf(ended)).toBe('lookup: completed, refund: rejected');
    expect(typesOf(story.shown).slice(-3)).toEqual(['rag.results/execution_header', 'rag.message/reply', 'rag.done']);
  });

  it('that is optional is left out after a no', () => {
    const story = begun(planBundleWith([echo('a', [], { optional: true }), deed('b', ['a'])]))
      .when(suspended('a'))
      .when(rejected('a'));
    story.thenNamed('step.completed', 'action.requested');
    expect(headerOf(story.when(succeeded('b')).fact('run.completed'))).toBe('a: rejected, b: completed');
  });

  it('is asked about again when another, asked about meanwhile, is answered', () => {
    const both = begun(planBundleWith([echo('a'), echo('b')]))
      .when(suspended('a'))
      .when(suspended('b'))
      .thenNamed('run.suspended');
    const story = both.when(approved('b')).thenNamed('run.resumed', 'run.suspended');
    expect(story.fact('run.suspended')).toMatchObject({
      actionId: 'run-1.a',
      binding: 'binding-a',
      followers: ['run-2'],
    });
    story
      .when(approved('a', 'run-3'))
      .thenNamed('run.resumed')
      .when(succeeded('a'))
      .when(succeeded('b'))
      .thenNamed('step.completed', 'run.completed');
  });

  it('is not waited for once another step broke the run', () => {
    const story = begun(planBundleWith([deed('a'), echo('b')]))
      .when(failed('b'))
      .thenNamed('step.completed', 'action.cancel_requested', 'run.watched');
    story.when(suspended('a')).thenIgnored('stopping');
  });

  it('is taken back when the run is cancelled', () => {
    const story = refund()
      .when(cancelRequested())
      .thenNamed('run.cancelling', 'action.cancel_requested', 'run.watched');
    expect(story.fact('action.cancel_requested').actionId).toBe('run-1.refund');
  });
});

describe('the watchdog', () => {
  const timers = (story: ReturnType<typeof refund>) => story.decided.flatMap((fact) => runDecider.due!(fact));

  it('gives an approval its time', () => {
    const story = refund();
    expect(timers(story)).toEqual([{ key: 'watchdog', at: '2026-03-02T10:16:00.000Z' }]);
    expect(timers(story.at('2026-03-02T10:05:00.000Z').when(due('watchdog')))).toEqual([
      { key: 'watchdog', at: '2026-03-02T10:16:00.000Z' },
    ]);
  });

  it('looks again at a run that makes progress', () => {
    const story = begun(planBundleWith([echo('a'), echo('b', ['a'])]))
      .at('2026-03-02T10:01:50.000Z')
      .when(succeeded('a'));
    expect(timers(story.at('2026-03-02T10:02:00.000Z').when(due('watchdog')))).toEqual([
      { key: 'watchdog', at: '2026-03-02T10:03:50.000Z' },
    ]);
  });

  it('ends a silent run, and says that the outcome of actions in flight is unknown (EX-26)', () => {
    const story = begun(planBundleWith([echo('a'), deed('b', ['a'])]))
      .at('2026-03-02T10:02:00.000Z')
      .when(due('watchdog'));
    const ended = story.thenNamed('segment.cancel_requested', 'run.completed').fact('run.completed');
    expect(ended).toMatchObject({ status: 'error', code: 'timed_out', reply: 'Something went wrong.' });
    expect(ended.header.steps).toMatchObject([
      { stepId: 'a', status: 'unknown', error: { code: 'outcome_pending' } },
      { stepId: 'b', status: 'skipped' },
    ]);
    expect(timers(story)).toEqual(
      ['watchdog', 'follow', 'cancel', 'reply', 'retrieval'].map((key) => ({ key, at: null })),
    );
    story.when(due('watchdog')).thenIgnored('run_ended');
  });
});
