import {
  stepOrigin,
  type ActionEnd,
  type ActionOrigin,
  type EventData,
  type Plan,
  type PlaybookProposal,
  type Provenance,
  type Recorded,
  type RevisionOf,
  type RevisionProvenance,
} from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import {
  NOON,
  activeReminders,
  invoice,
  playbookBundle,
  reminder,
  reminderRequest,
  reminders,
} from '../../fixtures/playbook-bundle';
import { flagged, unwished } from '../../fixtures/revised-reminder';
import { compilePlaybook, compileRevision, revisedHash, sweepStepOf } from '../../plan';
import { actionRequestOf, type ActingStep } from '../../run';
import { contextOf, incoming } from '../../specification';
import { requestOf } from '../state/action-request';
import { branchOf } from './branch';
import { checkAction } from './check-action';
import { guardsAllow } from './guards';

const CUSTOMER = 'playbook.reminders';
const BRANCH = `run-1~${canonicalHash('INV-1').slice(0, 16)}`;
const first = compilePlaybook(reminder, activeReminders, playbookBundle) as Plan;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const whole = incoming(
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
    args,
    planHash: canonicalHash({ plan: first, args }),
    plan: first,
    fallback: false,
    drawnUp: { planKey: '0'.repeat(64), cache: 'hit', proposal: reminder },
  },
  { customerId: CUSTOMER },
) as Recorded<'plan.accepted'>;
const request = incoming('run.requested', reminderRequest(), { customerId: CUSTOMER });
const ended = (runId: string, stepId: string, result: unknown): ActionEnd =>
  incoming('action.succeeded', {
    actionId: `${runId}.${stepId}`,
    runId,
    stepId,
    origin: stepOrigin(stepId),
    result,
  } as EventData<'action.succeeded'>);
const reads = [
  ended('run-1', 'invoices_1', { invoices: [invoice('INV-1')] }),
  ended('run-1', 'invoices_2', { invoices: [] }),
];
const FAILURE = ended(BRANCH, 'contact', { doNotContact: true, email: 'a@example.com' });

const compiled = (proposal: PlaybookProposal, of: RevisionOf): Plan => {
  const plan = compileRevision(proposal, of, activeReminders, playbookBundle);
  if (!('steps' in plan)) throw new Error(JSON.stringify(plan));
  return plan;
};
const flaggedPlan = compiled(flagged, unwished);
const FLAGGED: EventData<'revision.accepted'> = {
  requestId: BRANCH,
  revision: 1,
  planHash: revisedHash(flaggedPlan, whole.data.planHash),
  plan: flaggedPlan,
  stepId: 'contact',
  code: 'do_not_contact',
  drawnUp: { planKey: '2'.repeat(64), cache: 'miss', proposal: flagged },
};
const revision = (
  changes: Partial<EventData<'revision.accepted'>> = {},
  failure: ActionEnd | null = FAILURE,
): RevisionProvenance => ({
  accepted: incoming(
    'revision.accepted',
    { ...FLAGGED, ...changes },
    { customerId: CUSTOMER },
  ) as Recorded<'revision.accepted'>,
  failure,
});

const permitted = {
  ...playbookBundle,
  policy: {
    ...playbookBundle.policy,
    rules: [{ rule: 'all', tools: ['ledger.*'], effect: 'allow' as const, reason: 'reminders' }],
    risk: [{ tool: 'ledger.flag.set', kind: 'dispatch' as const }],
  },
};

/** What the gateway says to the flag of the revised plan, given what the log holds of revisions. */
function checked(
  revisions: readonly RevisionProvenance[],
  { now = NOON, bundle = playbookBundle, claimed = FLAGGED.planHash } = {},
) {
  const derived = branchOf(whole, BRANCH, reads, bundle, revisions)!;
  const ends = [ended(BRANCH, 'contact_again', { doNotContact: false, email: 'a@example.com' })];
  const provenance: Provenance = { ...derived, request, artifacts: bundle, ends };
  const context = { ...contextOf(permitted, { now, customerId: CUSTOMER }), provenance };
  const run = { ...whole.data, runId: BRANCH, branch: { object: 'INV-1' } };
  const step = sweepStepOf(flaggedPlan)!.forEach.steps.find(({ id }) => id === 'flag') as ActingStep;
  const action = actionRequestOf(
    run,
    { plan: flaggedPlan, planHash: claimed },
    step,
    { number: 'INV-1', count: 1 },
    context,
  );
  const check = checkAction(requestOf(action), context);
  return 'code' in check ? `${check.code}: ${check.reason}` : check.verdict;
}

