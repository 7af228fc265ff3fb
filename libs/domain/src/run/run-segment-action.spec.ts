import { stepOrigin, type ArtifactBundle, type RiskRule } from '@arbiter/contracts';
import { deed, echo, planBundleWith } from '../fixtures/plan-bundle';
import {
  approved,
  begun,
  cancelReceived,
  cancelled,
  due,
  failed,
  handedBack,
  headerOf,
  returned,
  succeeded,
  suspended,
  unknown,
} from '../fixtures/run-story';

const DISPATCH: RiskRule = { tool: 'arbiter.echo.do', kind: 'dispatch' };

/** What acts in these plans is done at once, unless told otherwise. */
function bundleOf(steps: Parameters<typeof planBundleWith>[0], rule: RiskRule = DISPATCH): ArtifactBundle {
  const bundle = planBundleWith(steps);
  return { ...bundle, policy: { ...bundle.policy, risk: [rule] } };
}

const ids = (steps: readonly { readonly stepId: string }[]): string => steps.map(({ stepId }) => stepId).join(' ');
const looksAndDeed = [echo('a'), echo('b', ['a']), deed('d', ['b'])];
const out = () => begun(bundleOf(looksAndDeed));

describe('reads that lead to what acts', () => {
  it('are handed over with it, in its name', () => {
    const story = out().thenNamed('run.planned', 'segment.requested');
    expect(story.fact('segment.requested')).toMatchObject({
      segmentId: 'run-1.d',
      steps: [
        { stepId: 'a', after: [] },
        { stepId: 'b', after: ['a'] },
        { stepId: 'd', tool: 'arbiter.echo.do', after: ['b'] },
      ],
    });
    const read = story.when(succeeded('a')).thenNamed('step.completed');
    const ended = read.when(succeeded('b')).thenNamed('step.completed').when(succeeded('d'));
    expect(ended.thenNamed('step.completed', 'run.completed').fact('run.completed').status).toBe('ok');
  });

  it('one read is enough, and what comes after the deed is asked for when that has ended', () => {
    const story = begun(bundleOf([echo('a'), deed('d', ['a']), echo('c', ['d'])]));
    expect(ids(story.thenNamed('run.planned', 'segment.requested').fact('segment.requested').steps)).toBe('a d');
    story
      .when(succeeded('a'))
      .thenNamed('step.completed')
      .when(succeeded('d'))
      .thenNamed('step.completed', 'segment.requested');
  });

  it('lead to one action: another is asked for by itself, and so is one that needs none of them', () => {
    const story = begun(bundleOf([echo('a'), deed('free'), deed('d', ['a']), deed('e', ['a'])]));
    story.thenNamed('run.planned', 'segment.requested', 'action.requested');
    expect(ids(story.fact('segment.requested').steps)).toBe('a d');
    expect(story.fact('action.requested').stepId).toBe('free');
    expect(
      story.when(succeeded('a')).thenNamed('step.completed', 'action.requested').fact('action.requested').stepId,
    ).toBe('e');
  });

  it.each<[string, readonly RiskRule[]]>([
    ['always waits for a yes', [{ tool: 'arbiter.echo.do', kind: 'suspend' }]],
    ['no rule speaks for', []],
  ])('do not take along what %s, which would only come back', (_, risk) => {
    const bundle = planBundleWith([echo('a'), deed('d', ['a'])]);
    const asked = begun({ ...bundle, policy: { ...bundle.policy, risk: [...risk] } });
    expect(ids(asked.thenNamed('run.planned', 'segment.requested').fact('segment.requested').steps)).toBe('a');
    asked.when(succeeded('a')).thenNamed('step.completed', 'action.requested');
  });

  it('do not take along what waits for something else as well', () => {
    const both = begun(bundleOf([echo('a'), deed('other'), deed('d', ['a', 'other'])]));
    both.thenNamed('run.planned', 'segment.requested', 'action.requested');
    expect(ids(both.fact('segment.requested').steps)).toBe('a');
    expect(both.fact('action.requested').stepId).toBe('other');
  });
});

