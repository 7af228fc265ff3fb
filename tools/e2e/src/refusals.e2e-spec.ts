import { randomUUID } from 'node:crypto';
import type { ArtifactBundle, CapabilityScope, ExecutionHeader, Plan, TemplateDefinition } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { alteredShop, type ShopFiles } from './altered-shop';
import { Forger } from './forger';
import { TestSystem, eventually } from './test-system';

type Tools = ArtifactBundle['tools'];

const AMOUNT = {
  type: 'object',
  required: ['amount'],
  additionalProperties: false,
  properties: { amount: { type: 'number' } },
};
const NOTHING = { type: 'object', additionalProperties: false, properties: {} };

/** A template of one step, so that all vendor traffic is this action's. */
const oneCall = (
  template: string,
  tool: string,
  scope: CapabilityScope,
  args: TemplateDefinition['steps'][number]['args'],
  takes: object = NOTHING,
): TemplateDefinition => ({
  template,
  version: '1.0.0',
  description: 'Makes one call.',
  direct: true,
  args: takes,
  scope,
  steps: [{ id: 'call', type: 'tool_call', title: 'Call', tool, ...(args ? { args } : {}) }],
});

const REFUNDS: CapabilityScope = { allowed: { shop: ['refunds.write'] } };
const refund = { orderNumber: '1003', amount: { from: 'args.amount' } };
const TEMPLATES: readonly TemplateDefinition[] = [
  oneCall(
    'outside_domains',
    'shop.order.get',
    { allowed: { shop: ['orders.read'] }, constraints: { shop: { domainsAllowlist: ['*.gov.uk'] } } },
    { orderNumber: '1002' },
  ),
  oneCall(
    'outside_paths',
    'shop.order.get',
    { allowed: { shop: ['orders.read'] }, constraints: { shop: { pathsAllowlist: ['/tickets/*'] } } },
    { orderNumber: '1002' },
  ),
  oneCall(
    'inside_paths',
    'shop.order.get',
    { allowed: { shop: ['orders.read'] }, constraints: { shop: { pathsAllowlist: ['/customers/*'] } } },
    { orderNumber: '1002' },
  ),
  oneCall('refund_any', 'shop.refund.create', REFUNDS, refund, AMOUNT),
  oneCall('refund_without_amount', 'shop.refund_plain.create', REFUNDS, refund, AMOUNT),
  oneCall('hand_over', 'shop.handoff.create', { allowed: { shop: ['handoffs.write'] } }, {}),
  oneCall(
    'open_ticket',
    'shop.ticket.create',
    { allowed: { shop: ['tickets.write'] } },
    { summary: 'The teapot leaks.' },
  ),
];

/** The loader takes no policy that leaves out a tool, so the only rule about this one is for another customer. */
const OF_ANOTHER_CUSTOMER = 'has(principal.customerId) && principal.customerId == "C-0002"';

/**
 * With a tool that is not allowed, a rule and an amount that fit the schemas and fail when they are asked, for they read
 * a number from what is none, and one tool of which no rule speaks to the customer who asks.
 */
const shop = () =>
  alteredShop({
    'templates.yaml': (templates) => [...templates, ...TEMPLATES],
    'tools.yaml': ({ extensions, tools }) => ({
      extensions,
      tools: [...tools, { ...toolNamed(tools, 'shop.handoff.create'), tool: 'shop.handoff.silent' }],
    }),
    'policies.yaml': (policy) => ({
      ...policy,
      rules: [
        {
          rule: 'urgent',
          tools: ['shop.handoff.create'],
          when: 'has(principal.customerId) && int(principal.customerId) > 3',
          effect: 'allow',
          reason: 'What is urgent is handed over.',
        },
        ...policy.rules.map((rule) => (rule.rule === 'support' ? { ...rule, when: OF_ANOTHER_CUSTOMER } : rule)),
      ],
      risk: policy.risk.map((rule) =>
        rule.tool === 'shop.refund_plain.create' ? { ...rule, amount: 'double("EUR " + args.orderNumber)' } : rule,
      ),
    }),
  });

const toolNamed = (tools: Tools, name: string) => tools.find(({ tool }) => tool === name)!;

let arbiter: TestSystem;

beforeAll(async () => {
  arbiter = await TestSystem.open({ processes: 'each', tenants: [shop()] });
});
afterAll(() => arbiter.close());
beforeEach(async () => {
  await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`, { method: 'DELETE' });
});

const traffic = async () =>
  ((await (await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`)).json()) as { requests: unknown[] }).requests;

/** The execution header of a run, once it ended. */
async function stepsOf(requestId: string): Promise<ExecutionHeader['steps']> {
  const { header } = await arbiter.ended(requestId);
  return (header as ExecutionHeader).steps;
}

