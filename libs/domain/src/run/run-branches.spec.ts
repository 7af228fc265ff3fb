import { isIgnored, stepOrigin, type EventData, type Fact, type Plan } from '@arbiter/contracts';
import { NOON, invoice, playbookBundle, reminder, reminderRequest, reminders } from '../fixtures/playbook-bundle';
import { compilePlaybook } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { argumentsOf, namesOf, typesOf } from '../fixtures/run-story';
import { runDecider, type RunState } from './run-decider';
import type { RunInput } from './run-inputs';
import { streamsForRun } from './state/streams';

const plan = compilePlaybook(reminder, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const request = reminderRequest();
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = request;
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const accepted = incoming('plan.accepted', { ...RUN, planHash: 'plan-hash', plan, fallback: false, args });
const context = contextOf(playbookBundle, { now: NOON, tenant: 'shop', customerId: 'playbook.reminders' });

const done = (runId: string, stepId: string, result: unknown) =>
  incoming('action.succeeded', {
    actionId: `${runId}.${stepId}`,
    runId,
    stepId,
    origin: stepOrigin(stepId),
    tool: 'a.tool',
    attempt: 1,
    checks: null,
    result,
    recovered: false,
    completedAt: NOON,
  } as EventData<'action.succeeded'>);

/** A run whose reads brought so many invoices. */
function surveyed(...numbers: readonly string[]) {
  const first = given(runDecider, context)
    .facts()
    .when(accepted)
    .when(done('run-1', 'invoices_1', { invoices: numbers.map((number) => invoice(number)) }));
  return numbers.length === 0 ? first : first.when(done('run-1', 'invoices_2', { invoices: [] }));
}

const branchEnded = (
  { branchId, object }: { branchId: string; object: string },
  status: EventData<'branch.completed'>['status'] = 'done',
  touched = status === 'done',
) =>
  incoming('branch.completed', {
    runId: branchId,
    branch: { runId: 'run-1', stepId: 'sweep', object },
    status,
    code: status === 'failed' ? 'do_not_contact' : null,
    reason: '',
    touched,
    actions: 3,
    startedAt: NOON,
    completedAt: NOON,
  });

interface Named {
  readonly branchId: string;
  readonly object: string;
}
const branchesIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.name === 'branch.requested' ? fact.data.branches : []));