describe('an action that is handed back', () => {
  it('is asked for by itself once what it comes after is known, whichever comes first', () => {
    const read = out().when(succeeded('a')).when(succeeded('b')).thenNamed('step.completed');
    const asked = read.when(handedBack('d')).thenNamed('segment.taken_back', 'action.requested');
    expect(asked.fact('segment.taken_back')).toMatchObject({ segmentId: 'run-1.d', stepIds: ['d'] });
    expect(asked.fact('action.requested')).toMatchObject({ actionId: 'run-1.d', stepId: 'd' });
    asked.when(handedBack('d')).thenIgnored('nothing_to_take_back');

    const early = out().when(handedBack('d')).thenNamed('segment.taken_back').when(succeeded('a'));
    early.when(succeeded('b')).thenNamed('step.completed', 'action.requested');
  });

  it('waits for a yes like any other', () => {
    const asked = out().when(succeeded('a')).when(succeeded('b')).when(handedBack('d'));
    const waiting = asked.when(suspended('d')).thenNamed('run.suspended').when(approved('d')).thenNamed('run.resumed');
    expect(
      headerOf(waiting.when(succeeded('d')).thenNamed('step.completed', 'run.completed').fact('run.completed')),
    ).toBe('a: completed, b: completed, d: completed');
  });

  it('counts as not begun where a required read failed (EX-06)', () => {
    const story = out().when(failed('a')).thenNamed('step.completed', 'segment.cancel_requested', 'run.watched');
    expect(story.fact('segment.cancel_requested')).toMatchObject({ stepIds: ['b', 'd'], tool: 'arbiter.echo.do' });
    const ended = story
      .when(returned('run-1.d', ['b']))
      .thenNamed('segment.taken_back')
      .when(handedBack('d'));
    expect(headerOf(ended.thenNamed('segment.taken_back', 'run.completed').fact('run.completed'))).toBe(
      'a: failed, b: skipped, d: skipped',
    );
  });
});

describe('a run that is stopped while reads that lead to an action are out (EX-20)', () => {
  const stopped = () =>
    out().when(cancelReceived()).thenNamed('run.cancelling', 'segment.cancel_requested', 'run.watched');

  it('wants neither, and says of each what became of it', () => {
    expect(stopped().fact('segment.cancel_requested')).toEqual({
      segmentId: 'run-1.d',
      runId: 'run-1',
      stepIds: ['a', 'b', 'd'],
      tool: 'arbiter.echo.do',
      origin: stepOrigin('d'),
    });
    const none = stopped()
      .when(returned('run-1.d', ['a', 'b']))
      .when(cancelled('d'));
    expect(headerOf(none.fact('run.completed'))).toBe('a: cancelled, b: cancelled, d: cancelled');
    const sent = stopped().when(succeeded('a')).when(succeeded('b')).when(succeeded('d'));
    expect(headerOf(sent.fact('run.completed'))).toBe('a: completed, b: completed, d: completed');
  });

  it('names the action only as long as its end is not known', () => {
    const story = out().when(succeeded('d')).when(cancelReceived());
    expect(story.fact('segment.cancel_requested')).toEqual({
      segmentId: 'run-1.d',
      runId: 'run-1',
      stepIds: ['a', 'b'],
    });
  });

  it('says that the outcome of the action is unknown when no answer comes, and reports it later (R7)', () => {
    const ended = stopped()
      .when(succeeded('a'))
      .when(succeeded('b'))
      .at('2026-03-02T10:00:15.000Z')
      .when(due('cancel'));
    expect(headerOf(ended.thenNamed('run.completed').fact('run.completed'))).toBe(
      'a: completed, b: completed, d: unknown',
    );
    const settled = ended.when(succeeded('d')).thenNamed('step.completed', 'run.settled');
    expect(settled.fact('run.settled').outcome).toContain('Echo d');
    ended.when(handedBack('d')).thenNamed('segment.taken_back', 'run.settled');
    ended.when(unknown('d')).thenNamed('step.completed', 'run.settled');
  });
});
