import type { Fact } from '@arbiter/contracts';
import { deed, echo, planBundleWith } from '../fixtures/plan-bundle';
import {
  begun,
  cancelReceived,
  due,
  endedTogether,
  failed,
  headerOf,
  returned,
  succeeded,
  suspended,
} from '../fixtures/run-story';

const chain = [echo('a'), echo('b', ['a']), echo('c', ['b'])];
const ids = (steps: readonly { readonly stepId: string }[]): string => steps.map(({ stepId }) => stepId).join(' ');

describe('reads that wait only for one another', () => {
  it('are handed over together, with what comes after what', () => {
    const story = begun(planBundleWith(chain)).thenNamed('run.planned', 'segment.requested');
    expect(story.fact('segment.requested')).toEqual({
      segmentId: 'run-1.1',
      runId: 'run-1',
      planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      sessionId: 'session-1',
      threadId: 'thread-1',
      artifacts: 'bundle-1',
      requestedAt: '2026-03-02T10:00:00.000Z',
      steps: [
        { stepId: 'a', tool: 'arbiter.echo.say', after: [] },
        { stepId: 'b', tool: 'arbiter.echo.say', after: ['a'] },
        { stepId: 'c', tool: 'arbiter.echo.say', after: ['b'] },
      ],
    });
    const ended = story
      .when(succeeded('a'))
      .thenNamed('step.completed')
      .when(succeeded('b'))
      .thenNamed('step.completed')
      .when(succeeded('c'));
    expect(ended.thenNamed('step.completed', 'run.completed').fact('run.completed').status).toBe('ok');
  });

  it('are asked for without what acts, what comes after it, and what is only shown', () => {
    const show = { id: 'show', type: 'emit_results' as const, title: 'Show it', dependsOn: ['a'] };
    const story = begun(
      planBundleWith([echo('a'), echo('b'), deed('d'), echo('after_deed', ['d']), show, echo('after_show', ['show'])]),
    );
    story.thenNamed('run.planned', 'segment.requested', 'action.requested');
    expect(ids(story.fact('segment.requested').steps)).toBe('a b');
    expect(story.fact('action.requested').stepId).toBe('d');
  });

  it('are handed over in a segment where there is but one', () => {
    const story = begun(planBundleWith([echo('a'), deed('d', ['a'])])).thenNamed('run.planned', 'segment.requested');
    expect(story.fact('segment.requested').steps).toEqual([{ stepId: 'a', tool: 'arbiter.echo.say', after: [] }]);
  });

  it('are asked for as actions where the tenant always wants a yes', () => {
    const bundle = planBundleWith([echo('a'), echo('b')]);
    const risk = [{ tool: 'arbiter.echo.say', kind: 'suspend' as const }];
    begun({ ...bundle, policy: { ...bundle.policy, risk } }).thenNamed(
      'run.planned',
      'action.requested',
      'action.requested',
    );
  });
});

const HI = { result: { text: 'hi' } };
const AWAY = { code: 'vendor_unavailable' };

