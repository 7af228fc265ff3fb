import {
  actionIdOf,
  type ActionOrigin,
  type AgentFact,
  type ArtifactBundle,
  type Plan,
  type PolicyRule,
  type Provenance,
  type Values,
} from '@arbiter/contracts';
import { signatureOf } from '../../../agent/call-signature';
import { canonicalHash } from '../../../canonical-hash';
import { actionBundle } from '../../../fixtures/action-bundle';
import { ARGS, REQUEST } from '../../../fixtures/delegation-story';
import { CONVERSATION } from '../../../fixtures/provenance';
import { OF_RUN } from '../../../fixtures/run-request';
import { compilePlan } from '../../../plan';
import { contextOf, incoming } from '../../../specification';
import type { ActionRequest } from '../../state/action-request';
import { checkAction } from '../check-action';

const LOOKUP = 'shop.order.get';
const REFUND = 'shop.refund.create';
const BUDGET = { cycles: 2, refusals: 3, tokens: 1_000, seconds: 60 };

const bundle: ArtifactBundle = actionBundle({
  agents: [
    {
      agent: 'clerk',
      version: '1.0.0',
      description: 'Looks after orders.',
      instructions: 'Look orders up.',
      tools: [LOOKUP, REFUND],
      class: 'drafting',
      budget: BUDGET,
    },
  ],
  templates: [
    {
      template: 'look_after',
      version: '1.0.0',
      description: 'Has an agent look after an order.',
      direct: true,
      scope: { allowed: { shop: ['orders.read', 'refunds.write', 'tickets.write'] } },
      steps: [{ id: 'work', type: 'agent_run', agent: 'clerk', args: { wish: { from: 'args.wish' } } }],
      args: {
        type: 'object',
        required: ['wish'],
        additionalProperties: false,
        properties: { wish: { type: 'string' } },
      },
    },
  ],
});

const plan = compilePlan(REQUEST, bundle) as Plan;
const planHash = canonicalHash({ plan, args: ARGS });

const originOf = (call: number): ActionOrigin => ({ kind: 'agent_call', stepId: 'work', call });

/** The request of an honest agent for one of its calls. */
function requestOf(call: number, tool: string, args: Values): ActionRequest {
  const origin = originOf(call);
  const signature = signatureOf('shop', tool, args);
  return {
    actionId: actionIdOf('run-1', origin),
    runId: 'run-1',
    stepId: 'work',
    origin,
    tool,
    args,
    scope: plan.scope!,
    planHash,
    artifacts: 'bundle-1',
    idempotencyKey: canonicalHash({ tenant: 'shop', thread: 'thread-1', step: 'work', call: signature }),
  };
}

const place = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 } as const;
const answered = (tool: string, args: Values, personal?: Readonly<Record<string, string>>): AgentFact =>
  incoming('agent.answered', {
    runId: 'run-1',
    stepId: 'work',
    place,
    ask: 1,
    words: '',
    said: '',
    call: { tool, args, signature: signatureOf('shop', tool, args) },
    ...(personal && { personal: { ...personal } }),
    ignoredCalls: 0,
    tokens: 1,
    failure: null,
    at: '2026-03-02T10:00:00.000Z',
  });
const made = (request: ActionRequest): AgentFact =>
  incoming('action.requested', {
    ...request,
    scope: request.scope!,
    sessionId: 'session-1',
    threadId: 'thread-1',
    locale: 'en',
    requestedAt: '2026-03-02T10:00:00.000Z',
  });

const FIRST = requestOf(1, LOOKUP, { orderNumber: '1003' });
const called = (request: ActionRequest): readonly AgentFact[] => [answered(request.tool, request.args), made(request)];

const provenanceOf = (agent: readonly AgentFact[]): Provenance => ({
  request: incoming('run.requested', REQUEST, { stream: CONVERSATION, customerId: 'C-1001' }),
  plan: incoming('plan.accepted', { ...OF_RUN, planHash, plan, fallback: false, args: ARGS }),
  artifacts: bundle,
  ends: [],
  agents: [agent],
});
const check = (request: ActionRequest, agent: readonly AgentFact[] = called(request)) =>
  checkAction(request, contextOf(bundle, { provenance: provenanceOf(agent) }));

