import { stepOrigin, type EventData, type Plan, type PlaybookProposal, type RevisionOf } from '@arbiter/contracts';
import { NOON, activeReminders, playbookBundle, reminder, reminders } from '../fixtures/playbook-bundle';
import { flagged, sentAgain, unsent, unwished } from '../fixtures/revised-reminder';
import { compilePlaybook, compileRevision, sweepStepOf } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { branchPlan } from './branches/branch-plan';
import { runDecider } from './run-decider';
import { streamsForRun } from './state/streams';

const BRANCH = 'run-1~aa';
const KEY = '1'.repeat(64);
const ofObject = (plan: Plan | readonly object[]): Plan => {
  if (!('steps' in plan)) throw new Error(JSON.stringify(plan));
  return branchPlan(plan, sweepStepOf(plan)!.forEach);
};
const asked = (proposal: PlaybookProposal = reminder): EventData<'branch.requested'> => ({
  runId: 'run-1',
  stepId: 'sweep',
  planHash: 'first',
  plan: ofObject(compilePlaybook(proposal, activeReminders, playbookBundle)),
  drawnUp: { planKey: KEY, cache: 'miss', proposal },
  sessionId: 'playbook.reminders',
  threadId: 'reminders#2026-03-02',
  channel: 'playbook',
  artifacts: 'bundle-1',
  delivery: { locale: 'en', anchor: null, clears: null },
  branches: [{ branchId: BRANCH, object: 'INV-1' }],
  args: {
    [BRANCH]: { item: { number: 'INV-1', contactId: 'P-1', amount: 1 }, prose: { body: 'pay' }, today: '2026-03-02' },
  },
  at: NOON,
});
const context = contextOf(playbookBundle, {
  now: NOON,
  stream: `run-shop-${BRANCH}`,
  customerId: 'playbook.reminders',
});
const begun = (proposal: PlaybookProposal = reminder, bundle = playbookBundle) =>
  given(runDecider, { ...context, artifacts: bundle })
    .facts()
    .when(incoming('branch.requested', asked(proposal)));
const of = (stepId: string) => ({ actionId: `${BRANCH}.${stepId}`, runId: BRANCH, stepId, origin: stepOrigin(stepId) });
const done = (stepId: string, result: unknown) =>
  incoming('action.succeeded', { ...of(stepId), result } as EventData<'action.succeeded'>);
const refused = (stepId: string, code: string) =>
  incoming('action.failed', { ...of(stepId), code, reason: 'the vendor answered 422' } as EventData<'action.failed'>);
const UNWISHED = done('contact', { doNotContact: true, email: 'a@example.com' });
const accepted = (proposal: PlaybookProposal, why: RevisionOf, revision = 1) =>
  incoming('revision.accepted', {
    requestId: BRANCH,
    revision,
    planHash: `revised-${revision}`,
    plan: compileRevision(proposal, why, activeReminders, playbookBundle) as Plan,
    stepId: why.stepId,
    code: why.code,
    drawnUp: { planKey: '2'.repeat(64), cache: 'miss', proposal },
  });
const declined = (revision = 1) =>
  incoming('revision.declined', { requestId: BRANCH, revision, because: 'nothing_to_do', detail: '' });
const sent = () =>
  begun()
    .when(done('contact', { doNotContact: false, email: 'a@example.com' }))
    .when(done('draft', { draftId: 'D-1' }));

