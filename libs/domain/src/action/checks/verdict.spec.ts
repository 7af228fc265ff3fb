import {
  playbookName,
  stepOrigin,
  type ActionEnd,
  type DecisionContext,
  type EventData,
  type Plan,
  type PolicyRule,
  type Provenance,
} from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import { playbookBundle as fixture, invoice, reminderRequest } from '../../fixtures/playbook-bundle';
import { compilePlan, planDecider } from '../../plan';
import { actionRequestOf, type ActingStep } from '../../run';
import { contextOf, given, incoming } from '../../specification';
import { requestOf } from '../state/action-request';
import { checkAction } from './check-action';
import { stepsBefore } from './steps-before';

const reading: PolicyRule = {
  rule: 'reads',
  tools: fixture.tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool),
  effect: 'allow',
  reason: 'May be read.',
};
const playbookBundle = { ...fixture, policy: { ...fixture.policy, rules: [reading, ...fixture.policy.rules] } };
const CUSTOMER = playbookName('reminders');
const { instance: _, ...ofInstance } = reminderRequest();
const asked = { ...ofInstance, purpose: 'verdict', threadId: null } as const;
const request = incoming('run.requested', asked, { customerId: CUSTOMER });
const plan = compilePlan(asked, playbookBundle) as Plan;

const read = (stepId: string, result: unknown): ActionEnd =>
  incoming('action.succeeded', {
    actionId: `run-1.${stepId}`,
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    tool: 'ledger.invoice.list',
    attempt: 1,
    result,
  } as EventData<'action.succeeded'>);

/** What the gate says when the log holds those ends: it reads those of the steps before alone. */
function checked(recorded: Plan, stepId: string, logged: readonly ActionEnd[] = []): string {
  const { args, requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces } = asked;
  const planHash = canonicalHash({ plan: recorded, args });
  const run = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
  const accepted = incoming(
    'plan.accepted',
    { ...run, planHash, plan: recorded, fallback: false, args },
    { customerId: CUSTOMER },
  );
  const before = stepsBefore(recorded, [stepId]);
  const ends = logged.filter(({ data }) => before.includes(data.stepId));
  const provenance: Provenance = { plan: accepted, request, artifacts: playbookBundle, ends };
  const context: DecisionContext = { ...contextOf(playbookBundle, { customerId: CUSTOMER }), provenance };
  const step = recorded.steps.find(({ id }) => id === stepId) as ActingStep;
  const owner = { ...run, runId: requestId };
  const check = checkAction(
    requestOf(actionRequestOf(owner, { plan: recorded, planHash }, step, step.args!, context)),
    context,
  );
  return 'code' in check ? check.code : check.verdict;
}

describe('a look at the objective of a playbook (EVL-05)', () => {
  it('is the reads and the verdict that its own plan ends with, and nothing that changes anything', () => {
    expect(plan.steps.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['check_invoices_1', []],
      ['check_invoices_2', ['check_invoices_1']],
      ['verdict', ['check_invoices_1', 'check_invoices_2']],
    ]);
    const reads = new Set(playbookBundle.tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool));
    expect(plan.steps.flatMap(({ tool = null }) => (tool === null || reads.has(tool) ? [] : [tool]))).toEqual([]);
  });

  it('is planned at once, without a model, and refused where the playbook is not switched on', () => {
    given(planDecider, contextOf(playbookBundle)).facts().when(request).thenNamed('plan.accepted');
    const { playbooks: __, ...without } = playbookBundle;
    expect(given(planDecider, contextOf(without)).facts().when(request).fact('plan.rejected').reason).toBe(
      'unknown_playbook',
    );
  });

  it('is compiled again at the gate: what a plan holds beside it is refused', () => {
    expect(checked(plan, 'check_invoices_1')).toBe('allow');
    const [first] = plan.steps;
    const widened = { ...plan, steps: [...plan.steps, { ...first!, id: 'more' }] };
    expect(checked(widened, 'check_invoices_1')).toBe('plan_mismatch');
    expect(checked({ ...plan, steps: plan.steps.slice(1) }, 'check_invoices_2')).toBe('plan_mismatch');
  });

  it('may read a further page once the page before it says that there is one', () => {
    const after = (...invoices: unknown[]) =>
      checked(plan, 'check_invoices_2', [read('check_invoices_1', { invoices })]);
    expect(after(invoice('INV-1'))).toBe('allow');
    expect(after()).toBe('condition_not_met');
  });
});