describe('reads that ended together', () => {
  it('end their steps by one fact, as they would one by one (EX-03)', () => {
    const together = begun(planBundleWith(chain)).when(endedTogether({ a: HI, b: HI, c: HI }));
    together.thenNamed('segment.completed', 'run.completed');
    expect(together.fact('segment.completed')).toEqual({
      segmentId: 'run-1.1',
      runId: 'run-1',
      ends: ['a', 'b', 'c'].map((stepId) => ({ stepId, status: 'completed', code: null })),
      told: Object.fromEntries(['a', 'b', 'c'].map((stepId) => [stepId, { message: '', result: { text: 'hi' } }])),
      at: '2026-03-02T10:00:00.000Z',
    });
    const oneByOne = begun(planBundleWith(chain)).when(succeeded('a')).when(succeeded('b')).when(succeeded('c'));
    expect(together.fact('run.completed')).toEqual(oneByOne.fact('run.completed'));
    together.when(endedTogether({ a: HI, b: HI, c: HI })).thenIgnored('run_ended');
  });

  it('are shown each by what went wrong with it (EX-07)', () => {
    const story = begun(planBundleWith([echo('a', [], { optional: true }), echo('b', [], { optional: true })]));
    const { shown } = story.when(endedTogether({ a: AWAY, b: AWAY }));
    expect(shown.map(({ payload }) => payload).filter(({ kind }) => kind === 'step')).toEqual(
      ['a', 'b'].map((stepId) => ({ kind: 'step', stepId, status: 'failed', code: 'vendor_unavailable' })),
    );
  });

  it('lead to what comes after them, and are looked at for what is expected of them (PL-18)', () => {
    const steps = [
      echo('a'),
      echo('b', [], { optional: true, expect: [{ that: 'result.text == "bye"', code: 'not_bye' }] }),
      deed('d', ['a', 'b']),
    ];
    const story = begun(planBundleWith(steps)).when(endedTogether({ a: HI, b: HI }));
    story.thenNamed('segment.completed', 'action.requested');
    expect(story.fact('segment.completed').ends).toEqual([
      { stepId: 'a', status: 'completed', code: null },
      { stepId: 'b', status: 'failed', code: 'not_bye' },
    ]);
  });

  it('of which a required one failed begin nothing more (EX-06)', () => {
    const story = begun(planBundleWith([echo('a'), echo('b'), deed('d', ['a', 'b'])])).when(
      endedTogether({ a: HI, b: AWAY }),
    );
    const ended = story.thenNamed('segment.completed', 'run.completed').fact('run.completed');
    expect(headerOf(ended)).toBe('a: completed, b: failed, d: skipped');
  });

  it('end the steps that had not ended, and no other (R3)', () => {
    const story = begun(planBundleWith(chain)).when(succeeded('a'));
    expect(story.when(endedTogether({ a: AWAY, b: HI })).fact('segment.completed').ends).toEqual([
      { stepId: 'b', status: 'completed', code: null },
    ]);
    story.when(endedTogether({ a: AWAY })).thenIgnored('step_ended');
    story.when(endedTogether({ nobody: HI })).thenIgnored('unknown_action');
  });

  it('after the end of their run say what came of what was in flight (R7)', () => {
    const ended = begun(planBundleWith(chain))
      .when(cancelReceived())
      .at('2026-03-02T10:00:15.000Z')
      .when(due('cancel'))
      .thenNamed('run.completed');
    const settled = ended.when(endedTogether({ a: HI, b: HI, c: AWAY }));
    settled
      .thenNamed('segment.completed', 'run.settled')
      .when(endedTogether({ a: HI }))
      .thenIgnored('run_ended');
  });
});

