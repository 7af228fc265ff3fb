import { isIgnored } from '@arbiter/contracts';
import { echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import {
  begun,
  cancelReceived,
  cancelled,
  denied,
  due,
  failed,
  planned,
  requested,
  succeeded,
  suspended,
  typesOf,
  unknown,
  type Story,
} from '../fixtures/run-story';
import { translated } from '../fixtures/translated';
import { contextOf, given } from '../specification';
import { KINDS } from './kinds';
import { runDecider } from './run-decider';
import { evolveRun } from './state/evolve-run';
import { stored, withKinds } from './state/opened-run';
import { UNOPENED } from './state/run';

const deed = (id: string) => ({
  id,
  type: 'tool_call' as const,
  title: `Do ${id}`,
  tool: 'shop.ticket.create',
  args: { summary: 'x' },
});
const IN_15_SECONDS = '2026-03-02T10:00:15.000Z';

/** Stopped, and given up while these steps are in flight. */
const abandoned = (...steps: Parameters<typeof planBundleWith>[0]): Story =>
  begun(planBundleWith(steps)).when(cancelReceived()).at(IN_15_SECONDS).when(due('cancel')).thenNamed('run.completed');

describe('R7: what was in flight when its run ended', () => {
  it('ends its step when it ends, and is told by a fact of its own', () => {
    const story = abandoned(deed('a'))
      .at('2026-03-02T10:00:40.000Z')
      .when(succeeded('a'))
      .thenNamed('step.completed', 'run.settled');
    expect(story.fact('step.completed')).toMatchObject({
      stepId: 'a',
      status: 'completed',
      at: '2026-03-02T10:00:40.000Z',
    });
    expect(story.fact('run.settled')).toEqual({
      runId: 'run-1',
      sessionId: 'session-1',
      threadId: 'thread-1',
      channel: 'web',
      messageId: 'm-1',
      locale: 'en',
      status: 'cancelled',
      outcome: '✓ Do a',
      settledAt: '2026-03-02T10:00:40.000Z',
    });
  });

  it('counts once', () => {
    const story = abandoned(deed('a')).when(succeeded('a'));
    story.when(succeeded('a')).thenIgnored('run_ended');
    story.when(failed('a')).thenIgnored('run_ended');
    const one = abandoned(deed('a'), deed('b')).when(succeeded('a')).thenNamed('step.completed');
    one.when(succeeded('a')).thenIgnored('step_ended');
    one.when(unknown('c')).thenIgnored('unknown_action');
  });

  it('is told when the last of it has ended, each step with its own mark', () => {
    const story = abandoned(deed('a'), deed('b'), deed('c'), echo('d'))
      .when(failed('b'))
      .thenNamed('step.completed')
      .when(cancelled('c'))
      .thenNamed('step.completed');
    expect(story.when(succeeded('a')).when(succeeded('d')).fact('run.settled').outcome).toBe(
      '✓ Do a\n✗ Do b (failed)\n– Do c (cancelled)',
    );
  });

  it('stays open to doubt when the outcome can never be known', () => {
    expect(abandoned(deed('a')).when(unknown('a')).fact('run.settled').outcome).toBe(
      '? Do a (outcome unknown)\nI do not know whether that went through.',
    );
  });

  it('has nothing to tell when it only read', () => {
    expect(abandoned(echo('a')).when(succeeded('a')).fact('run.settled').outcome).toBe('');
  });

  it('has nothing to do with steps that had ended before', () => {
    const story = begun(planBundleWith([deed('a'), deed('b')]))
      .when(succeeded('a', {}))
      .when(cancelReceived())
      .when(due('cancel'));
    expect(story.when(succeeded('b', {})).fact('run.settled').outcome).toBe('✓ Do b');
  });

  it('is told of a run that fell silent and of one that no replica could carry on, with the ends they had', () => {
    const silent = begun(planBundleWith([deed('a')]))
      .at('2026-03-02T10:02:00.000Z')
      .when(due('watchdog'))
      .thenNamed('action.cancel_requested', 'run.completed');
    expect(silent.when(cancelled('a')).fact('run.settled')).toMatchObject({
      status: 'error',
      outcome: '– Do a (cancelled)',
    });
    const context = contextOf(planBundleWith([deed('a')]));
    const open = begun(planBundleWith([deed('a')]));
    const broken = runDecider.skip!(open.state, succeeded('a'), 'it cannot be read', context);
    expect(
      given(runDecider, context)
        .facts(...open.history, ...broken)
        .when(denied('a'))
        .fact('run.settled'),
    ).toMatchObject({ status: 'error', outcome: '✗ Do a (failed)' });
  });

  it('shows nothing in the stream of a run that has ended, sets no timer, and begins nothing (EV-04)', () => {
    const ended = abandoned(deed('a'), deed('b'), { ...deed('c'), dependsOn: ['a'] });
    const settled = ended.when(failed('b')).when(succeeded('a')).thenNamed('step.completed', 'run.settled');
    expect(settled.shown).toEqual(ended.shown);
    expect(typesOf(settled.shown).filter((type) => type === 'rag.done')).toHaveLength(1);
    expect(settled.decided.flatMap(runDecider.due!)).toEqual([]);
  });

  it('is told in the language of the run', () => {
    const bundle = translated(planBundleWith([deed('a')]));
    const german = { delivery: { locale: 'de', anchor: null, clears: null } };
    const story = given(runDecider, contextOf(bundle))
      .facts()
      .when(requested(german))
      .when(planned(bundle, german))
      .when(cancelReceived())
      .when(due('cancel'));
    expect(story.when(failed('a')).fact('run.settled')).toMatchObject({ locale: 'de', outcome: '✗ «Do a» («failed»)' });
  });

  it('is not asked for any more, and a run that ended well has nothing open', () => {
    abandoned(deed('a')).when(suspended('a')).thenIgnored('run_ended');
    begun(planBundle, { purpose: 'respond', copy: 'greeting', args: {} }).when(succeeded('a')).thenIgnored('run_ended');
  });

  it('is the same state whether it was lived through or read again', () => {
    const story = abandoned(deed('a'), deed('b')).when(succeeded('a'));
    expect(stored(story.history.reduce(evolveRun, withKinds(UNOPENED, KINDS)))).toEqual(story.state.run);
    expect(
      isIgnored(runDecider.decide(story.state, succeeded('b'), contextOf(planBundleWith([deed('a'), deed('b')])))),
    ).toBe(false);
  });
});
