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
const refused = (budget: WaitedBudget): DraftAnswered => ({
  name: 'draft.answered',
  attempt: 1,
  proposal: { kind: 'failure', code: 'budget_exceeded', message: 'used up', budget },
});
const drawnUp: DraftAnswered = {
  name: 'draft.answered',
  attempt: 1,
  proposal: { kind: 'plan', plan: reminder, provider: 'somebody', model: 'large' },
};
const continued = (runId: string, granted: Grants = {}) =>
  incoming('run.continued', { runId, pause: 1, granted, at: '2026-03-02T10:00:00.000Z' });

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
      granted: { tokens: 5_000 },
    });
    going.when(continued('run-1')).thenIgnored('not_postponed');
    expect(streamsForPlan(continued('run-1'))).toEqual(['plan-shop-run-1']);
    const again = going.when(failed).thenNamed('plan.postponed');
    expect(again.fact('plan.postponed').reason).toMatchObject({ tokens: 5_000 });
  });

  it('is asked for anew at the key, where others were told as well', () => {
    const other = incoming('plan.awaited', { ...awaited.data, requestId: 'run-2' });
    const short = key.when(other).when(refused('run')).thenNamed('plan.draft_failed');
    expect(short.fact('plan.draft_failed').requestIds).toEqual(['run-1', 'run-2']);
    const again = short.when(incoming('plan.awaited', { ...awaited.data, granted: { tokens: 5_000 } }));
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
      reason: { why: 'models', budget: 'run', tokens: MOST },
    });
    const again = postponed.when(continued(BRANCH, { tokens: 5_000 })).thenNamed('revision.awaited');
    expect(again.fact('revision.awaited').granted).toEqual({ tokens: 5_000 });
    const asked = key.when(refused('run')).when(incoming('revision.awaited', again.fact('revision.awaited')));
    expect(asked.fact('plan.draft_requested')).toMatchObject({ granted: { tokens: 5_000 }, number: 1 });
  });

  it('brings along what its run was given before', () => {
    const given = story().when(requested({ granted: { tokens: 5_000 } }));
    expect(given.fact('revision.awaited').granted).toEqual({ tokens: 5_000 });
    expect(given.when(failed).fact('revision.postponed').reason).toMatchObject({ tokens: 5_000 });
  });
});
