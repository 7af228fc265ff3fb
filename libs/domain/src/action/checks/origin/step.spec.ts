import {
  stepOrigin,
  type ActionEnd,
  type ArtifactBundle,
  type EventData,
  type Plan,
  type PlanStep,
  type Provenance,
  type StepDefinition,
} from '@arbiter/contracts';
import { canonicalHash } from '../../../canonical-hash';
import { actionBundle } from '../../../fixtures/action-bundle';
import { CONVERSATION } from '../../../fixtures/provenance';
import { OF_RUN, templateRequested } from '../../../fixtures/run-request';
import { compilePlan } from '../../../plan';
import { idempotencyKeyOf } from '../../../run';
import { contextOf, incoming } from '../../../specification';
import type { ActionRequest } from '../../state/action-request';
import { checkAction } from '../check-action';
import { stepsBefore } from '../steps-before';

const LOOKUP: StepDefinition = {
  id: 'lookup',
  type: 'tool_call',
  tool: 'shop.order.get',
  args: { orderNumber: { from: 'args.orderNumber' } },
  expect: 'result.status != "cancelled"',
};
const REFUND: StepDefinition = {
  id: 'refund',
  type: 'tool_call',
  tool: 'shop.refund.create',
  dependsOn: ['shown'],
  args: { orderNumber: { from: 'args.orderNumber' }, amount: { from: 'steps.lookup.result.total' } },
};
const SHOWN: StepDefinition = {
  id: 'shown',
  type: 'emit_results',
  dependsOn: ['lookup'],
  args: { status: { from: 'steps.lookup.result.status' } },
};
const SCOPE = { allowed: { shop: ['orders.read', 'refunds.write'] } };
const bundleWith = (steps: readonly StepDefinition[] = [LOOKUP, SHOWN, REFUND]): ArtifactBundle =>
  actionBundle({
    templates: [
      {
        template: 'refund',
        version: '1.0.0',
        description: 'Pays back.',
        direct: true,
        scope: SCOPE,
        steps: [...steps],
        args: {
          type: 'object',
          required: ['orderNumber'],
          additionalProperties: false,
          properties: { orderNumber: { type: 'string' } },
        },
      },
    ],
  });

const REQUEST = templateRequested('refund', { orderNumber: '1003' });
const ended = (name: 'action.succeeded' | 'action.failed', stepId: string, data: object): ActionEnd =>
  incoming(name, {
    actionId: `run-1.${stepId}`,
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    tool: 'shop.order.get',
    attempt: 1,
    checks: null,
    completedAt: '2026-03-02T10:00:00.000Z',
    ...data,
  } as never) as ActionEnd;
const LOOKED_UP = ended('action.succeeded', 'lookup', {
  result: { orderNumber: '1003', status: 'shipped', total: 20 },
  recovered: false,
});

/** The log of honest services, with what may have been changed in it. */
function recorded(
  changes: {
    bundle?: ArtifactBundle;
    request?: Partial<EventData<'run.requested'>>;
    plan?: (plan: Plan) => Plan;
    accepted?: Partial<EventData<'plan.accepted'>>;
    ends?: readonly ActionEnd[];
    customerId?: string;
  } = {},
): Provenance {
  const bundle = changes.bundle ?? bundleWith();
  const request = { ...REQUEST, ...changes.request };
  const compiled = compilePlan(REQUEST, bundle) as Plan;
  const plan = changes.plan?.(compiled) ?? compiled;
  const { args } = REQUEST;
  return {
    request: incoming('run.requested', request, { stream: CONVERSATION, customerId: changes.customerId ?? 'C-1001' }),
    plan: incoming('plan.accepted', {
      ...OF_RUN,
      planHash: canonicalHash({ plan, args }),
      plan,
      fallback: false,
      args,
      ...changes.accepted,
    }),
    artifacts: bundle,
    ends: changes.ends ?? [LOOKED_UP],
  };
}

/** The request of an honest executor, with changes that an attacker may have made. */
function check(provenance: Provenance | null, changes: Partial<ActionRequest> = {}) {
  const data = (provenance ?? recorded()).plan.data;
  const step: PlanStep = data.plan.steps.find(({ id }) => id === 'refund') ?? data.plan.steps[0]!;
  const args = changes.args ?? { orderNumber: '1003', amount: 20 };
  const request: ActionRequest = {
    actionId: 'run-1.refund',
    runId: 'run-1',
    stepId: 'refund',
    origin: stepOrigin('refund'),
    tool: 'shop.refund.create',
    args,
    scope: data.plan.scope,
    planHash: data.planHash,
    artifacts: 'bundle-1',
    idempotencyKey: idempotencyKeyOf(
      { tenant: 'shop', customerId: 'C-1001', threadId: 'thread-1', runId: 'run-1' },
      step,
      args,
    ),
    ...changes,
  };
  return checkAction(request, contextOf(bundleWith(), { provenance }));
}

const WIDER = { allowed: { shop: ['orders.read', 'refunds.write', 'tickets.write'] } };
const onStep =
  (changes: Partial<PlanStep>) =>
  (plan: Plan): Plan => ({
    ...plan,
    steps: plan.steps.map((step) => (step.id === 'refund' ? ({ ...step, ...changes } as PlanStep) : step)),
  });

