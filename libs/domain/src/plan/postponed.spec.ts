import type { EventData, Grants, WaitedBudget } from '@arbiter/contracts';
import { playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { unwished } from '../fixtures/revised-reminder';
import { contextOf, given, incoming } from '../specification';
import { planDecider } from './plan-decider';
import { streamsForPlan, type DraftAnswered } from './plan-inputs';

const MOST = 900;
const bundle = {
  ...playbookBundle,
  playbooks: playbookBundle.playbooks!.map((active) => ({
    ...active,
    definition: { ...active.definition, budgets: { run: { tokens: MOST, actions: 50 } } },
  })),
};
const story = () => given(planDecider, contextOf(bundle, { customerId: 'playbook.reminders' })).facts();
const refused = (budget: WaitedBudget, question = 1): DraftAnswered => ({
  name: 'draft.answered',
  question,
  attempt: 1,
  asked: 1,
  proposal: { kind: 'failure', code: 'budget_exceeded', message: 'used up', budget },
});
const drawnUp: DraftAnswered = {
  name: 'draft.answered',
  question: 1,
  attempt: 1,
  asked: 1,
  proposal: { kind: 'plan', plan: reminder, provider: 'somebody', model: 'large' },
};
const continued = (runId: string, granted: Grants = {}, pause = 1) =>
  incoming('run.continued', { runId, pause, granted, at: '2026-03-02T10:00:00.000Z' });

describe('a run for whose plan no model may be asked now (PL-28)', () => {
  const awaiting = story().when(incoming('run.requested', reminderRequest()));
  const awaited = incoming('plan.awaited', awaiting.fact('plan.awaited'));
  const key = story().when(awaited);
  const failed = incoming('plan.draft_failed', key.when(refused('run')).fact('plan.draft_failed'));

  it('is postponed, and not refused', () => {
    const postponed = awaiting.when(failed).thenNamed('plan.postponed').fact('plan.postponed');
    expect(postponed).toMatchObject({
      requestId: 'run-1',
      reason: { why: 'models', budget: 'run', tokens: MOST },
    });
    const ofDay = incoming('plan.draft_failed', key.when(refused('day')).fact('plan.draft_failed'));
    expect(awaiting.when(ofDay).fact('plan.postponed').reason).toEqual({ why: 'models', budget: 'day' });
  });

  it('comes to its key again with what it was given, once for each time it goes on', () => {
    const going = awaiting.when(failed).when(continued('run-1', { tokens: 5_000, actions: 70 }));
    expect(going.thenNamed('plan.awaited').fact('plan.awaited')).toEqual({
      ...awaited.data,
      pauses: 1,
      granted: { tokens: 5_000 },
    });
    going.when(continued('run-1')).thenIgnored('not_postponed');
    expect(streamsForPlan(continued('run-1'))).toEqual(['plan-shop-run-1']);
    const asked = key.when(refused('run')).when(incoming('plan.awaited', going.fact('plan.awaited')));
    const refusedAgain = incoming('plan.draft_failed', asked.when(refused('run', 2)).fact('plan.draft_failed'));
    const again = going.when(refusedAgain).thenNamed('plan.postponed');
    expect(again.fact('plan.postponed')).toMatchObject({ pauses: 1, reason: { tokens: 5_000 } });
  });

  it('is asked for anew at the key, where others were told as well', () => {
    const other = incoming('plan.awaited', { ...awaited.data, requestId: 'run-2' });
    const short = key.when(other).when(refused('run')).thenNamed('plan.draft_failed');
    expect(short.fact('plan.draft_failed').waiting).toEqual([
      { requestId: 'run-1', pauses: 0 },
      { requestId: 'run-2', pauses: 0 },
    ]);
    const again = short.when(incoming('plan.awaited', { ...awaited.data, pauses: 1, granted: { tokens: 5_000 } }));
    expect(again.thenNamed('plan.draft_requested').fact('plan.draft_requested')).toMatchObject({
      requestId: 'run-1',
      granted: { tokens: 5_000 },
    });
    again.when(drawnUp).thenNamed('plan.drawn_up');
  });

  it('has nothing to come back for where it waits for something else, or has its plan', () => {
    awaiting.when(continued('run-1')).thenIgnored('not_postponed');
    const planned = awaiting.when(incoming('plan.drawn_up', key.when(drawnUp).fact('plan.drawn_up')));
    planned.when(continued('run-1')).thenIgnored('not_postponed');
    planned.when(failed).thenIgnored('not_awaiting');
  });
});

describe('a repeated event of a run that was postponed (P5)', () => {
  const awaiting = story().when(incoming('run.requested', reminderRequest()));
  const awaited = incoming('plan.awaited', awaiting.fact('plan.awaited'));
  const short = story().when(awaited).when(refused('run'));
  const failed = incoming('plan.draft_failed', short.fact('plan.draft_failed'));
  const postponed = awaiting.when(failed);
  const going = postponed.when(continued('run-1', { tokens: 5_000 }));
  const comesBack = incoming('plan.awaited', going.fact('plan.awaited'));

  it('asks for no plan that no run waits for', () => {
    short.when(awaited).thenIgnored('already_answered');
    const asked = short.when(comesBack).thenNamed('plan.draft_requested');
    asked.when(awaited).thenIgnored('already_answered');
    asked.when(comesBack).thenIgnored('already_waiting');
    asked.when(refused('run', 2)).when(comesBack).thenIgnored('already_answered');
  });

  it('postpones it neither twice, nor once more when it goes on', () => {
    postponed.when(failed).thenIgnored('already_postponed');
    going.when(failed).thenIgnored('answered_before');
  });

  it('lets it not go on from a later pause', () => {
    const later = short.when(comesBack).when(refused('run', 2)).fact('plan.draft_failed');
    const again = going.when(incoming('plan.draft_failed', later)).thenNamed('plan.postponed');
    again.when(continued('run-1', { tokens: 5_000 })).thenIgnored('postponed_since');
    again.when(continued('run-1', {}, 2)).thenNamed('plan.awaited');
  });

  it('says nothing of the next question at its key', () => {
    const asked = short.when(comesBack);
    expect(asked.fact('plan.draft_requested').question).toBe(2);
    asked.when(refused('run')).thenIgnored('asked_again');
    asked.when(drawnUp).thenNamed('plan.drawn_up');
    expect(asked.when({ name: 'due', key: 'draft' }).fact('plan.draft_requested')).toMatchObject({
      question: 2,
      asked: 2,
    });
  });
});

describe('a branch for whose revision no model may be asked now', () => {
  const BRANCH = 'run-1~aa';
  const requested = (granted: Pick<EventData<'revision.requested'>, 'granted'> = {}) =>
    incoming('revision.requested', {
      runId: BRANCH,
      revision: 1,
      playbook: 'reminders',
      artifacts: 'bundle-1',
      ofKey: '1'.repeat(64),
      planHash: 'first',
      ...unwished,
      pauses: 3,
      ...granted,
      at: '2026-03-02T10:00:00.000Z',
    });
  const branch = story().when(requested());
  const key = story().when(incoming('revision.awaited', branch.fact('revision.awaited')));
  const failure = key.when(refused('run')).thenNamed('plan.draft_failed').fact('plan.draft_failed');
  const failed = incoming('plan.draft_failed', failure);

  it('is postponed, is not held, and comes to its key again at once when it goes on', () => {
    expect(failure).not.toHaveProperty('restsUntil');
    const postponed = branch.when(failed).thenNamed('revision.postponed');
    expect(postponed.fact('revision.postponed')).toEqual({
      requestId: BRANCH,
      revision: 1,
      pauses: 3,
      reason: { why: 'models', budget: 'run', tokens: MOST },
    });
    const again = postponed.when(continued(BRANCH, { tokens: 5_000 }, 4)).thenNamed('revision.awaited');
    expect(again.fact('revision.awaited')).toMatchObject({ pauses: 4, granted: { tokens: 5_000 } });
    const asked = key.when(refused('run')).when(incoming('revision.awaited', again.fact('revision.awaited')));
    expect(asked.fact('plan.draft_requested')).toMatchObject({ granted: { tokens: 5_000 }, number: 1 });
  });

  it('brings along what its run was given before', () => {
    const given = story().when(requested({ granted: { tokens: 5_000 } }));
    expect(given.fact('revision.awaited').granted).toEqual({ tokens: 5_000 });
    expect(given.when(failed).fact('revision.postponed').reason).toMatchObject({ tokens: 5_000 });
  });
});
