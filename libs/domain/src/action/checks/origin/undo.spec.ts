import {
  actionIdOf,
  stepOrigin,
  type ActionEnd,
  type ArtifactBundle,
  type Plan,
  type Provenance,
  type RunStop,
} from '@arbiter/contracts';
import { canonicalHash } from '../../../canonical-hash';
import { CONVERSATION } from '../../../fixtures/provenance';
import { OF_RUN, templateRequested } from '../../../fixtures/run-request';
import { MATCH, RECORD, THANK, sagaBundleWith } from '../../../fixtures/saga-story';
import { compilePlan } from '../../../plan';
import { undoKeyOf } from '../../../run';
import { contextOf, incoming } from '../../../specification';
import type { ActionRequest } from '../../state/action-request';
import { checkAction } from '../check-action';

const ARGS = { text: 'PAY-1' };
const REQUEST = templateRequested('test', ARGS, {
  consent: { kind: 'asked', rule: 'understood', requestId: 'run-1' },
});
const OF = actionIdOf('run-1', stepOrigin('match'));

const end = (name: 'action.succeeded' | 'action.failed' | 'action.unknown', stepId: string): ActionEnd =>
  incoming(name, {
    actionId: actionIdOf('run-1', stepOrigin(stepId)),
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    tool: 'ledger.match.create',
    attempt: 1,
    checks: null,
    result: { id: 'M-1' },
    code: 'month_closed',
    reason: 'refused',
    recovered: false,
    completedAt: '2026-03-02T10:00:00.000Z',
  } as never) as ActionEnd;
const ended = (stepId: string, status: 'completed' | 'failed'): RunStop =>
  incoming('step.completed', {
    runId: 'run-1',
    stepId,
    status,
    code: null,
    message: '',
    result: null,
    at: '2026-03-02T10:00:01.000Z',
  });
const settledAs = (outcome: 'done' | 'not_done') =>
  incoming('action.settled', {
    actionId: OF,
    runId: 'run-1',
    stepId: 'match',
    origin: stepOrigin('match'),
    tool: 'ledger.match.create',
    outcome,
    settledBy: null,
    result: { id: 'M-1' },
    settledAt: '2026-03-02T11:00:00.000Z',
  });
const cancelling: RunStop = incoming('run.cancelling', { runId: 'run-1', requestedBy: null });

interface Log {
  readonly bundle?: ArtifactBundle;
  readonly ends?: readonly ActionEnd[];
  readonly stops?: readonly RunStop[];
  readonly settled?: 'done' | 'not_done';
}

/** The log of honest services, and the request of an honest executor, with changes. */
function check({ bundle = sagaBundleWith(), ends, stops, settled }: Log = {}, changes: Partial<ActionRequest> = {}) {
  const plan = compilePlan(REQUEST, bundle) as Plan;
  const planHash = canonicalHash({ plan, args: ARGS });
  const provenance: Provenance = {
    request: incoming('run.requested', REQUEST, { stream: CONVERSATION }),
    plan: incoming('plan.accepted', { ...OF_RUN, planHash, plan, fallback: false, args: ARGS }),
    artifacts: bundle,
    ends: ends ?? [end('action.succeeded', 'match')],
    stops: stops ?? [ended('record', 'failed')],
    ...(settled && { settled: settledAs(settled) }),
  };
  const request: ActionRequest = {
    actionId: `${OF}.undo`,
    runId: 'run-1',
    stepId: 'match',
    origin: { kind: 'undo', of: OF },
    tool: 'ledger.match.discard',
    args: { match: 'M-1' },
    scope: plan.scope,
    planHash,
    artifacts: 'bundle-1',
    idempotencyKey: undoKeyOf('shop', OF),
    ...changes,
  };
  return checkAction(request, contextOf(bundle, { provenance }));
}