describe('a branch whose plan does not go on (PL-18)', () => {
  it('asks for another, with where it failed and nothing of its object', () => {
    const stopped = begun().when(UNWISHED).thenNamed('step.completed', 'revision.requested');
    expect(stopped.fact('revision.requested')).toEqual({
      runId: BRANCH,
      revision: 1,
      playbook: 'reminders',
      artifacts: 'bundle-1',
      ofKey: KEY,
      planHash: 'first',
      ...unwished,
      pauses: 0,
      at: NOON,
    });
  });

  it('goes on with it under its hash: what is new is begun, and what was done is not', () => {
    const revised = sent().when(refused('send', 'vendor_rejected')).when(accepted(sentAgain, unsent));
    expect(revised.thenNamed('branch.revised', 'action.requested').fact('action.requested')).toMatchObject({
      stepId: 'send_again',
      planHash: 'revised-1',
    });
    expect(revised.when(done('send_again', {})).fact('branch.completed')).toMatchObject({
      status: 'done',
      touched: true,
    });
    expect(streamsForRun(accepted(sentAgain, unsent))).toEqual([`run-shop-${BRANCH}`]);
  });

  it('does the same deed under the same key (EX-18)', () => {
    const first = sent();
    const again = first.when(refused('send', 'vendor_rejected')).when(accepted(sentAgain, unsent));
    expect(again.fact('action.requested').idempotencyKey).toBe(first.fact('action.requested').idempotencyKey);
  });

  it('takes one answer, to what it waits for, and none after its end', () => {
    const stopped = begun().when(UNWISHED);
    stopped.when(accepted(flagged, unwished, 2)).thenIgnored('not_awaited');
    stopped.when(accepted(flagged, unwished)).when(accepted(flagged, unwished)).thenIgnored('not_awaited');
    begun().when(declined()).thenIgnored('not_awaited');
    stopped.when(declined()).when(accepted(flagged, unwished)).thenIgnored('run_ended');
  });

  it.each([
    ['there is no other', () => begun().when(UNWISHED).when(declined()), 'no_revision'],
    [
      'it was revised as often as it may be',
      () =>
        begun()
          .when(UNWISHED)
          .when(accepted(flagged, unwished))
          .when(done('contact_again', { doNotContact: true })),
      'out_of_revisions',
    ],
    [
      'none came',
      () => begun().when(UNWISHED).at('2026-03-02T12:16:00.000Z').when({ name: 'due', key: 'watchdog' }),
      'revision_timed_out',
    ],
  ])('is held for a person when %s, and the code tells why', (_, ended, attention) => {
    expect(ended().fact('branch.completed')).toMatchObject({
      status: 'held',
      code: 'do_not_contact',
      attention,
      touched: false,
    });
  });

  it('is not given up while one may come', () => {
    const waiting = begun().when(UNWISHED).at('2026-03-02T12:14:00.000Z').when({ name: 'due', key: 'watchdog' });
    waiting.thenNamed('run.watched');
  });

  it('ends when it is stopped meanwhile', () => {
    const cancel = incoming('branch.cancel_requested', { runId: 'run-1', stepId: 'sweep', branchIds: [BRANCH] });
    expect(begun().when(UNWISHED).when(cancel).fact('branch.completed')).toMatchObject({ status: 'cancelled' });
  });

  it('counts what was sent, although a revision took its step out', () => {
    const expecting = {
      ...reminder,
      steps: reminder.steps.map((step) => (step.id === 'send' ? { ...step, expect: 'args.today == ""' } : step)),
    };
    const why: RevisionOf = { parent: expecting, stepId: 'send', code: 'unexpected_result', gone: [] };
    const noted = {
      ...expecting,
      steps: [
        ...expecting.steps.slice(0, 2),
        { ...reminder.steps[0]!, id: 'look', dependsOn: ['draft'], expect: 'result.email != ""' },
      ],
    };
    const after = begun(expecting)
      .when(done('contact', { doNotContact: false, email: 'a@example.com' }))
      .when(done('draft', { draftId: 'D-1' }))
      .when(done('send', {}))
      .when(accepted(noted, why))
      .when(done('look', { email: 'a@example.com', doNotContact: false }));
    expect(after.fact('branch.completed')).toMatchObject({ status: 'done', touched: true });
  });
});

