import { deed, echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import {
  answered,
  begun,
  cancelReceived,
  cancelRequested,
  cancelled,
  due,
  failed,
  headerOf,
  planned,
  requested,
  succeeded,
  typesOf,
  unknown,
} from '../fixtures/run-story';
import { contextOf, given } from '../specification';
import { runDecider } from './run-decider';

const ticket = {
  id: 'ticket',
  type: 'tool_call' as const,
  title: 'Open a ticket',
  tool: 'shop.ticket.create',
  args: { summary: 'x' },
};
const prose = {
  id: 'prose',
  type: 'synthesize' as const,
  copy: 'echoed',
  dependsOn: ['a'],
  args: { text: { from: 'steps.a.result.text' } },
};

describe('a run that is cancelled', () => {
  it("takes back what is in flight, begins nothing more and ends with the gateway's answer (EV-06, EX-20)", () => {
    const story = begun(planBundleWith([echo('a'), deed('b', ['a'])])).when(cancelRequested());
    story.thenNamed('run.cancelling', 'segment.cancel_requested', 'run.watched');
    expect(story.decided.flatMap((fact) => runDecider.due!(fact))).toEqual([
      { key: 'cancel', at: '2026-03-02T10:00:15.000Z' },
    ]);
    const done = story.when(cancelled('a')).thenNamed('step.completed', 'run.completed');
    expect(done.fact('run.completed')).toMatchObject({
      status: 'cancelled',
      code: null,
      reply: 'I have stopped that.',
      followers: ['run-2'],
    });
    expect(headerOf(done.fact('run.completed'))).toBe('a: cancelled, b: cancelled');
    expect(typesOf(done.shown)).not.toContain('rag.error');
    expect(done.shown.at(-1)).toMatchObject({ type: 'rag.done', payload: { status: 'cancelled' } });
  });

  it('says what was done all the same and is not undone', () => {
    const story = begun(planBundleWith([ticket, echo('b', ['ticket'])]))
      .when(cancelReceived())
      .when(succeeded('ticket', {}));
    expect(story.fact('run.completed')).toMatchObject({
      status: 'cancelled',
      reply: 'I have stopped that. Already done: Open a ticket.',
    });
    expect(headerOf(story.fact('run.completed'))).toBe('ticket: completed, b: cancelled');
  });

  it('says that the outcome is unknown when it is', () => {
    const story = begun(planBundleWith([ticket]))
      .when(cancelReceived())
      .when(unknown('ticket'));
    expect(story.fact('run.completed')).toMatchObject({
      status: 'cancelled',
      code: 'not_stopped',
      reply: 'Too late to stop: Open a ticket. I do not know whether that went through.',
    });
  });

  it('says that nothing was stopped when all had been done', () => {
    const story = begun(planBundleWith([echo('a'), { ...ticket, dependsOn: ['a'] }]))
      .when(succeeded('a'))
      .when(cancelReceived())
      .when(succeeded('ticket', {}));
    expect(story.fact('run.completed')).toMatchObject({
      status: 'cancelled',
      code: 'not_stopped',
      reply: 'Too late to stop: Open a ticket.',
    });
  });

  it('says what was stopped and what could not be', () => {
    const other = { ...ticket, id: 'other', title: 'Open another', dependsOn: ['ticket'] };
    const story = begun(planBundleWith([ticket, other]))
      .when(cancelReceived())
      .when(unknown('ticket'));
    expect(story.fact('run.completed')).toMatchObject({
      status: 'cancelled',
      code: null,
      reply: 'I have stopped that. Too late to stop: Open a ticket. I do not know whether that went through.',
    });
  });

  it('is still cancelled when what was in flight fails', () => {
    const ended = begun(planBundleWith([echo('a')]))
      .when(cancelReceived())
      .when(failed('a'))
      .fact('run.completed');
    expect(ended).toMatchObject({ status: 'cancelled', reply: 'I have stopped that.' });
    expect(headerOf(ended)).toBe('a: failed');
  });

  it('does not wait longer than fifteen seconds for the gateway', () => {
    const story = begun(planBundleWith([ticket]))
      .when(cancelReceived())
      .at('2026-03-02T10:00:15.000Z')
      .when(due('cancel'))
      .thenNamed('run.completed');
    const ended = story.fact('run.completed');
    expect(ended).toMatchObject({
      status: 'cancelled',
      reply: 'Too late to stop: Open a ticket. I do not know whether that went through.',
    });
    expect(ended.header.steps).toMatchObject([
      {
        status: 'unknown',
        error: { code: 'outcome_pending', message: 'It was still running; its outcome is not known yet.' },
      },
    ]);
    story.when(succeeded('ticket')).thenNamed('step.completed', 'run.settled');
  });

  it('ends at once before its plan is there, and while prose is written (EX-21, EVL-01)', () => {
    const context = contextOf(planBundle);
    const unplanned = given(runDecider, context)
      .facts()
      .when(requested())
      .when(cancelReceived())
      .thenNamed('run.cancelling', 'run.completed');
    unplanned.when(planned(planBundleWith([echo('a')]))).thenIgnored('run_ended');
    const writing = begun(planBundleWith([echo('a'), prose]))
      .when(succeeded('a'))
      .thenNamed('step.completed', 'reply.requested');
    const story = writing.when(cancelRequested()).thenNamed('run.cancelling', 'run.completed');
    expect(headerOf(story.fact('run.completed'))).toBe('a: completed');
    expect(typesOf(story.shown).filter((type) => type === 'rag.results/execution_header')).toHaveLength(1);
    story.when(answered('prose', 'too late')).thenIgnored('run_ended');
  });

  it('before it opens is remembered, and ends when it opens', () => {
    const tombstone = given(runDecider, contextOf(planBundleWith([echo('a')])))
      .facts()
      .when(cancelRequested())
      .thenNamed('run.cancelling');
    tombstone.when(cancelRequested()).thenIgnored('already_cancelling');
    for (const opening of [requested(), planned(planBundleWith([echo('a')])), planned(planBundle)]) {
      const story = tombstone.when(opening).thenNamed('run.opened', 'run.completed');
      expect(story.fact('run.completed')).toMatchObject({ status: 'cancelled', followers: ['run-2'] });
    }
  });

  it('twice tells both who asked, and asks the gateway once', () => {
    const story = begun(planBundleWith([echo('a')])).when(cancelRequested());
    story.when(cancelRequested()).thenIgnored('already_cancelling');
    story.when(cancelReceived()).thenIgnored('already_cancelling');
    const second = story.when(cancelRequested('run-3')).thenNamed('run.cancelling');
    expect(second.when(cancelled('a')).fact('run.completed').followers).toEqual(['run-2', 'run-3']);
  });

  it('after its end is not', () => {
    begun(planBundle, { purpose: 'respond', copy: 'greeting', args: {} })
      .when(cancelRequested())
      .thenIgnored('run_ended');
  });

  it('after a required step failed still reports the failure', () => {
    const story = begun(planBundleWith([echo('a'), echo('b')]))
      .when(failed('a'))
      .when(cancelReceived())
      .thenNamed('run.cancelling');
    expect(story.when(cancelled('b')).fact('run.completed')).toMatchObject({
      status: 'error',
      code: 'vendor_unavailable',
    });
  });
});

it('a turn that was cancelled before its run began gets a run that only says so', () => {
  const story = begun(planBundle, { purpose: 'cancelled', args: {} }).thenNamed('run.planned', 'run.completed');
  expect(story.fact('run.completed')).toMatchObject({
    status: 'cancelled',
    reply: 'I have stopped that.',
    header: { steps: [] },
  });
});

it('a cancel timer that nothing waits for is ignored', () => {
  begun(planBundleWith([echo('a')]))
    .when(due('cancel'))
    .thenIgnored('not_stopping');
  begun(planBundleWith([echo('a')]))
    .when(due('nothing'))
    .thenIgnored('unknown_timer');
});
