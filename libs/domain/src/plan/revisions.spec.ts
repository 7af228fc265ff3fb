import type { EventData, FactOf, Revision } from '@arbiter/contracts';
import { playbookBundle } from '../fixtures/playbook-bundle';
import { flagged, unwished } from '../fixtures/revised-reminder';
import { contextOf, given, incoming } from '../specification';
import { planDecider } from './plan-decider';
import { streamsForPlan } from './plan-inputs';
import { revisionKeyOf } from './playbook/revision-key';

const BRANCH = 'run-1~aa';
const FIRST_KEY = '1'.repeat(64);
const KEY = revisionKeyOf(FIRST_KEY, unwished);
const NOW = '2026-03-02T10:00:00.000Z';
const requested = (changes: Partial<EventData<'revision.requested'>> = {}) =>
  incoming('revision.requested', {
    runId: BRANCH,
    revision: 1,
    playbook: 'reminders',
    artifacts: 'bundle-1',
    ofKey: FIRST_KEY,
    planHash: 'first',
    ...unwished,
    pauses: 0,
    at: NOW,
    ...changes,
  });
const context = contextOf(playbookBundle, { customerId: 'playbook.reminders' });
const branch = () => given(planDecider, context).facts().when(requested());
const awaitedBy = (requestId: string) =>
  incoming('revision.awaited', { ...branch().fact('revision.awaited'), requestId });
const key = () => given(planDecider, context).facts().when(awaitedBy(BRANCH));
const answered = (plan: Revision, model = 'a-model', attempt = 1) =>
  ({
    name: 'draft.answered',
    question: 1,
    attempt,
    asked: 1,
    proposal: { kind: 'plan', plan, provider: 'p', model },
  }) as const;
const revised = (proposal: Revision = flagged) =>
  incoming('plan.revised', key().when(answered(proposal)).fact('plan.revised'));

describe('a branch whose plan did not go on', () => {
  it('comes to the key of its revision, once, and with nothing of its object (PL-14)', () => {
    const awaited = branch().thenNamed('revision.awaited').fact('revision.awaited');
    expect(awaited).toMatchObject({ requestId: BRANCH, planKey: KEY, planHash: 'first', stepId: 'contact' });
    branch().when(requested()).thenIgnored('already_awaited');
    expect(streamsForPlan(requested())).toEqual([`plan-shop-${BRANCH}`]);
    expect(streamsForPlan(awaitedBy(BRANCH))).toEqual([`plan-shop-key.${KEY}`]);
  });

  it('goes on with the revision that stands there, named by its hash and that of the plan before (PL-17)', () => {
    const accepted = branch().when(revised()).thenNamed('revision.accepted').fact('revision.accepted');
    expect(accepted).toMatchObject({
      requestId: BRANCH,
      revision: 1,
      code: 'do_not_contact',
      drawnUp: { cache: 'miss' },
    });
    expect(accepted.planHash).not.toBe('first');
    const hit = incoming('plan.cache_hit', { planKey: KEY, requestId: BRANCH, proposal: flagged });
    expect(branch().when(hit).fact('revision.accepted')).toMatchObject({
      planHash: accepted.planHash,
      drawnUp: { cache: 'hit' },
    });
    branch().when(revised()).when(revised()).thenIgnored('not_awaiting');
  });

  it('is declined where nothing more is to be done, where none came, and where it is none for this branch', () => {
    expect(
      branch()
        .when(revised({ hold: true }))
        .fact('revision.declined').because,
    ).toBe('nothing_to_do');
    const failed = incoming('plan.draft_failed', {
      planKey: KEY,
      waiting: [{ requestId: BRANCH, pauses: 0 }],
      reason: 'timed_out',
      detail: 'late',
    });
    expect(branch().when(failed).fact('revision.declined')).toMatchObject({
      because: 'no_plan',
      detail: 'timed_out: late',
    });
    const used = { step: flagged.steps[1]!, code: null };
    const other = given(planDecider, context)
      .facts()
      .when(requested({ gone: [used] }));
    expect(other.when(revised()).fact('revision.declined')).toMatchObject({
      because: 'no_plan',
      detail: expect.stringContaining('idsAreNew'),
    });
  });

  it('that cannot be handled is told that there is none', () => {
    const skipped = planDecider.skip!(planDecider.initial(), requested(), 'broken', context);
    expect(skipped).toMatchObject([
      { name: 'revision.declined', data: { requestId: BRANCH, revision: 1, detail: 'broken' } },
    ]);
  });
});

describe('the key of a revision', () => {
  it('asks once for all that failed alike (P2)', () => {
    const asked = key().thenNamed('plan.draft_requested');
    expect(asked.fact('plan.draft_requested')).toMatchObject({
      planKey: KEY,
      number: 1,
      revision: { code: 'do_not_contact' },
    });
    const second = asked.when(awaitedBy('run-1~bb')).thenNamed('plan.draft_awaited');
    const stands = second.when(answered(flagged)).thenNamed('plan.revised').fact('plan.revised');
    expect(stands).toMatchObject({
      requestIds: [BRANCH, 'run-1~bb'],
      modelCalls: 1,
      reason: 'do_not_contact',
      revision: 1,
    });
    second.when(answered(flagged)).when(awaitedBy('run-1~cc')).thenNamed('plan.cache_hit');
  });

  it('says once what is wrong, and then that there is none, for ten minutes', () => {
    const wrong: Revision = { ...flagged, where: 'true' };
    const again = key().when(answered(wrong)).thenNamed('plan.draft_requested');
    expect(again.fact('plan.draft_requested')).toMatchObject({
      attempt: 2,
      wrong: [expect.stringContaining('selectionStays')],
    });
    const failed = again.when(answered(wrong, 'a-model', 2)).thenNamed('plan.draft_failed');
    failed.when(awaitedBy('run-1~bb')).thenNamed('plan.draft_failed');
    failed.at('2026-03-02T10:10:01.000Z').when(awaitedBy('run-1~bb')).thenNamed('plan.draft_requested');
  });

  it('takes no hold for a first plan', () => {
    const first: FactOf<'plan.draft_requested'> = {
      name: 'plan.draft_requested',
      data: {
        planKey: FIRST_KEY,
        playbook: 'reminders',
        artifacts: 'bundle-1',
        requestId: 'run-1',
        pauses: 0,
        question: 1,
        attempt: 1,
        asked: 1,
        wrong: [],
        deadline: NOW,
      },
    };
    const decided = given(planDecider, context)
      .facts(first)
      .when(answered({ hold: true }));
    expect(decided.fact('plan.draft_requested').wrong).toEqual([expect.stringContaining('planIsThere')]);
  });
});

it('PL-14: the key is of the plan, its step and the code, and of nothing else', () => {
  const other = (changes: object) => revisionKeyOf(FIRST_KEY, { ...unwished, ...changes });
  expect(other({ gone: [{ step: flagged.steps[1]!, code: null }] })).toBe(KEY);
  for (const changes of [{ code: 'other' }, { stepId: 'send' }, { parent: flagged }])
    expect(other(changes)).not.toBe(KEY);
  expect(revisionKeyOf('2'.repeat(64), unwished)).not.toBe(KEY);
});