describe('a branch whose revision takes more of a budget (PL-28)', () => {
  const bounded = {
    ...playbookBundle,
    playbooks: [{ ...activeReminders, definition: { ...reminders, budgets: { run: { actions: 50 } } } }],
  };
  const unsentIn = (bundle: typeof playbookBundle) =>
    begun(reminder, bundle)
      .when(done('contact', { doNotContact: false, email: 'a@example.com' }))
      .when(done('draft', { draftId: 'D-1' }))
      .when(refused('send', 'vendor_rejected'));
  const continued = (actions?: number) =>
    incoming('branch.continue_requested', {
      runId: 'run-1',
      branches: [{ branchId: BRANCH, pause: 1 }],
      ...(actions === undefined ? {} : { actions }),
      at: NOON,
    });

  it('does nothing of it before that is taken, and then counts what was asked for in vain as well', () => {
    const paused = unsentIn(bounded).when(accepted(sentAgain, unsent)).thenNamed('branch.revised', 'run.paused');
    expect(paused.fact('run.paused').reasons).toEqual([{ why: 'actions', used: 3, most: 3, needed: 4 }]);
    const going = paused.when(continued(4)).thenNamed('run.continued', 'action.requested');
    expect(going.fact('action.requested').stepId).toBe('send_again');
    expect(going.when(done('send_again', {})).fact('branch.completed').actions).toBe(4);
    paused.when(continued()).thenNamed('run.continued', 'run.paused');
  });

  it('goes on at once where it needs no more than was taken for it, or nothing is bounded', () => {
    begun(reminder, bounded)
      .when(UNWISHED)
      .when(accepted(flagged, unwished))
      .thenNamed('branch.revised', 'segment.requested');
    unsentIn(playbookBundle).when(accepted(sentAgain, unsent)).thenNamed('branch.revised', 'action.requested');
  });
});

describe('a branch that is not revised', () => {
  const holding = {
    ...reminder,
    steps: reminder.steps.map((step) =>
      step.id === 'contact'
        ? { ...step, expect: [{ that: '!result.doNotContact', code: 'do_not_contact', otherwise: 'hold' as const }] }
        : step,
    ),
  };

  it('is held where its plan says what that means, and no person has to look', () => {
    const held = begun(holding).when(UNWISHED).thenNamed('step.completed', 'branch.completed').fact('branch.completed');
    expect(held).toMatchObject({ status: 'held', code: 'do_not_contact' });
    expect(held).not.toHaveProperty('attention');
  });

  it.each(['not_found', 'held_back'])('fails with %s, which no plan mends', (code) => {
    const undoing = sent().when(refused('send', code));
    const { actionId, origin } = undoing.thenNamed('step.completed', 'action.requested').fact('action.requested');
    const discarded = done('draft', { status: 'discarded' });
    const ended = undoing.when({ ...discarded, data: { ...discarded.data, actionId, origin } });
    expect(ended.fact('branch.completed')).toMatchObject({ status: 'failed', code });
  });

  it('is held at once where its playbook allows no revision', () => {
    const limits = { ...reminders.limits, revisions: 0 };
    const bundle = { ...playbookBundle, playbooks: [{ ...activeReminders, definition: { ...reminders, limits } }] };
    expect(begun(reminder, bundle).when(UNWISHED).fact('branch.completed')).toMatchObject({
      status: 'held',
      attention: 'out_of_revisions',
    });
  });
});

it('R9: what is in flight comes to its end before another plan is asked for', () => {
  const side = {
    ...reminder.steps[0]!,
    id: 'side',
    args: { contactId: { from: 'item.clientId' } },
    expect: 'result.email != ""',
  };
  const [contact, draft, send] = reminder.steps;
  const parallel = {
    ...reminder,
    steps: [
      contact!,
      side,
      { ...draft!, dependsOn: ['contact', 'side'] },
      { ...send!, dependsOn: ['contact', 'draft', 'side'] },
    ],
  };
  const waiting = begun(parallel).when(UNWISHED).thenNamed('step.completed');
  waiting.when(done('side', { email: 'a@example.com' })).thenNamed('step.completed', 'revision.requested');
});
