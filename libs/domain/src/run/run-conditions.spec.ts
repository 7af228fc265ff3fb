import { stepOrigin, type EventData, type Plan, type PlaybookProposal } from '@arbiter/contracts';
import { NOON, invoice, playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { namesOf } from '../fixtures/run-story';
import { compilePlaybook, sweepStepOf } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { branchArgs } from './branches/branch-plan';
import { runDecider } from './run-decider';

const context = contextOf(playbookBundle, { now: NOON, tenant: 'shop', customerId: 'playbook.reminders' });
const [contact, draft, send] = reminder.steps;
const { expect: _expected, ...look } = contact!;
/** `flag` waits for nothing but an end of `draft`; `send` takes a value of it. */
const flag = {
  id: 'flag',
  tool: 'ledger.flag.set',
  dependsOn: ['contact', 'draft'],
  args: { number: { from: 'item.number' }, count: 1 },
};

/** A branch whose drafts have a condition, after its first read. */
function branchWith(when: string, ...more: PlaybookProposal['steps']) {
  const proposal = { ...reminder, steps: [look, { ...draft!, when }, ...more] };
  const plan = compilePlaybook(proposal, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
  const { forEach } = sweepStepOf(plan)!;
  const request = reminderRequest();
  const { holdUntil: _absent, ...item } = invoice('INV-1') as Record<string, unknown>;
  const args = branchArgs(plan, request.args as never, { item, object: 'INV-1', key: 'one' } as never, playbookBundle);
  const { sessionId, threadId, channel, artifacts, delivery } = request;
  const requested: EventData<'branch.requested'> = {
    runId: 'run-1',
    stepId: 'sweep',
    planHash: 'plan-hash',
    plan: { ...plan, steps: forEach.steps },
    sessionId,
    threadId,
    channel,
    artifacts,
    delivery,
    branches: [{ branchId: 'run-1~one', object: 'INV-1' }],
    args: { 'run-1~one': args },
    at: NOON,
  };
  return given(runDecider, { ...context, stream: 'run-shop-run-1~one' })
    .facts()
    .when(incoming('branch.requested', requested));
}
const ended = (stepId: string, result: unknown) =>
  incoming('action.succeeded', {
    actionId: `run-1~one.${stepId}`,
    runId: 'run-1~one',
    stepId,
    origin: stepOrigin(stepId),
    tool: 'a.tool',
    attempt: 1,
    checks: null,
    result,
    recovered: false,
    completedAt: NOON,
  } as EventData<'action.succeeded'>);
const CONTACT = { email: 'a@example.com', doNotContact: false };

describe('a step with a condition', () => {
  it.each([
    'item.amount > 10.0',
    'steps.contact.result.doNotContact == false',
    'daysBetween(today, today) == 0 && parameters.patience >= 0',
  ])('is done when it holds: %s', (when) => {
    const asked = branchWith(when).when(ended('contact', CONTACT)).thenNamed('step.completed', 'action.requested');
    expect(asked.fact('action.requested').stepId).toBe('draft');
  });

  it.each([
    'item.amount > 100.0',
    'steps.contact.result.doNotContact == true',
    'has(item.holdUntil)',
    // Nothing there to evaluate it with.
    'steps.contact.result.remark.contains("x")',
  ])('is left out when it does not, and a branch that changes nothing is held: %s', (when) => {
    const left = branchWith(when).when(ended('contact', CONTACT));
    expect(namesOf(left.decided)).toEqual(['step.completed', 'branch.completed']);
    expect(left.fact('branch.completed')).toMatchObject({ status: 'held', code: 'condition_not_met', touched: false });
  });

  it('takes with it what takes a value from it', () => {
    const left = branchWith('item.amount > 100.0', send!).when(ended('contact', CONTACT));
    expect(left.fact('branch.completed')).toMatchObject({ status: 'held', code: 'condition_not_met', touched: false });
  });

  it('keeps nothing back that only waits for its end', () => {
    const left = branchWith('item.amount > 100.0', flag).when(ended('contact', CONTACT));
    expect(left.fact('action.requested').stepId).toBe('flag');
    const through = left.when(ended('flag', {}));
    expect(through.fact('branch.completed')).toMatchObject({ status: 'done', code: null });
  });
});