describe('a sweep', () => {
  it('begins with what was read, and with no more branches than the plan says (R8)', () => {
    const begun = surveyed('INV-1', 'INV-2', 'INV-3');
    expect(begun.thenNamed('step.completed', 'sweep.begun', 'branch.requested').fact('sweep.begun')).toMatchObject({
      read: 3,
      selected: 3,
      held: [],
    });
    const { branches, args: ofBranches, planHash, plan: own } = begun.fact('branch.requested');
    expect(branches.map(({ object }) => object)).toEqual(['INV-1', 'INV-2']);
    expect(planHash).toBe('plan-hash');
    expect(own.steps.map(({ id }) => id)).toEqual(['contact', 'draft', 'send']);
    expect(ofBranches[branches[0]!.branchId]).toMatchObject({
      item: { number: 'INV-1' },
      today: '2026-03-02',
      prose: { body: 'Invoice INV-1 over 12.5 is open.' },
    });
  });

  it('goes on as branches end, one that fails taking no other with it, and is through when all have', () => {
    const begun = surveyed('INV-1', 'INV-2', 'INV-3');
    const [first, second] = branchesIn(begun.history) as [Named, Named];
    const third = begun.when(branchEnded(first, 'failed')).thenNamed('branch.recorded', 'branch.requested');
    const last = third.when(branchEnded(second)).thenNamed('branch.recorded');
    const through = last.when(branchEnded(branchesIn(third.decided)[0]!, 'held', false));
    expect(namesOf(through.decided)).toEqual(['branch.recorded', 'step.completed', 'segment.requested']);
    expect(through.fact('step.completed').result).toEqual({
      selected: 3,
      done: 1,
      failed: 1,
      unknown: 0,
      cancelled: 0,
      held: 1,
      refused: 0,
      unanswered: 0,
      touched: 1,
      failures: [{ object: 'INV-1', code: 'do_not_contact' }],
    });
  });

  it('ends with a verdict and words about it, and names the objects about which a person was written to', () => {
    const begun = surveyed('INV-1');
    const [only] = branchesIn(begun.history);
    const ended = begun
      .when(branchEnded(only!))
      .when(done('run-1', 'check_invoices_1', { invoices: [invoice('INV-1', { status: 'paid' })] }))
      .when(done('run-1', 'check_invoices_2', { invoices: [] }));
    expect(
      ended.thenNamed('step.completed', 'verdict.reached', 'step.completed', 'run.completed').fact('verdict.reached'),
    ).toMatchObject({
      playbook: 'reminders',
      version: '1.2.0',
      day: '2026-03-02',
      verdict: 'holds',
      objects: 1,
    });
    expect(ended.fact('run.completed')).toMatchObject({
      status: 'ok',
      reply: '1 looked into: 1 done, 0 failed, 0 held; 0 of 1 not met.',
      touched: [{ object: 'INV-1', at: NOON }],
    });
    expect(typesOf(ended.shown)).toContain('rag.debug/branches');
  });

  const endedAs = (...ends: readonly EventData<'branch.completed'>['status'][]) => {
    const begun = surveyed(...ends.map((_, index) => `INV-${index + 1}`));
    let story = begun;
    for (const status of ends) {
      const { phase } = story.state.run;
      if (phase !== 'open') throw new Error('the run is over');
      const [branchId, { object }] = Object.entries(story.state.run.branches.open)[0]!;
      story = story.when(branchEnded({ branchId, object }, status));
    }
    const paid = ends.map((_, index) => invoice(`INV-${index + 1}`, { status: 'paid' }));
    return story
      .when(done('run-1', 'check_invoices_1', { invoices: paid }))
      .when(done('run-1', 'check_invoices_2', { invoices: [] }));
  };
  const sweepIn = ({ header }: EventData<'run.completed'>) => header.steps.find(({ stepId }) => stepId === 'sweep');

  it('whose branches failed is not shown as done, and its run says so (ER-01)', () => {
    const story = endedAs('done', 'failed', 'unknown');
    const completed = story.fact('run.completed');
    expect(completed).toMatchObject({ status: 'ok', code: 'branches_failed', isDone: false });
    expect(completed.reply).toMatch(/^3 looked into: 1 done, 1 failed/);
    const objects = { done: 1, held: 0, failed: 1, unknown: 1 };
    expect(sweepIn(completed)).toMatchObject({ status: 'failed', objects, error: { code: 'branches_failed' } });
    expect(completed.headerText).toContain('✗ Remind of open invoices (failed): 1 done, 1 failed, 1 outcome unknown');
    expect(story.shown.at(-1)).toMatchObject({
      type: 'rag.done',
      payload: { code: 'branches_failed', isDone: false, objects },
    });
  });

  it('with a branch whose outcome is unknown is not shown as done either', () => {
    const completed = endedAs('done', 'unknown').fact('run.completed');
    const { code, isDone } = completed;
    expect([code, isDone, sweepIn(completed)?.status]).toEqual(['branches_failed', false, 'unknown']);
  });

  it('whose branches have all failed ends in error, and still says what came of them', () => {
    const completed = endedAs('failed', 'unknown').fact('run.completed');
    expect(completed).toMatchObject({ status: 'error', code: 'branches_failed' });
    expect(completed.reply).toMatch(/^2 looked into: 0 done, 1 failed/);
  });

  it('of objects that are done or held is shown as done, with how many are', () => {
    const completed = endedAs('done', 'held').fact('run.completed');
    expect([completed.status, completed.isDone]).toEqual(['ok', true]);
    expect(completed.headerText).toContain('✓ Remind of open invoices: 1 done, 1 held back');
  });

  it('after which the goal is not met shows no check beside the goal', () => {
    const completed = surveyed('INV-1')
      .when(branchEnded(branchesIn(surveyed('INV-1').history)[0]!))
      .when(done('run-1', 'check_invoices_1', { invoices: [invoice('INV-1')] }))
      .when(done('run-1', 'check_invoices_2', { invoices: [] }))
      .fact('run.completed');
    expect(completed.headerText).toContain('✗ Nothing is open for long.');
    expect(completed.isDone).toBe(false);
  });

  it('takes note of the end of a branch once, and of no branch that is not its own', () => {
    const begun = surveyed('INV-1', 'INV-2', 'INV-3');
    const [first] = branchesIn(begun.history);
    begun.when(branchEnded(first!)).when(branchEnded(first!)).thenIgnored('already_recorded');
    begun.when(branchEnded({ branchId: 'run-1~other', object: 'INV-1' })).thenIgnored('unknown_branch');
  });

  it('begins no branch once it is stopped, and ends when those under way have', () => {
    const begun = surveyed('INV-1', 'INV-2', 'INV-3');
    const [first, second] = branchesIn(begun.history);
    const stopping = begun.when(
      incoming('run.cancel_received', { runId: 'run-1', sessionId, payloadHash: 'h', receivedAt: NOON }),
    );
    expect(stopping.fact('branch.cancel_requested').branchIds).toEqual([first!.branchId, second!.branchId]);
    const half = stopping.when(branchEnded(first!, 'cancelled')).thenNamed('branch.recorded');
    half.when(branchEnded(second!)).thenNamed('branch.recorded', 'run.completed');
  });

  it('of nothing is through at once', () => {
    surveyed().thenNamed('step.completed', 'sweep.begun', 'step.completed', 'segment.requested');
  });

  it('that is silent for long is not given up while a branch of it is under way', () => {
    const begun = surveyed('INV-1');
    expect(namesOf(begun.at('2026-03-03T12:00:00.000Z').when({ name: 'due', key: 'watchdog' }).decided)).toEqual([
      'run.watched',
    ]);
  });
});