const twice = { ...reminders, limits: { ...reminders.limits, revisions: 0 } };

describe('an action of a revised plan (PL-18, CP-11)', () => {
  it('is let go when the log holds the failure, and the revision is what its proposal says', () => {
    expect(checked([revision()])).toBe('allow');
  });

  it('has no place in the plan before it', () => {
    expect(checked([])).toMatch(/^plan_mismatch: the plan has no step flag/);
  });

  it.each<readonly [string, RevisionProvenance, string]>([
    ['upon a failure that the log does not hold', revision({}, null), 'made upon no such failure'],
    [
      'upon a step that went well',
      revision({}, ended(BRANCH, 'contact', { doNotContact: false })),
      'made upon no such failure',
    ],
    ['upon another failure', revision({ code: 'unexpected_result' }), 'made upon no such failure'],
    ['of another branch', revision({ requestId: 'run-1~bb' }), 'of another branch'],
    ['out of its turn', revision({ revision: 2 }), 'of another branch'],
    [
      'that its proposal does not compile to',
      revision({ drawnUp: { ...FLAGGED.drawnUp, proposal: reminder } }),
      'not what its proposal says',
    ],
    ['under another hash', revision({ planHash: '7'.repeat(64) }), 'does not have the hash'],
  ])('is refused where it was revised %s', (_, recorded, why) => {
    expect(checked([recorded])).toMatch(new RegExp(`^plan_mismatch: .*${why}`));
  });

  it('is refused under the hash of another plan', () => {
    expect(checked([revision()], { claimed: whole.data.planHash })).toMatch(/^plan_mismatch: plan/);
  });

  it('is refused where it was revised more often than its playbook allows', () => {
    const bundle = { ...playbookBundle, playbooks: [{ ...activeReminders, definition: twice }] };
    expect(checked([revision()], { bundle })).toMatch(/^plan_mismatch: .*more often/);
  });
});

it('a revision that writes to a person outside is held back by constraints that the first plan had no need of (PL-07)', () => {
  const flagOnly: PlaybookProposal = {
    ...reminder,
    steps: [
      { ...flagged.steps[0]!, id: 'contact' },
      { ...flagged.steps[1]!, dependsOn: ['contact'] },
    ],
  };
  const of: RevisionOf = { parent: flagOnly, stepId: 'flag', code: 'vendor_rejected', gone: [] };
  const [, draft, send] = reminder.steps;
  const reaching = compiled({ ...flagOnly, steps: [flagOnly.steps[0]!, draft!, send!] }, of);
  const lax: Recorded<'plan.accepted'> = {
    ...whole,
    data: { ...whole.data, plan: compilePlaybook(flagOnly, activeReminders, playbookBundle) as Plan },
  };
  const heldAt = (now: string, revisions: readonly RevisionProvenance[], origin: ActionOrigin = stepOrigin('flag')) => {
    const derived = branchOf(lax, BRANCH, reads, playbookBundle, revisions)!;
    const context = {
      ...contextOf(playbookBundle, { now }),
      provenance: { ...derived, request, artifacts: playbookBundle, ends: [] },
    };
    const tool = { definition: { riskClass: 'record_mutation' } };
    return guardsAllow({ asked: { origin }, context, tool } as unknown as Parameters<typeof guardsAllow>[0]).kind;
  };
  const night = '2026-03-02T22:00:00.000Z';
  expect(heldAt(night, [])).toBe('pass');
  expect(heldAt(night, [revision({ plan: reaching })])).toBe('deny');
  // What was done is undone at any time.
  expect(heldAt(night, [revision({ plan: reaching })], { kind: 'undo', of: 'run-1.flag' })).toBe('pass');
  expect(heldAt(NOON, [revision({ plan: reaching })])).toBe('pass');
});
