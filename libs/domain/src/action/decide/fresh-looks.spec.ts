import {
  stepOrigin,
  type ActionEnd,
  type DecisionContext,
  type EventData,
  type Plan,
  type Provenance,
  type Recorded,
} from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import { NOON, invoice, playbookBundle, reminder, reminderRequest } from '../../fixtures/playbook-bundle';
import { instantAfter } from '../../instant';
import { compilePlaybook } from '../../plan';
import { actionRequestOf, type ActingStep } from '../../run';
import { contextOf, given, incoming } from '../../specification';
import { actionDecider } from '../action-decider';
import type { FreshLook } from '../action-inputs';
import { branchOf } from '../checks/branch';
import { freshLook, looksBefore } from './fresh-looks';

const CUSTOMER = { customerId: 'playbook.reminders' };
const plan = compilePlaybook(reminder, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const asked = reminderRequest();
const request = incoming('run.requested', asked, CUSTOMER);
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = asked;
const whole: Recorded<'plan.accepted'> = incoming(
  'plan.accepted',
  {
    requestId,
    sessionId,
    threadId,
    channel,
    messageId,
    artifacts,
    delivery,
    replaces,
    plan,
    args,
    fallback: false,
    planHash: canonicalHash({ plan, args }),
    drawnUp: { planKey: '0'.repeat(64), cache: 'hit', proposal: reminder },
  },
  CUSTOMER,
);
const BRANCH = `run-1~${canonicalHash('INV-1').slice(0, 16)}`;
const ended = (runId: string, stepId: string, result: unknown): ActionEnd =>
  incoming('action.succeeded', {
    actionId: `${runId}.${stepId}`,
    runId,
    stepId,
    origin: stepOrigin(stepId),
    result,
  } as EventData<'action.succeeded'>);
const contact = { email: 'a@example.com', doNotContact: false };
const derived = branchOf(
  whole,
  BRANCH,
  [ended('run-1', 'invoices_1', { invoices: [invoice('INV-1')] }), ended('run-1', 'invoices_2', { invoices: [] })],
  playbookBundle,
  [],
)!;
const provenance: Provenance = {
  ...derived,
  request,
  artifacts: playbookBundle,
  ends: [ended(BRANCH, 'contact', contact), ended(BRANCH, 'draft', { draftId: 'D-1' })],
};
const asking = {
  ...playbookBundle,
  policy: {
    ...playbookBundle.policy,
    rules: [
      {
        rule: 'mail',
        tools: ['mail.*', 'directory.*'],
        effect: 'allow' as const,
        reason: 'the house writes to its clients',
      },
    ],
    risk: [
      { tool: 'mail.message.send', kind: 'suspend' as const },
      { tool: 'directory.contact.get', kind: 'dispatch' as const },
    ],
  },
};
const context: DecisionContext & { readonly provenance: Provenance } = {
  ...contextOf(asking, { now: NOON, ...CUSTOMER }),
  provenance,
};

const send = derived.plan.data.plan.steps.find(({ id }) => id === 'send') as ActingStep;
const asks = actionRequestOf(
  { ...whole.data, runId: BRANCH, branch: { object: 'INV-1' } },
  whole.data,
  send,
  { draftId: 'D-1', to: 'a@example.com', about: 'INV-1', amount: 12.5, on: '2026-03-02' },
  context,
);
const waiting = () =>
  given(actionDecider, context)
    .facts()
    .when(incoming('action.requested', asks, CUSTOMER));

const yes = (decision: 'approve' | 'reject' = 'approve') =>
  incoming(
    'approval.given',
    {
      requestId: 'answer-1',
      runId: BRANCH,
      actionId: `${BRANCH}.send`,
      decision,
      decidedAt: NOON,
      binding: waiting().fact('action.suspended').binding,
      ...(decision === 'reject' && { reason: 'they called' }),
    },
    { ...CUSTOMER, stream: request.stream },
  );
const reviewed = (...looks: readonly FreshLook[]) => ({
  name: 'approval.reviewed' as const,
  approval: yes(),
  looks,
});
const found = (result: unknown): FreshLook => ({ stepId: 'contact', outcome: { kind: 'succeeded', result } });

describe('the reads that an approved action of a branch relies on (PL-18)', () => {
  it('are those before it that expect something', () => {
    expect(looksBefore(provenance, 'send').map(({ id }) => id)).toEqual(['contact']);
    expect(looksBefore(provenance, 'contact')).toEqual([]);
    const { branch: _, ...chat } = provenance;
    expect(looksBefore(chat, 'send')).toEqual([]);
  });

  it('are done with the arguments of the plan, as far as that is still allowed', () => {
    const [step] = looksBefore(provenance, 'send');
    const before = { ...provenance, ends: [] };
    expect(freshLook(step!, { ...context, provenance: before })).toMatchObject({
      kind: 'call',
      purpose: 'read',
    });
    const forbidden = { ...asking, policy: { ...asking.policy, rules: [] } };
    expect(freshLook(step!, { ...context, artifacts: forbidden, provenance: before })).toBeNull();
  });

  it('let it go when all is still so, once', () => {
    const sent = waiting()
      .when(reviewed(found(contact)))
      .thenNamed('action.approved', 'action.queued');
    sent.when(reviewed(found(contact))).thenIgnored('not_suspended');
  });

  it('keep it back when something is no longer so, with the code of what was expected', () => {
    const kept = waiting()
      .when(reviewed(found({ ...contact, doNotContact: true })))
      .thenNamed('action.rejected');
    expect(kept.fact('action.rejected')).toMatchObject({
      code: 'do_not_contact',
      reason: expect.stringContaining('step contact'),
    });
  });

  it.each([
    ['was not read again', []],
    ['could not be read again', [{ stepId: 'contact', outcome: { kind: 'permanent', code: 'not_found', reason: '' } }]],
  ] as const)('keep it back when one %s', (_, looks) => {
    expect(
      waiting()
        .when(reviewed(...(looks as readonly FreshLook[])))
        .fact('action.rejected').code,
    ).toBe('approval_drift');
  });

  it('do not matter to a no, nor to a yes that comes too late', () => {
    expect(waiting().when(yes('reject')).fact('action.rejected')).toMatchObject({
      code: 'rejected',
      said: 'they called',
    });
    const { expiresAt } = waiting().fact('action.suspended');
    const late = waiting()
      .at(instantAfter(expiresAt, 1))
      .when(reviewed(found(contact)));
    expect(late.fact('action.rejected').code).toBe('approval_expired');
  });
});