describe('an action and the plan in the log', () => {
  it('an action of the recorded plan is allowed', () => {
    expect(check(recorded())).toMatchObject({ verdict: 'allow', checks: { consent: 'clear' } });
  });

  it('words around what is done may be in another language', () => {
    expect(check(recorded({ plan: onStep({ title: 'Die Bestellung erstatten' }) })).verdict).toBe('allow');
  });

  it('without a recorded plan nothing is done (PL-24)', () => {
    expect(check(null)).toMatchObject({
      verdict: 'deny',
      code: 'plan_missing',
      checks: { rule: 'plan', consent: null },
    });
  });

  it.each<[string, Parameters<typeof recorded>[0], RegExp]>([
    ['a hash that is not its own', { accepted: { planHash: 'forged' } }, /does not have the hash/],
    [
      'arguments that were changed after it was hashed',
      { accepted: { args: { orderNumber: '1004' } } },
      /does not have the hash/,
    ],
    ['a wider scope than its template', { plan: (plan) => ({ ...plan, scope: WIDER }) }, /not what its template says/],
    [
      'another tool than its template',
      { plan: onStep({ tool: 'shop.refund_plain.create' }) },
      /not what its template says/,
    ],
    [
      'other arguments of a step than its template',
      { plan: onStep({ args: { orderNumber: '1004', amount: 20 } }) },
      /not what its template says/,
    ],
    ['a step that waits for nothing any more', { plan: onStep({ dependsOn: [] }) }, /not what its template says/],
    ['a request for something else', { request: { template: 'nothing' } }, /not what its template says/],
    [
      'a request for another object',
      { request: { args: { orderNumber: '1004' } } },
      /other arguments than its request/,
    ],
    ['the request of another run', { request: { requestId: 'run-9' } }, /not made upon the request of its run/],
    ['the request of another person', { customerId: 'C-9' }, /not made upon the request of its run/],
    [
      'a request that only says something',
      { request: { purpose: 'respond', copy: 'greeting' } },
      /not what its template says/,
    ],
  ])('a plan with %s lets nothing pass', (_, changes, reason) => {
    const provenance = recorded(changes);
    expect(check(provenance)).toMatchObject({
      verdict: 'deny',
      code: 'plan_mismatch',
      reason: expect.stringMatching(reason),
    });
  });

  it.each<[string, Partial<ActionRequest>, RegExp]>([
    ['another amount than the order had', { args: { orderNumber: '1003', amount: 40 } }, /^args of the request/],
    ['another order than was asked for', { args: { orderNumber: '1004', amount: 20 } }, /^args of the request/],
    ['a wider scope', { scope: WIDER }, /^scope of the request/],
    ['another plan', { planHash: 'forged' }, /^plan of the request/],
    ['another run', { runId: 'run-9' }, /^run of the request/],
    ['another place in the log', { actionId: 'run-1.again' }, /^action of the request/],
    ['artifacts the run is not pinned to', { artifacts: 'bundle-2' }, /^artifacts of the request/],
    ['a step the plan does not have', { stepId: 'again', origin: stepOrigin('again') }, /no step again/],
    ['another step than its origin', { stepId: 'again' }, /^step of the request/],
    ['the origin of another action', { origin: stepOrigin('refund', 2) }, /^origin of the request/],
    [
      'a tool the step does not call',
      { tool: 'shop.refund_plain.create' },
      /no step refund that calls shop\.refund_plain\.create/,
    ],
    ['the key of another deed', { idempotencyKey: 'k' }, /idempotency key/],
  ])('a request with %s is refused', (_, changes, reason) => {
    expect(check(recorded(), changes)).toMatchObject({
      verdict: 'deny',
      code: 'plan_mismatch',
      reason: expect.stringMatching(reason),
    });
  });

  it('nothing of the arguments stands in a refusal', () => {
    expect(JSON.stringify(check(recorded(), { args: { orderNumber: '1003', amount: 77_777 } }))).not.toContain('77777');
  });
});

describe('the order of a plan', () => {
  it('a step comes after every action before it, through steps that call nothing', () => {
    expect(stepsBefore(recorded().plan.data.plan, ['refund'])).toEqual(['lookup']);
  });

  // The amount is left out: without a result there is none.
  const early = { args: { orderNumber: '1003' } };

  it.each<[string, readonly ActionEnd[]]>([
    ['has not ended', []],
    ['failed', [ended('action.failed', 'lookup', { code: 'not_found', reason: 'no such order' })]],
    [
      'ended with something else than is expected',
      [ended('action.succeeded', 'lookup', { result: { orderNumber: '1003', status: 'cancelled' }, recovered: false })],
    ],
  ])('nothing is done when what comes before it %s', (_, ends) => {
    expect(check(recorded({ ends }), early)).toMatchObject({
      verdict: 'deny',
      code: 'out_of_order',
      reason: expect.stringContaining('lookup'),
    });
  });

  it('an optional step is only waited for', () => {
    const plain: StepDefinition = { ...REFUND, args: { orderNumber: { from: 'args.orderNumber' }, amount: 20 } };
    const bundle = bundleWith([{ ...LOOKUP, optional: true }, SHOWN, plain]);
    const failed = [ended('action.failed', 'lookup', { code: 'not_found', reason: 'no such order' })];
    expect(check(recorded({ bundle, ends: failed })).verdict).toBe('allow');
    expect(check(recorded({ bundle, ends: [] }))).toMatchObject({ code: 'out_of_order' });
  });
});
