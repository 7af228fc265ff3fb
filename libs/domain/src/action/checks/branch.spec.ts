import {
  stepOrigin,
  actionIdOf,
  type ActionEnd,
  type DecisionContext,
  type EventData,
  type Plan,
  type PlaybookProposal,
  type Provenance,
  type Recorded,
} from '@arbiter/contracts';
import { NOON, invoice, playbookArgs, playbookBundle, reminder, reminderRequest } from '../../fixtures/playbook-bundle';
import { canonicalHash } from '../../canonical-hash';
import { compilePlaybook, selectionOf, sweepStepOf } from '../../plan';
import { actionRequestOf, type ActingStep } from '../../run';
import { contextOf, incoming } from '../../specification';
import { requestOf } from '../state/action-request';
import { branchOf, readsOfSweep } from './branch';
import { checkAction } from './check-action';

const CUSTOMER = 'playbook.reminders';
const compiled = (proposal: PlaybookProposal): Plan =>
  compilePlaybook(proposal, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const plan = compiled(reminder);
const asked = reminderRequest();
const request = incoming('run.requested', asked, { customerId: CUSTOMER });

function planRecord(recorded: Plan = plan, proposal: PlaybookProposal = reminder): Recorded<'plan.accepted'> {
  const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = asked;
  const planHash = canonicalHash({ plan: recorded, args });
  const drawnUp = { planKey: '0'.repeat(64), cache: 'hit', proposal } as const;
  const data = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
  return incoming(
    'plan.accepted',
    { ...data, planHash, plan: recorded, fallback: false, args, drawnUp },
    { customerId: CUSTOMER },
  );
}

const ended = (runId: string, stepId: string, result: unknown): ActionEnd =>
  incoming('action.succeeded', {
    actionId: `${runId}.${stepId}`,
    runId,
    stepId,
    origin: stepOrigin(stepId),
    result,
  } as EventData<'action.succeeded'>);
const reads = [
  ended('run-1', 'invoices_1', { invoices: [invoice('INV-1'), invoice('INV-2', { status: 'paid' })] }),
  ended('run-1', 'invoices_2', { invoices: [] }),
];
const keyOf = (number: string): string => canonicalHash(number).slice(0, 16);

/** What the log holds of the branch of an invoice, its reads included. */
function provenanceOf(number: string, whole = planRecord()): Provenance | null {
  const branchId = `run-1~${keyOf(number)}`;
  const derived = branchOf(whole, branchId, reads, playbookBundle, []);
  if (!derived) return null;
  const ends = [
    ended(branchId, 'contact', { email: 'a@example.com', doNotContact: false }),
    ended(branchId, 'draft', { draftId: 'D-1' }),
  ];
  return { ...derived, request, artifacts: playbookBundle, ends };
}

const ARGS = { draftId: 'D-1', to: 'a@example.com', about: 'INV-1', amount: 12.5, on: '2026-03-02' };

interface Asked {
  readonly args: object;
  readonly now: string;
  readonly artifacts: typeof playbookBundle;
  readonly whole: Recorded<'plan.accepted'>;
  /** how often its step was refused before, as the asker has it */
  readonly refusals: number;
}

function checked(provenance: Provenance | null, changes: Partial<Asked> = {}) {
  const { args = ARGS, now = NOON, artifacts = playbookBundle, whole = planRecord(), refusals = 0 } = changes;
  const context: DecisionContext = { ...contextOf(artifacts, { now, customerId: CUSTOMER }), provenance };
  const branchId = `run-1~${keyOf('INV-1')}`;
  const step = sweepStepOf(plan)!.forEach.steps.find(({ id }) => id === 'send') as ActingStep;
  const run = { ...whole.data, runId: branchId, branch: { object: 'INV-1' }, refusals: { send: refusals } };
  const action = actionRequestOf(run, { plan, planHash: whole.data.planHash }, step, args as typeof ARGS, context);
  return checkAction(requestOf(action), context);
}
const codeOf = (check: ReturnType<typeof checked>) =>
  'code' in check ? `${check.code}: ${check.reason}` : check.verdict;

const permitted = {
  ...playbookBundle,
  policy: {
    ...playbookBundle.policy,
    rules: [{ rule: 'mail', tools: ['mail.*'], effect: 'allow' as const, reason: 'reminders' }],
    risk: [{ tool: 'mail.message.send', kind: 'dispatch' as const }],
  },
};

describe('an action of a branch', () => {
  it('is allowed when the recorded plan and the recorded reads say so', () => {
    expect(codeOf(checked(provenanceOf('INV-1'), { artifacts: permitted }))).toBe('allow');
  });

  it('the gate derives what the executor derives, from the log alone', () => {
    expect(readsOfSweep(plan)).toEqual(['invoices_1', 'invoices_2']);
    const { selection } = sweepStepOf(plan)!.forEach;
    const results = { invoices_1: { invoices: [invoice('INV-1')] } };
    expect(selectionOf(selection, results, playbookArgs, NOON).items[0]!.key).toBe(keyOf('INV-1'));
    expect(provenanceOf('INV-1')!.plan.data).toMatchObject({
      requestId: `run-1~${keyOf('INV-1')}`,
      args: { item: { number: 'INV-1' } },
    });
  });

  it('is asked for again only once the vendor has refused it, by the end of the action before (EX-23)', () => {
    const provenance = provenanceOf('INV-1')!;
    const after = (attempt: number, code = 'auth_failed') => {
      const branchId = `run-1~${keyOf('INV-1')}`;
      const origin = stepOrigin('send', attempt);
      const data = { actionId: actionIdOf(branchId, origin), runId: branchId, stepId: 'send', origin, code };
      const end: ActionEnd = incoming('action.failed', data as EventData<'action.failed'>);
      return { ...provenance, ends: [...provenance.ends, end] };
    };
    const asked = (known: Provenance, refusals: number) => codeOf(checked(known, { artifacts: permitted, refusals }));
    expect(asked(after(1), 1)).toBe('allow');
    expect(asked(after(2), 2)).toBe('allow');
    expect(asked(provenance, 1)).toMatch(/^plan_mismatch: action/);
    expect(asked(after(1), 2)).toMatch(/^plan_mismatch: action/);
    expect(asked(after(1, 'not_found'), 1)).toMatch(/^plan_mismatch: action/);
  });

  it('that is asked for again is left out by its condition all the same', () => {
    const [contact, draft, send] = reminder.steps;
    const proposal = { ...reminder, steps: [contact!, draft!, { ...send!, when: 'item.amount > 100.0' }] };
    const whole = planRecord(compiled(proposal), proposal);
    const branchId = `run-1~${keyOf('INV-1')}`;
    const data = {
      actionId: `${branchId}.send`,
      runId: branchId,
      stepId: 'send',
      origin: stepOrigin('send'),
      code: 'auth_failed',
    };
    const provenance = provenanceOf('INV-1', whole)!;
    const ends = [...provenance.ends, incoming('action.failed', data as EventData<'action.failed'>)];
    expect(codeOf(checked({ ...provenance, ends }, { artifacts: permitted, whole, refusals: 1 }))).toMatch(
      /^condition_not_met/,
    );
  });

  it.each(['INV-2', 'INV-7'])('%s, which the plan does not choose of what was read, has no plan', (number) => {
    expect(provenanceOf(number)).toBeNull();
    expect(codeOf(checked(null, { artifacts: permitted }))).toMatch(/^plan_missing/);
  });

  it.each<readonly [string, object]>([
    ['another recipient', { ...ARGS, to: 'boss@example.org' }],
    ['another amount', { ...ARGS, amount: 1 }],
    ['another object', { ...ARGS, about: 'INV-3' }],
  ])('with %s than the log says is refused (AG-13)', (_, args) => {
    expect(codeOf(checked(provenanceOf('INV-1'), { args, artifacts: permitted }))).toMatch(/^plan_mismatch: args/);
  });

  it('of a plan that its proposal does not compile to is refused (CP-11)', () => {
    const laxer = structuredClone(plan);
    sweepStepOf(laxer)!.forEach.selection.guards = [];
    expect(codeOf(checked(provenanceOf('INV-1', planRecord(laxer)), { artifacts: permitted }))).toMatch(
      /^plan_mismatch: the recorded plan is not what its template says/,
    );
  });

  it.each([
    ['item.amount > 10.0', 'allow'],
    ['item.amount > 100.0', 'condition_not_met: the plan leaves step send out'],
    ['steps.contact.result.doNotContact == true', 'condition_not_met: the plan leaves step send out'],
  ])('is refused where the plan leaves it out, also when it is requested: %s', (when, verdict) => {
    const [contact, draft, send] = reminder.steps;
    const proposal = { ...reminder, steps: [contact!, draft!, { ...send!, when }] };
    const whole = planRecord(compiled(proposal), proposal);
    expect(codeOf(checked(provenanceOf('INV-1', whole), { artifacts: permitted, whole }))).toBe(verdict);
  });

  it('may come after what the plan leaves out', () => {
    const [contact, draft, send] = reminder.steps;
    const flag: PlaybookProposal['steps'][number] = {
      id: 'flag',
      tool: 'ledger.flag.set',
      dependsOn: ['contact', 'draft'],
      args: { number: { from: 'item.number' }, count: 1 },
      when: 'item.amount > 100.0',
    };
    const after = { ...send!, dependsOn: ['contact', 'draft', 'flag'] };
    const proposal = { ...reminder, steps: [contact!, draft!, flag, after] };
    const whole = planRecord(compiled(proposal), proposal);
    expect(codeOf(checked(provenanceOf('INV-1', whole), { artifacts: permitted, whole }))).toBe('allow');
  });

  it('is held back by a constraint that holds now, whatever was so when its run began (PL-07)', () => {
    const night = '2026-03-02T22:00:00.000Z';
    expect(codeOf(checked(provenanceOf('INV-1'), { now: night, artifacts: permitted }))).toMatch(
      /^held_back: .*quiet_hours/,
    );
  });

  it('waits for a yes where the playbook is stricter than the tenant, and never the other way round (PL-09)', () => {
    const rule = { tool: 'mail.message.send', kind: 'suspend_unless_below_threshold' as const, amount: 'args.amount' };
    const withRisk = (tenants: number, playbooks: number) => {
      const active = playbookBundle.playbooks![0]!;
      const definition = { ...active.definition, riskPolicy: [{ ...rule, threshold: playbooks }] };
      return {
        ...permitted,
        policy: { ...permitted.policy, risk: [{ ...rule, threshold: tenants }] },
        playbooks: [{ ...active, definition }],
      };
    };
    expect(codeOf(checked(provenanceOf('INV-1'), { artifacts: withRisk(100, 100) }))).toBe('allow');
    expect(codeOf(checked(provenanceOf('INV-1'), { artifacts: withRisk(100, 10) }))).toBe('suspend');
    expect(codeOf(checked(provenanceOf('INV-1'), { artifacts: withRisk(10, 100) }))).toBe('suspend');
  });
});