describe('a branch', () => {
  const asked = surveyed('INV-1').fact('branch.requested');
  const { branchId } = asked.branches[0]!;
  const inStream = contextOf(playbookBundle, {
    now: NOON,
    stream: `run-shop-${branchId}`,
    customerId: 'playbook.reminders',
  });
  const branch = () => given(runDecider, inStream).facts().when(incoming('branch.requested', asked));

  it('opens with its plan at hand, and asks for its first step with the hash of the whole plan (PL-17)', () => {
    const opened = branch().thenNamed('run.opened', 'run.planned', 'segment.requested');
    expect(opened.fact('run.opened').branch).toEqual({ runId: 'run-1', stepId: 'sweep', object: 'INV-1' });
    expect(opened.fact('segment.requested')).toMatchObject({
      segmentId: `${branchId}.1`,
      planHash: 'plan-hash',
      steps: [{ stepId: 'contact', tool: 'directory.contact.get', after: [] }],
    });
    expect(argumentsOf(opened, 'contact')).toEqual({ contactId: 'P-1' });
    opened.when(incoming('branch.requested', asked)).thenIgnored('already_open');
    expect(streamsForRun(incoming('branch.requested', asked))).toEqual([`run-shop-${branchId}`]);
    expect(opened.shown).toEqual([]);
  });

  it('tells the run that it belongs to how it ended, and that a person was written to', () => {
    const ended = branch()
      .when(done(branchId, 'contact', { doNotContact: false, email: 'a@example.com' }))
      .when(done(branchId, 'draft', { draftId: 'D-1' }))
      .when(done(branchId, 'send', {}));
    expect(ended.fact('branch.completed')).toMatchObject({
      runId: branchId,
      branch: { runId: 'run-1', object: 'INV-1' },
      status: 'done',
      touched: true,
    });
    expect(streamsForRun(incoming('branch.completed', ended.fact('branch.completed')))).toEqual(['run-shop-run-1']);
  });

  it('ends with the cause when something is not as expected, and no person was written to (PL-18)', () => {
    const ended = branch().when(done(branchId, 'contact', { doNotContact: true, email: 'a@example.com' }));
    expect(ended.fact('branch.completed')).toMatchObject({ status: 'failed', code: 'do_not_contact', touched: false });
  });

  it('counts what may have been sent as sent, and never as done', () => {
    const ended = branch()
      .when(done(branchId, 'contact', { doNotContact: false, email: 'a@example.com' }))
      .when(done(branchId, 'draft', { draftId: 'D-1' }))
      .when(
        incoming('action.unknown', {
          actionId: `${branchId}.send`,
          runId: branchId,
          stepId: 'send',
          origin: stepOrigin('send'),
          tool: 'mail.message.send',
          attempt: 1,
          code: 'connection_lost',
          reason: 'no answer',
          completedAt: NOON,
        }),
      );
    expect(ended.fact('branch.completed')).toMatchObject({ status: 'unknown', touched: true });
  });

  it('that was stopped before it opened does nothing', () => {
    const cancel = incoming('branch.cancel_requested', { runId: 'run-1', stepId: 'sweep', branchIds: [branchId] });
    const stopped = given(runDecider, inStream).facts().when(cancel).when(incoming('branch.requested', asked));
    expect(stopped.thenNamed('run.opened', 'branch.completed').fact('branch.completed')).toMatchObject({
      status: 'cancelled',
      touched: false,
    });
  });

  it('does the same deed under the same key, whatever the words and the step are called', () => {
    const keyOf = (stepId: string, body: string): string => {
      const step = { ...asked.plan.steps[1]!, id: stepId, dependsOn: [], args: { body: { from: 'args.prose.body' } } };
      const changed = {
        ...asked,
        plan: { ...asked.plan, steps: [step] },
        args: { [branchId]: { ...asked.args[branchId], prose: { body } } },
      };
      const state: RunState = runDecider.initial();
      const decision = runDecider.decide(state, incoming('branch.requested', changed) as RunInput, inStream);
      if (isIgnored(decision)) throw new Error(decision.ignored);
      const action = decision.find(({ name }) => name === 'action.requested');
      return (action!.data as EventData<'action.requested'>).idempotencyKey;
    };
    expect(keyOf('draft', 'one')).toBe(keyOf('write', 'two'));
  });

  it('that cannot be handled ends, so that its run goes on', () => {
    const input = incoming('branch.requested', asked);
    const facts = runDecider.skip!(runDecider.initial(), input, 'broken', inStream);
    expect(namesOf(facts)).toEqual(['run.opened', 'branch.completed']);
  });
});

it('R8: a plan goes through as many objects as its playbook allows', () => {
  expect(reminders.limits.branches).toBe(3);
  const begun = surveyed('INV-1', 'INV-2', 'INV-3', 'INV-4');
  expect(begun.fact('sweep.begun')).toMatchObject({ selected: 3, held: [{ object: 'INV-4', constraint: 'too_many' }] });
});
