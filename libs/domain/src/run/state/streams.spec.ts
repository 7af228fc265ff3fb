import { planBundle } from '../../fixtures/plan-bundle';
import { approved, cancelReceived, cancelRequested, planned, requested, succeeded } from '../../fixtures/run-story';
import { incoming } from '../../specification';
import { streamsForRun } from './streams';

it('an event concerns the run it names', () => {
  for (const event of [
    requested(),
    planned(planBundle),
    planned(planBundle, { template: 'nothing' }),
    succeeded('a'),
    approved('a'),
    cancelRequested(),
    cancelReceived(),
  ]) {
    expect(streamsForRun(event)).toEqual(['run-shop-run-1']);
  }
});

it('the end of a run concerns the runs that report it, and not itself', () => {
  const ended = incoming('run.completed', {
    runId: 'run-1',
    sessionId: 'session-1',
    threadId: null,
    channel: 'web',
    messageId: null,
    status: 'ok',
    code: null,
    header: { steps: [] },
    reply: '',
    question: null,
    followers: ['run-2', 'run-3'],
    fallback: false,
    locale: 'en',
    anchor: null,
    isDone: false,
    startedAt: '2026-03-02T10:00:00.000Z',
    completedAt: '2026-03-02T10:00:00.000Z',
  });
  expect(streamsForRun(ended)).toEqual(['run-shop-run-2', 'run-shop-run-3']);
});
