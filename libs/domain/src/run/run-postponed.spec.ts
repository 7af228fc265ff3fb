import { stepOrigin, type EventData, type Plan } from '@arbiter/contracts';
import { NOON, playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { typesOf } from '../fixtures/run-story';
import { compilePlaybook, sweepStepOf } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';
import { branchPlan } from './branches/branch-plan';
import { streamsForRun } from './state/streams';

const CUSTOMER = 'playbook.reminders';
const REASON = { why: 'models', budget: 'run', tokens: 900 } as const;
const request = reminderRequest();
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = request;
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const plan = compilePlaybook(reminder, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const accepted = incoming('plan.accepted', { ...RUN, planHash: 'plan-hash', plan, fallback: false, args });
const postponed = incoming('plan.postponed', { ...RUN, pauses: 0, reason: REASON });
const resumed = incoming('instance.resumed', {
  playbook: 'reminders',
  day: '2026-03-02',
  runId: 'run-1',
  pause: 1,
  granted: { tokens: 5_000 },
});
const story = () =>
  given(runDecider, contextOf(playbookBundle, { now: NOON, tenant: 'shop', customerId: CUSTOMER })).facts();

describe('an instance whose plan is postponed (PL-28)', () => {
  const paused = story().when(incoming('run.requested', request)).when(postponed).thenNamed('run.paused');

  it('pauses with the reason, tells it once, and goes on once', () => {
    expect(paused.fact('run.paused')).toMatchObject({ runId: 'run-1', pause: 1, reasons: [REASON] });
    expect(typesOf(paused.shown)).toContain('rag.debug/paused');
    paused.when(postponed).thenIgnored('already_paused');
    const going = paused.when(resumed).thenNamed('run.continued');
    expect(going.fact('run.continued').granted).toEqual({ tokens: 5_000 });
    going.when(resumed).thenIgnored('not_paused');
    going.when(accepted).thenNamed('run.planned', 'segment.requested');
    const later = incoming('plan.postponed', { ...postponed.data, pauses: 1 });
    expect(going.when(later).fact('run.paused').pause).toBe(2);
  });

  it('does not pause once more for what it went on from, where that comes again (R10)', () => {
    const going = paused.when(resumed);
    going.when(postponed).thenIgnored('already_paused');
  });

  it('may hear of that first', () => {
    expect(streamsForRun(postponed)).toEqual(['run-shop-run-1']);
    story().when(postponed).thenNamed('run.opened', 'run.paused');
  });

  it('has its plan already, or has ended, where that comes late', () => {
    story().when(accepted).when(postponed).thenIgnored('already_planned');
    const stopped = paused.when(incoming('run.cancel_requested', { runId: 'run-1', requestId: 'run-1' }));
    expect(stopped.fact('run.completed').status).toBe('cancelled');
    stopped.when(postponed).thenIgnored('run_ended');
  });
});

describe('a branch whose revision is postponed', () => {
  const BRANCH = 'run-1~aa';
  const asked: EventData<'branch.requested'> = {
    runId: 'run-1',
    stepId: 'sweep',
    planHash: 'first',
    plan: branchPlan(plan, sweepStepOf(plan)!.forEach),
    drawnUp: { planKey: '1'.repeat(64), cache: 'miss', proposal: reminder },
    sessionId,
    threadId,
    channel,
    artifacts,
    delivery,
    branches: [{ branchId: BRANCH, object: 'INV-1' }],
    args: { [BRANCH]: { item: { number: 'INV-1', contactId: 'P-1', amount: 1 }, today: '2026-03-02' } },
    granted: { tokens: 900 },
    at: NOON,
  };
  const context = contextOf(playbookBundle, { now: NOON, stream: `run-shop-${BRANCH}`, customerId: CUSTOMER });
  const broken = given(runDecider, context)
    .facts()
    .when(incoming('branch.requested', asked))
    .when(
      incoming('action.succeeded', {
        actionId: `${BRANCH}.contact`,
        runId: BRANCH,
        stepId: 'contact',
        origin: stepOrigin('contact'),
        result: { doNotContact: true, email: 'a@example.com' },
      } as EventData<'action.succeeded'>),
    );
  const late = incoming('revision.postponed', { requestId: BRANCH, revision: 1, pauses: 0, reason: REASON });

  it('pauses, and waits for its revision from then on that it goes on', () => {
    expect(broken.thenNamed('step.completed', 'revision.requested').fact('revision.requested').granted).toEqual({
      tokens: 900,
    });
    const paused = broken.when(late).thenNamed('run.paused');
    expect(paused.fact('run.paused')).toMatchObject({ reasons: [REASON], branch: { object: 'INV-1' } });
    paused.when(late).thenIgnored('already_paused');
    const again = { ...late, data: { ...late.data, revision: 2 } };
    paused.when(again).thenIgnored('not_awaited');
    const next = '2026-03-08T12:00:00.000Z';
    const going = paused
      .at(next)
      .when(
        incoming('branch.continue_requested', {
          runId: 'run-1',
          branches: [{ branchId: BRANCH, pause: 1 }],
          granted: { tokens: 5_000 },
          at: next,
        }),
      )
      .thenNamed('run.continued');
    expect(going.fact('run.continued').granted).toEqual({ tokens: 5_000 });
    going.when(late).thenIgnored('already_paused');
    going.when({ ...late, data: { ...late.data, pauses: 1 } }).thenNamed('run.paused');
    going.at('2026-03-08T12:10:00.000Z').when({ name: 'due', key: 'watchdog' }).thenNamed('run.watched');
  });
});