describe('a call that a model chose (EX-10, AG-13)', () => {
  it('is allowed when the plan lets its agent call that tool and the log holds the answer that wants it', () => {
    expect(check(FIRST)).toMatchObject({ verdict: 'allow' });
  });

  it('waits for the person when it would change anything, though the run was plainly asked for', () => {
    const refund = requestOf(1, REFUND, { orderNumber: '1003', amount: 5 });
    expect(check(refund)).toMatchObject({ verdict: 'suspend', checks: { rule: 'consent:agent' } });
  });

  it.each<[string, ActionRequest, readonly AgentFact[] | undefined, string, RegExp]>([
    ['nothing the agent did', FIRST, [], 'origin_unproven', /made no call 1/],
    ['no answer that wants it', FIRST, [made(FIRST)], 'origin_unproven', /no recorded answer/],
    [
      'an answer that wants another object',
      FIRST,
      [answered(LOOKUP, { orderNumber: '1004' }), made(FIRST)],
      'origin_unproven',
      /no recorded answer/,
    ],
    [
      'another place among the calls',
      requestOf(2, LOOKUP, { orderNumber: '1003' }),
      called(FIRST),
      'origin_unproven',
      /made no call 2/,
    ],
    ['another run', { ...FIRST, runId: 'run-9' }, undefined, 'plan_mismatch', /^run of/],
    ['another plan', { ...FIRST, planHash: 'forged' }, undefined, 'plan_mismatch', /^plan of/],
    [
      'a step that is none of an agent',
      { ...FIRST, origin: { ...originOf(1), stepId: 'other' } as ActionOrigin },
      undefined,
      'plan_mismatch',
      /no step other/,
    ],
    [
      'a tool that its plan does not give it',
      requestOf(1, 'shop.ticket.create', { summary: 'x' }),
      undefined,
      'plan_mismatch',
      /may not call/,
    ],
    ['another key', { ...FIRST, idempotencyKey: 'k' }, undefined, 'origin_unproven', /idempotency key/],
  ])('is refused with %s', (_, request, agent, code, reason) => {
    expect(check(request, agent)).toMatchObject({ verdict: 'deny', code, reason: expect.stringMatching(reason) });
  });

  it('is judged by where each of its arguments comes from (CP-09)', () => {
    const rule: PolicyRule = {
      rule: 'own_words',
      tools: [LOOKUP],
      when: "origins.orderNumber != 'person'",
      effect: 'deny',
      reason: 'The person names the order.',
    };
    const strict: ArtifactBundle = {
      ...bundle,
      policy: {
        ...bundle.policy,
        rules: [rule, ...bundle.policy.rules],
      },
    };
    const opened = incoming('agent.opened', { wish: ARGS.wish } as never) as AgentFact;
    const judged = (request: ActionRequest) => {
      const provenance = { ...provenanceOf([opened, ...called(request)]), artifacts: strict };
      return checkAction(request, contextOf(strict, { provenance }));
    };
    expect(judged(FIRST)).toMatchObject({ verdict: 'allow' });
    const chosen = requestOf(1, LOOKUP, { orderNumber: '1004' });
    expect(judged(chosen)).toMatchObject({
      verdict: 'deny',
      code: 'policy_denied',
      checks: { rule: 'policy:own_words' },
    });
  });

  it('is sent with the values of the tokens that its answer was given, and no other (AG-08)', () => {
    const token = '<ORDER_7f3a90c1d2e4>';
    const look = requestOf(1, LOOKUP, { orderNumber: token });
    const known = [answered(LOOKUP, look.args, { [token]: '1003' }), made(look)];
    expect(check(look, known)).toMatchObject({ verdict: 'allow', args: { orderNumber: '1003' } });
    expect(check(look)).toMatchObject({ verdict: 'deny', code: 'unknown_token' });
  });

  it('is refused a second time, in whatever clothes, and beyond its budget (TP-05, TP-08)', () => {
    const again = requestOf(2, LOOKUP, { orderNumber: ' 1003' });
    expect(check(again, [...called(FIRST), ...called(again)])).toMatchObject({
      reason: expect.stringMatching(/before/),
    });
    const second = requestOf(2, LOOKUP, { orderNumber: '1004' });
    const third = requestOf(3, LOOKUP, { orderNumber: '1005' });
    expect(check(second, [...called(FIRST), ...called(second)]).verdict).toBe('allow');
    expect(check(third, [...called(FIRST), ...called(second), ...called(third)])).toMatchObject({
      code: 'origin_unproven',
      reason: expect.stringMatching(/may make 2 calls/),
    });
  });
});