describe('an undo at the gate (SG-05, AG-13)', () => {
  it('is allowed by the consent to what it undoes, and by no other', () => {
    expect(check()).toMatchObject({ verdict: 'allow', checks: { consent: 'asked' } });
    expect(check({ stops: [cancelling] }).verdict).toBe('allow');
    expect(check({ ends: [end('action.unknown', 'match')], settled: 'done' }).verdict).toBe('allow');
  });

  it.each<[string, Log, RegExp]>([
    ['was not done', { ends: [end('action.failed', 'match')] }, /does not hold that run-1\.match was done/],
    ['may not have been done', { ends: [end('action.unknown', 'match')] }, /does not hold that run-1\.match was done/],
    [
      'was found not to be done',
      { ends: [end('action.unknown', 'match')], settled: 'not_done' },
      /does not hold that run-1\.match was done/,
    ],
    ['was never asked for', { ends: [] }, /does not hold that run-1\.match was done/],
    ['belongs to a run that goes on', { stops: [] }, /cancelled or broke/],
    ['belongs to a run whose steps ended well', { stops: [ended('match', 'completed')] }, /cancelled or broke/],
  ])('of what %s is refused', (_, log, reason) => {
    expect(check(log)).toMatchObject({
      verdict: 'deny',
      code: 'origin_unproven',
      reason: expect.stringMatching(reason),
    });
  });

  it('is not warranted by an optional step that failed', () => {
    const optional = { ...RECORD, id: 'extra', optional: true };
    const log = { bundle: sagaBundleWith([MATCH, optional, { ...RECORD, dependsOn: ['extra'] }, THANK]) };
    expect(check({ ...log, stops: [ended('extra', 'failed')] })).toMatchObject({ code: 'origin_unproven' });
  });

  it.each<[string, Log, Partial<ActionRequest>, RegExp]>([
    ['another argument', {}, { args: { match: 'M-2' } }, /^args of/],
    ['another key', {}, { idempotencyKey: 'k' }, /^key of/],
    ['another name', {}, { actionId: 'run-1.match.undo.2' }, /^action of/],
    ['a wider scope', {}, { scope: { allowed: { ledger: ['*'] } } }, /^scope of/],
    ['another tool', {}, { tool: 'ledger.payment.delete' }, /does not undo step match by/],
    ['another run', {}, { runId: 'run-9' }, /^run of/],
    ['a step that cannot be undone', {}, { stepId: 'thank' }, /does not undo step thank/],
    [
      'a step whose effect the plan keeps',
      { bundle: sagaBundleWith([{ ...MATCH, onFailure: 'keep' }, RECORD, THANK]) },
      {},
      /does not undo step match/,
    ],
  ])('with %s is refused', (_, log, changes, reason) => {
    expect(check(log, changes)).toMatchObject({
      verdict: 'deny',
      code: 'plan_mismatch',
      reason: expect.stringMatching(reason),
    });
  });

  it('waits for a yes only where a risk rule says so (AP-02)', () => {
    const bundle = sagaBundleWith();
    const withRisk = (risk: ArtifactBundle['policy']['risk']) =>
      check({ bundle: { ...bundle, policy: { ...bundle.policy, risk } } }).verdict;
    expect(withRisk([])).toBe('allow');
    expect(withRisk([{ tool: 'ledger.match.discard', kind: 'suspend' }])).toBe('suspend');
  });

  it('waits for a person, or is denied, where the policy says so of undos', () => {
    const judged = (effect: 'suspend' | 'deny') => {
      const bundle = sagaBundleWith();
      const rule = { rule: 'undos', tools: ['ledger.*'], when: "origin == 'undo'", effect, reason: 'Not by itself.' };
      return check({ bundle: { ...bundle, policy: { ...bundle.policy, rules: [rule, ...bundle.policy.rules] } } });
    };
    expect(judged('suspend')).toMatchObject({ verdict: 'suspend', checks: { rule: 'policy:undos' } });
    expect(judged('deny')).toMatchObject({ verdict: 'deny', code: 'policy_denied' });
  });
});
