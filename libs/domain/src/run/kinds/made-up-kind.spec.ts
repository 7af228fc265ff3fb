import type { Fact, StepDefinition } from '@arbiter/contracts';
import { KINDS } from '.';
import { echo, planBundleWith } from '../../fixtures/plan-bundle';
import { cancelRequested, due, headerOf, planned, requested, succeeded, typesOf } from '../../fixtures/run-story';
import { instantAfter } from '../../instant';
import { contextOf, given } from '../../specification';
import { line } from '../../words';
import { runDecider, runDeciderOf } from '../run-decider';
import type { RetrievalAnswered } from '../run-inputs';
import type { OpenRun, StepKind } from '../state/run';
import { lookedUp, lookupOf } from './lookup';
import { PLAIN } from './plain';

const NOW = '2026-03-02T10:00:00.000Z';
const LATEST = '2026-03-02T10:10:00.000Z';

const ended = ({ runId }: OpenRun, stepId: string, status: 'completed' | 'failed' | 'cancelled'): Fact => ({
  name: 'step.completed',
  data: { runId, stepId, status, code: status === 'completed' ? null : status, message: '', result: status, at: NOW },
});

/** It waits for word from outside, for ten minutes. */
const madeUp: StepKind = {
  ...PLAIN,
  begin: ({ runId, channel, delivery: { locale } }, _planned, { id: stepId }) => [
    { name: 'retrieval.requested', data: { runId, stepId, query: '', channel, locale, deadline: LATEST } },
  ],
  evolve: (run, fact) => (fact.name === 'retrieval.requested' ? lookedUp(run, fact.data) : run),
  hear: (run, { id }, answer) =>
    answer.name === 'retrieval.answered' && lookupOf(run, id) !== null ? [ended(run, id, 'completed')] : null,
  timers: (fact) => (fact.name === 'retrieval.requested' ? [{ key: 'made up', at: fact.data.deadline }] : []),
  due: (run, key, steps) => (key === 'made up' ? steps.map(({ id }) => ended(run, id, 'failed')) : null),
  patience: (run, stepId) => (lookupOf(run, stepId) === null ? [] : [instantAfter(LATEST, 1_000)]),
  atStop: (run, stepId) => (lookupOf(run, stepId) === null ? 'over' : 'to_withdraw'),
  withdraw: (run, stepIds) => stepIds.map((id) => ended(run, id, 'cancelled')),
  lines: ({ id: stepId }) => [line('tool_phase', 'rag.debug', { kind: 'word', stepId })],
  inHeader: () => ({ objects: { done: 1, held: 0, failed: 0, unknown: 0 } }),
};

const decider = runDeciderOf({ ...KINDS, made_up: madeUp } as typeof KINDS);
const step = { id: 'word', type: 'made_up', title: 'Wait for word' } as unknown as StepDefinition;
const bundle = planBundleWith([step, echo('after', ['word'])]);
const begun = () => given(decider, contextOf(bundle)).facts().when(requested()).when(planned(bundle));
const word: RetrievalAnswered = {
  name: 'retrieval.answered',
  stepId: 'word',
  proposal: { kind: 'evidence', evidence: [], provider: 'outside', model: 'none' },
};

describe('a kind of step that is one object and one entry of the table (PL-23)', () => {
  it('begins, hears what it waits for, shows it and lets the next step begin, to the end of the run', () => {
    const waiting = begun().thenNamed('run.planned', 'retrieval.requested');
    const going = waiting.when(word).thenNamed('step.completed', 'segment.requested');
    expect(typesOf(going.shown).at(-1)).toBe('rag.debug/word');
    going.when(word).thenIgnored('nothing_is_looked_up');
    const end = going.when(succeeded('after')).thenNamed('step.completed', 'run.completed').fact('run.completed');
    expect(headerOf(end)).toBe('word: completed, after: completed');
    expect(end.header.steps[0]).toMatchObject({ title: 'Wait for word', objects: { done: 1 } });
  });

  it('is withdrawn by a stop, and nothing after it begins', () => {
    const stopped = begun().when(cancelRequested());
    stopped.thenNamed('run.cancelling', 'step.completed', 'run.watched', 'run.completed');
    expect(stopped.fact('run.completed').status).toBe('cancelled');
    expect(headerOf(stopped.fact('run.completed'))).toBe('word: cancelled, after: cancelled');
  });

  it('keeps a timer and a patience of its own', () => {
    const waiting = begun();
    expect(decider.due!(waiting.decided[1]!)).toContainEqual({ key: 'made up', at: LATEST });
    const watched = waiting.at('2026-03-02T10:09:00.000Z').when(due('watchdog')).fact('run.watched');
    expect(watched.at).toBe(instantAfter(LATEST, 1_000));
    const late = waiting.at(LATEST).when(due('made up')).thenNamed('step.completed', 'run.completed');
    expect(late.fact('run.completed')).toMatchObject({ status: 'error', code: 'failed' });
    late.when(due('made up')).thenIgnored('run_ended');
  });

  it('leaves what is stored of a run data alone', () => {
    const { state } = begun();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(given(decider, contextOf(bundle)).facts().when(requested()).state).toEqual(
      given(runDecider, contextOf(bundle)).facts().when(requested()).state,
    );
  });
});