describe('an action is refused at the gateway, with no vendor traffic and the reason in the header,', () => {
  it.each([
    [
      'outside the domains of its scope (CP-08)',
      'outside_domains',
      {},
      'constraint_violated',
      /only the domains \*\.gov\.uk/,
    ],
    ['outside the paths of its scope (CP-08)', 'outside_paths', {}, 'constraint_violated', /only the paths \/tickets/],
    ['with arguments its schema does not take (AG-02)', 'refund_any', { amount: 20_000 }, 'invalid_args', /amount/],
    [
      'which a rule of the policy denies (CP-09)',
      'refund_any',
      { amount: 5_000 },
      'policy_denied',
      /more than 1000\.00 is made by the accounts team/,
    ],
    [
      'about which a rule of the policy fails',
      'hand_over',
      {},
      'expression_failed',
      /policy rule urgent cannot be evaluated/,
    ],
    [
      'whose amount at risk cannot be told',
      'refund_without_amount',
      { amount: 10 },
      'expression_failed',
      /amount of the risk rule/,
    ],
    [
      'about which no rule speaks',
      'open_ticket',
      {},
      'policy_missing',
      /no policy rule speaks for tool shop\.ticket\.create/,
    ],
  ])('%s', async (_, template, args, code, message) => {
    const steps = await stepsOf(await arbiter.submit(template, args));
    expect(steps).toEqual([
      { stepId: 'call', title: 'Call', status: 'failed', error: { code, message: expect.stringMatching(message) } },
    ]);
    expect(await traffic()).toEqual([]);
  });

  it('and carried out when nothing speaks against it', async () => {
    expect(await stepsOf(await arbiter.submit('inside_paths', {}))).toEqual([
      { stepId: 'call', title: 'Call', status: 'completed' },
    ]);
    expect(await traffic()).toHaveLength(1);
  });
});

describe('an action that waits for a yes', () => {
  it('makes no vendor traffic before it and none after a no, and the header says that it was rejected (AP-01)', async () => {
    const client = arbiter.chat();
    const runs: string[] = [];
    const proposed = await client.say('refund order 1004', (event) => runs.push(event.requestId));
    expect(proposed.status).toBe('waiting_for_approval');
    await client.say('no');
    expect((await stepsOf(runs[0]!)).find(({ stepId }) => stepId === 'refund')).toMatchObject({
      status: 'rejected',
      error: { code: 'rejected' },
    });
    expect(await traffic()).toEqual([expect.objectContaining({ method: 'GET' })]);
  });
});

describe('a tenant whose templates could not be allowed is not even loaded, and the file and the fix are named:', () => {
  const first = (
    change: (step: TemplateDefinition) => TemplateDefinition,
  ): { 'templates.yaml': (content: ShopFiles['templates.yaml']) => ShopFiles['templates.yaml'] } => ({
    'templates.yaml': (templates) => templates.map((template, index) => (index === 0 ? change(template) : template)),
  });

  it.each([
    [
      'a tool that does not exist',
      first((template) => ({
        ...template,
        steps: template.steps.map((step) => (step.tool ? { ...step, tool: 'shop.order.drop' } : step)),
      })),
      /there is no tool "shop\.order\.drop"/,
    ],
    [
      'a tool outside the scope',
      first((template) => ({ ...template, scope: { allowed: { shop: ['tickets.write'] } } })),
      /outside the template's scope/,
    ],
    [
      'a tool that is not on the allow-list',
      {
        'policies.yaml': (policy: ArtifactBundle['policy']) => ({
          ...policy,
          allowList: policy.allowList.filter((tool) => tool !== 'shop.order.get'),
        }),
      },
      /not on the tenant's allow-list/,
    ],
    [
      'a condition that names what is not there',
      {
        'policies.yaml': (policy: ArtifactBundle['policy']) => ({
          ...policy,
          rules: policy.rules.map((rule) => ({ ...rule, when: 'weather == "fine"' })),
        }),
      },
      /weather/,
    ],
  ])('%s', (_, changes, reason) => {
    expect(() => loadTenant(alteredShop(changes))).toThrow(reason);
  });
});

