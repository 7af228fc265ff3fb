import { stepOrigin } from '@arbiter/contracts';
import { incoming } from '../specification';
import { planBundleWith } from '../fixtures/plan-bundle';
import { begun, cancelReceived, due, failed, succeeded, unknown, type Story } from '../fixtures/run-story';

const deed = (id: string) => ({
  id,
  type: 'tool_call' as const,
  title: `Do ${id}`,
  tool: 'shop.ticket.create',
  args: { summary: 'x' },
});
const settled = (stepId: string, outcome: 'done' | 'not_done', result: unknown = null) =>
  incoming('action.settled', {
    actionId: `run-1.${stepId}`,
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    tool: 'shop.ticket.create',
    outcome,
    settledBy: null,
    result,
    settledAt: '2026-03-02T11:00:00.000Z',
  });

/** Ended with a step whose outcome is unknown. */
const doubtful = (): Story => {
  const story = begun(planBundleWith([deed('a')])).when(unknown('a'));
  expect(story.history.at(-1)?.name).toBe('run.completed');
  return story;
};

describe('R7: what becomes known of an unknown outcome', () => {
  it.each([
    ['done', '✓ Do a', 'completed', null],
    ['not_done', '✗ Do a (failed)', 'failed', 'no_effect'],
  ] as const)('%s is told after the run, by a fact of its own', (outcome, line, status, code) => {
    const story = doubtful().when(settled('a', outcome)).thenNamed('step.completed', 'run.settled');
    expect(story.fact('step.completed')).toMatchObject({ stepId: 'a', status, code });
    expect(story.fact('run.settled')).toMatchObject({ stepIds: ['a'], status: 'error', outcome: line });
  });

  it('is told once', () => {
    const story = doubtful().when(settled('a', 'done'));
    story.when(settled('a', 'done')).thenIgnored('run_ended');
    story.when(settled('a', 'not_done')).thenIgnored('run_ended');
  });

  it('is told behind the end of a run that still went on, and changes nothing of its course', () => {
    const open = begun(planBundleWith([{ ...deed('a'), optional: true }, deed('b')]))
      .when(unknown('a'))
      .when(settled('a', 'done'))
      .thenNamed('step.completed');
    open.when(settled('a', 'done')).thenIgnored('already_settled');
    const over = open.when(succeeded('b', {}));
    expect(over.decided.map(({ name }) => name).slice(-2)).toEqual(['run.completed', 'run.settled']);
    expect(over.fact('run.settled')).toMatchObject({ stepIds: ['a'], outcome: '✓ Do a' });
    expect(over.fact('run.completed').header.steps[0]).toMatchObject({ stepId: 'a', status: 'unknown' });
    over.when(settled('a', 'done')).thenIgnored('run_ended');
  });

  it('is told behind the end of a run that is given up', () => {
    const open = begun(planBundleWith([{ ...deed('a'), optional: true }, deed('b')]))
      .when(unknown('a'))
      .when(settled('a', 'not_done'));
    const stopped = open.when(cancelReceived()).at('2026-03-02T10:00:15.000Z').when(due('cancel'));
    expect(stopped.decided.map(({ name }) => name)).toEqual(['run.completed', 'run.settled']);
    expect(stopped.fact('run.settled').outcome).toBe('✗ Do a (failed)');
    expect(stopped.when(succeeded('b', {})).fact('run.settled').outcome).toBe('✓ Do b');
  });

  it('is told apart from what was in flight at the end', () => {
    const ended = begun(planBundleWith([{ ...deed('a'), optional: true }, deed('b')]))
      .when(unknown('a'))
      .when(cancelReceived())
      .at('2026-03-02T10:00:15.000Z')
      .when(due('cancel'));
    const known = ended.when(settled('a', 'done')).thenNamed('step.completed', 'run.settled');
    expect(known.fact('run.settled')).toMatchObject({ stepIds: ['a'], outcome: '✓ Do a' });
    expect(known.when(failed('b')).fact('run.settled').outcome).toBe('✗ Do b (failed)');
    const other = ended.when(failed('b'));
    expect(other.fact('run.settled')).not.toHaveProperty('stepIds');
    expect(other.when(settled('a', 'not_done')).fact('run.settled').outcome).toBe('✗ Do a (failed)');
  });

  it('of a step in flight when the run ended is told once it is unknown, and again once it is known', () => {
    const given = begun(planBundleWith([deed('a')]))
      .when(cancelReceived())
      .at('2026-03-02T10:00:15.000Z')
      .when(due('cancel'))
      .when(unknown('a'))
      .thenNamed('step.completed', 'run.settled');
    expect(given.when(settled('a', 'done')).fact('run.settled')).toMatchObject({ stepIds: ['a'], outcome: '✓ Do a' });
  });

  it('that comes before the unknown outcome itself is the outcome', () => {
    const story = begun(planBundleWith([deed('a')])).when(settled('a', 'done'));
    expect(story.fact('run.completed')).toMatchObject({ status: 'ok' });
    story.when(unknown('a')).thenIgnored('run_ended');
  });
});