describe('the steps that come back from a segment', () => {
  const segmentsIn = (facts: readonly Fact[]) =>
    facts.flatMap((fact) => (fact.name === 'segment.requested' ? [fact.data] : []));
  const namesIn = (facts: readonly Fact[]) =>
    segmentsIn(facts).map(({ segmentId, steps }) => `${segmentId}: ${ids(steps)}`);

  it('are handed over again: each in a segment of its own whose turn had come, and the others together', () => {
    const steps = [echo('a'), echo('slow'), echo('b', ['a']), echo('c', ['b']), echo('d', ['c'])];
    const back = returned('run-1.1', ['slow', 'b', 'c', 'd']);
    const story = begun(planBundleWith(steps)).when(succeeded('a')).when(back);
    story.thenNamed('segment.taken_back', 'segment.requested', 'segment.requested');
    expect(namesIn(story.decided)).toEqual(['run-1.2: slow', 'run-1.3: b']);
    story.when(back).thenIgnored('nothing_to_take_back');
    const next = story.when(succeeded('b')).thenNamed('step.completed', 'segment.requested');
    expect(next.fact('segment.requested')).toMatchObject({
      segmentId: 'run-1.4',
      steps: [
        { stepId: 'c', after: [] },
        { stepId: 'd', after: ['c'] },
      ],
    });
  });

  it('are handed over again beside those whose turn comes now', () => {
    const steps = [echo('a'), echo('slow', ['a']), deed('d', ['a']), echo('b', ['d'])];
    const story = begun(planBundleWith(steps)).when(succeeded('a')).when(succeeded('d'));
    expect(namesIn(story.decided)).toEqual(['run-1.2: b']);
    expect(namesIn(story.when(returned('run-1.1', ['slow'])).decided)).toEqual(['run-1.3: slow']);
  });

  it('are asked for as actions where a segment of their own does not end them', () => {
    const asked = begun(planBundleWith([echo('a'), echo('b')]))
      .when(returned('run-1.1', ['a', 'b']))
      .thenNamed('segment.taken_back', 'segment.requested', 'segment.requested')
      .when(returned('run-1.2', ['a']))
      .thenNamed('segment.taken_back', 'action.requested');
    expect(asked.fact('action.requested')).toMatchObject({ actionId: 'run-1.a', stepId: 'a' });
    asked.when(returned('run-1.2', ['a'])).thenIgnored('nothing_to_take_back');
    begun(planBundleWith([echo('a')]))
      .when(returned('run-1.1', ['a']))
      .thenNamed('segment.taken_back', 'action.requested')
      .when(suspended('a'))
      .thenNamed('run.suspended');
  });

  it('waits for what it comes after, whichever of the two is known first', () => {
    const story = begun(planBundleWith(chain))
      .when(returned('run-1.1', ['b', 'c']))
      .thenNamed('segment.taken_back');
    expect(
      ids(story.when(succeeded('a')).thenNamed('step.completed', 'segment.requested').fact('segment.requested').steps),
    ).toBe('b c');
  });

  it('is skipped when what it needs failed (EX-05)', () => {
    const needing = echo('b', ['a'], { args: { text: { from: 'steps.a.result.text' } } });
    const story = begun(planBundleWith([echo('a', [], { optional: true }), needing]))
      .when(failed('a'))
      .thenNamed('step.completed');
    expect(
      headerOf(
        story
          .when(returned('run-1.1', ['b']))
          .thenNamed('segment.taken_back', 'run.completed')
          .fact('run.completed'),
      ),
    ).toBe('a: failed, b: skipped');
  });

  it('counts as not begun where a required step failed (EX-06)', () => {
    const story = begun(planBundleWith(chain))
      .when(failed('a'))
      .thenNamed('step.completed', 'segment.cancel_requested', 'run.watched');
    const ended = story
      .when(returned('run-1.1', ['b', 'c']))
      .thenNamed('segment.taken_back', 'run.completed')
      .fact('run.completed');
    expect(ended).toMatchObject({ status: 'error', code: 'vendor_unavailable' });
    expect(headerOf(ended)).toBe('a: failed, b: skipped, c: skipped');
  });
});

describe('a run that is stopped while a segment is out', () => {
  const stopped = () =>
    begun(planBundleWith(chain))
      .when(cancelReceived())
      .thenNamed('run.cancelling', 'segment.cancel_requested', 'run.watched');

  it('wants nothing more of it, and says what was done all the same (EX-20)', () => {
    expect(stopped().fact('segment.cancel_requested')).toEqual({
      segmentId: 'run-1.1',
      runId: 'run-1',
      stepIds: ['a', 'b', 'c'],
    });
    expect(
      headerOf(
        stopped()
          .when(returned('run-1.1', ['a', 'b', 'c']))
          .fact('run.completed'),
      ),
    ).toBe('a: cancelled, b: cancelled, c: cancelled');
    const late = stopped()
      .when(returned('run-1.1', ['b', 'c']))
      .thenNamed('segment.taken_back')
      .when(succeeded('a'));
    expect(headerOf(late.thenNamed('step.completed', 'run.completed').fact('run.completed'))).toBe(
      'a: completed, b: cancelled, c: cancelled',
    );
  });

  it('does not wait for it for ever, and takes in later what came of it (R7)', () => {
    const ended = stopped().at('2026-03-02T10:00:15.000Z').when(due('cancel'));
    expect(headerOf(ended.thenNamed('run.completed').fact('run.completed'))).toBe('a: unknown, b: unknown, c: unknown');
    const settled = ended
      .when(succeeded('a'))
      .thenNamed('step.completed')
      .when(returned('run-1.1', ['b', 'c']))
      .thenNamed('segment.taken_back', 'run.settled');
    settled.when(returned('run-1.1', ['b', 'c'])).thenIgnored('run_ended');
  });
});