describe('the gateway believes no service before it (PR-03, CX-07):', () => {
  let forger: Forger;

  beforeAll(async () => {
    forger = await Forger.open(arbiter);
  });
  afterAll(() => forger.close());

  const denialOf = async (runId: string) => (await forger.recorded('action.denied', runId)).data.code;

  describe('a run the router would not ask for', () => {
    const forged = async (changes: Parameters<Forger['request']>[2]): Promise<string> => {
      const like = await forger.recorded('run.requested', await arbiter.submit('refund_any', { amount: 5_000 }));
      const runId = randomUUID();
      await forger.request(like, runId, { args: { amount: 20 }, ...changes });
      return runId;
    };

    it('and without a recorded consent changes nothing', async () => {
      expect(await denialOf(await forged({ consent: null }))).toBe('consent_missing');
      expect(await traffic()).toEqual([]);
    });

    it('of which it was not said plainly that it is wanted waits for a yes, below the threshold too', async () => {
      const { data } = await forger.recorded(
        'action.suspended',
        await forged({ consent: { kind: 'asked', rule: 'test', requestId: 'r' } }),
      );
      expect(data.checks).toMatchObject({ rule: 'consent:asked', consent: 'asked' });
      expect(await traffic()).toEqual([]);
    });
  });

  describe('a yes the person did not give', () => {
    it.each([
      ['published_only', /the log holds no such approval/],
      ['stored_elsewhere', /another conversation/],
    ] as const)('(%s) lets nothing go and is set aside as tampering', async (how, cause) => {
      const client = arbiter.chat();
      const runs: string[] = [];
      await client.say('refund order 1004', (event) => runs.push(event.requestId));
      await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`, { method: 'DELETE' });
      await forger.approval(runs[0]!, how);
      for (const app of ['action-gateway', 'executor'] as const)
        await eventually(`${app} to set it aside`, async () => cause.test((await forger.causeOfLetter(app)) ?? ''));
      expect(await arbiter.count('run.resumed', runs[0]!)).toBe(0);
      await client.say('no');
      expect((await stepsOf(runs[0]!)).find(({ stepId }) => stepId === 'refund')).toMatchObject({ status: 'rejected' });
      expect(await traffic()).toEqual([]);
    });
  });

  describe('an action the executor would not ask for', () => {
    beforeAll(() => arbiter.system.stopApp('executor'));
    afterAll(() => arbiter.system.startApp('executor'));

    it.each([
      ['with other arguments', { args: { orderNumber: '1002', amount: 20 } }],
      ['with a wider scope', { scope: { allowed: { shop: ['refunds.write', 'tickets.write'] } } }],
      ['with the key of something else', { args: { orderNumber: '1003', amount: 20 } }],
    ])('%s is denied', async (_, changes) => {
      const runId = await arbiter.submit('refund_any', { amount: 20 });
      await forger.action(runId, { args: { orderNumber: '1003', amount: 20 }, ...changes });
      expect(await denialOf(runId)).toBe('plan_mismatch');
      expect(await traffic()).toEqual([]);
    });
  });

  describe('a plan that no planner of ours would write is refused,', () => {
    beforeAll(() => arbiter.system.stopApp('planner'));

    const planOf = (
      tool: string,
      scope: CapabilityScope,
      template = 'hand_over',
      args: Plan['steps'][number]['args'] = {},
    ): Plan => ({
      intentId: null,
      template,
      templateVersion: '1.0.0',
      scope,
      steps: [{ id: 'call', type: 'tool_call', title: 'Call', dependsOn: [], optional: false, tool, args }],
    });
    const WIDE: CapabilityScope = { allowed: { shop: ['refunds.write', 'handoffs.write'] } };

    it.each([
      ['with a tool that does not exist (AG-06)', planOf('shop.order.drop', REFUNDS), 'forged', 'unknown_tool'],
      [
        'with a tool that is not on the allow-list (AG-03)',
        planOf('shop.handoff.silent', { allowed: { shop: ['handoffs.write'] } }),
        'forged',
        'not_allow_listed',
      ],
      ['with a tool outside its scope (CP-01)', planOf('shop.handoff.create', REFUNDS), 'forged', 'out_of_scope'],
      ['with an empty scope (CP-02)', planOf('shop.handoff.create', { allowed: {} }), 'forged', 'scope_missing'],
      [
        'with a scope that was widened and a hash that is not its own (CP-11)',
        planOf('shop.refund.create', WIDE, 'hand_over', { orderNumber: '1003', amount: 20 }),
        'forged',
        'plan_mismatch',
      ],
      [
        'with its own hash and a scope wider than its template has (CP-11)',
        planOf('shop.handoff.create', WIDE),
        'own',
        'plan_mismatch',
      ],
      [
        'with its own hash and another tool than its template calls (CP-11)',
        planOf('shop.refund.create', REFUNDS, 'hand_over', { orderNumber: '1003', amount: 20 }),
        'own',
        'plan_mismatch',
      ],
    ] as const)('%s', async (_, plan, hash, code) => {
      const runId = await arbiter.submit('hand_over', {});
      await forger.plan(runId, plan, hash);
      expect(await stepsOf(runId)).toEqual([
        { stepId: 'call', title: 'Call', status: 'failed', error: { code, message: expect.any(String) } },
      ]);
      expect(await traffic()).toEqual([]);
      await eventually('the refusal to be recorded', async () => (await arbiter.count('action.denied', runId)) === 1);
    });
  });
});
