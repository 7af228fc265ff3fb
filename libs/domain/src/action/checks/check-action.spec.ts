import type {
  ArtifactBundle,
  CapabilityScope,
  Consent,
  ExtensionDefinition,
  PolicyDefinition,
  ToolDefinition,
} from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import { actionBundle, actionPolicy } from '../../fixtures/action-bundle';
import { policyVersionOf } from '../state/policy-version';
import { actionRequested } from '../../fixtures/action-events';
import { honestProvenance } from '../../fixtures/provenance';
import { shopExtensions, shopTools } from '../../fixtures/shop-tools';
import { contextOf } from '../../specification';
import { templateValues } from '../calls/fill-template';
import { requestOf, type ActionRequest } from '../state/action-request';
import { checkAction } from './check-action';

type Artifacts = { tools?: ToolDefinition[]; extensions?: ExtensionDefinition[]; policy?: PolicyDefinition };

const check = (request: Partial<ActionRequest> = {}, artifacts: Artifacts = {}) =>
  checked(actionBundle(artifacts), requestOf(actionRequested(request as object).data));

const checked = (bundle: ArtifactBundle, request: ActionRequest, consent?: Consent | null) =>
  checkAction(
    request,
    contextOf(bundle, { provenance: honestProvenance(request, bundle, consent === undefined ? {} : { consent }) }),
  );

const withTool = (changes: Partial<ToolDefinition>): Artifacts => ({
  tools: shopTools.map((tool) => (tool.tool === 'shop.refund.create' ? { ...tool, ...changes } : tool)),
});
const withRule = (when: string): Artifacts => ({
  policy: actionPolicy({ rules: [{ rule: 'only', tools: ['shop.*'], when, effect: 'allow', reason: 'Because.' }] }),
});

describe('checking an action (CP-03)', () => {
  it('an action that every check lets pass is allowed, and the policy rule that allowed it is named', () => {
    expect(check()).toEqual({
      verdict: 'allow',
      checks: {
        allowed: true,
        rule: 'policy:refunds',
        reasons: ['Customers may have their orders refunded.'],
        riskClass: 'record_mutation',
        consent: 'clear',
        policyVersion: policyVersionOf(actionPolicy()),
      },
      tool: shopTools[2],
      args: { orderNumber: '1003', amount: 20 },
      call: expect.objectContaining({
        method: 'POST',
        path: '/refunds',
        body: { customerId: 'C-1001', orderNumber: '1003', amount: 20 },
      }),
    });
  });

  it.each([
    [
      'a tool that does not exist',
      'unknown_tool',
      /hold no tool shop\.order\.delete/,
      { tool: 'shop.order.delete' },
      {},
    ],
    ['a name that every object has', 'unknown_tool', /hold no tool constructor/, { tool: 'constructor' }, {}],
    [
      'a tool outside the allow-list',
      'not_allow_listed',
      /allow-list of tenant shop/,
      {},
      { policy: actionPolicy({ allowList: ['shop.order.get'] }) },
    ],
    ['no scope', 'scope_missing', /no capability scope/, { scope: null }, {}],
    ['an empty scope', 'scope_missing', /no capability scope/, { scope: { allowed: {} } }, {}],
    [
      'an extension outside the scope',
      'out_of_scope',
      /does not hold capability refunds\.write of extension shop/,
      { scope: { allowed: { web: ['refunds.write'] } } },
      {},
    ],
    [
      'a capability outside the scope',
      'out_of_scope',
      /does not hold capability refunds\.write/,
      { scope: { allowed: { shop: ['orders.read'] } } },
      {},
    ],
    ['a missing argument', 'invalid_args', /^args\.amount is missing$/, { args: { orderNumber: '1003' } }, {}],
    [
      'an argument of another form',
      'invalid_args',
      /^args\.orderNumber must match pattern/,
      { args: { orderNumber: '../1', amount: 1 } },
      {},
    ],
    [
      'an undeclared argument',
      'invalid_args',
      /^args\.customerId is not an argument of this tool$/,
      { args: { orderNumber: '1003', amount: 1, customerId: 'C-2' } },
      {},
    ],
    [
      'two wrong arguments',
      'invalid_args',
      /^args\.orderNumber must be string; args\.amount must be > 0$/,
      { args: { orderNumber: 1003, amount: 0 } },
      {},
    ],
    ['a tool without request', 'tool_unusable', /has no builtin, and no request/, {}, withTool({ request: undefined })],
    [
      'a tool whose extension has no address',
      'tool_unusable',
      /names its baseUrlVariable/,
      {},
      { extensions: [{ extension: 'shop' }] },
    ],
    [
      'a tool whose schema is none',
      'tool_unusable',
      /not valid JSON Schema/,
      {},
      withTool({ args: { type: 'nothing' } }),
    ],
    [
      'a request that cannot be filled',
      'invalid_args',
      /path needs args\.refundId/,
      {},
      withTool({ request: { method: 'POST', path: '/refunds/{args.refundId}' } }),
    ],
    [
      'a rule that says no',
      'policy_denied',
      /^The accounts team makes large refunds\.$/,
      { args: { orderNumber: '1003', amount: 1_001 } },
      {},
    ],
    ['no rule at all', 'policy_missing', /no policy rule speaks for tool/, {}, { policy: actionPolicy({ rules: [] }) }],
    [
      'only a rule whose condition does not hold',
      'policy_missing',
      /no policy rule speaks for tool/,
      {},
      withRule('args.amount > 500.0'),
    ],
    [
      'a condition that cannot be evaluated',
      'expression_failed',
      /condition of policy rule only cannot be evaluated/,
      {},
      withRule('args.total > 1.0'),
    ],
    [
      'a condition that cannot be compiled',
      'expression_failed',
      /condition of policy rule only/,
      {},
      withRule('args.amount >'),
    ],
    [
      'a risk amount that cannot be evaluated',
      'expression_failed',
      /amount of the risk rule/,
      {},
      {
        policy: actionPolicy({
          risk: [
            { tool: 'shop.refund.create', kind: 'suspend_unless_below_threshold', amount: 'args.total', threshold: 50 },
          ],
        }),
      },
    ],
  ] as const)('%s is refused as %s', (_, code, reason, request, artifacts) => {
    const refused = check(request as Partial<ActionRequest>, artifacts as Artifacts);
    expect(refused).toMatchObject({
      verdict: 'deny',
      code,
      reason: expect.stringMatching(reason),
      checks: { allowed: false, policyVersion: policyVersionOf((artifacts as Artifacts)?.policy ?? actionPolicy()) },
    });
  });

  it('a refusal never holds a value of the arguments', () => {
    const refused = check({ args: { orderNumber: 'my-secret-name', amount: 'my-secret-sum' } });
    expect(JSON.stringify(refused)).not.toContain('my-secret');
  });

  it('the first rule that holds decides, whatever comes after it (CP-10)', () => {
    const rules = actionPolicy().rules;
    expect(
      check(
        { args: { orderNumber: '1003', amount: 1_001 } },
        { policy: actionPolicy({ rules: [rules[1]!, rules[0]!] }) },
      ).verdict,
    ).toBe('suspend');
  });

  it('a rule sees who asks, bound by the platform', () => {
    expect(
      check({}, withRule('principal.customerId == "C-1001" && principal.tenant == "shop" && tenant == "shop"')).verdict,
    ).toBe('allow');
    expect(check({}, withRule('principal.customerId == "C-1002"'))).toMatchObject({ code: 'policy_missing' });
  });

  it('shop.* speaks for shop.refund.create and not for shopping.refund.create', () => {
    const tool = { ...shopTools[2]!, tool: 'shopping.refund.create' };
    const policy = actionPolicy({
      allowList: ['shopping.refund.create'],
      rules: [{ rule: 'only', tools: ['shop.*'], effect: 'allow', reason: 'Because.' }],
    });
    expect(check({ tool: 'shopping.refund.create' }, { tools: [tool], policy })).toMatchObject({
      code: 'policy_missing',
    });
  });

  describe('the risk of an allowed action (PL-09, AG-04)', () => {
    const risk = (...rules: PolicyDefinition['risk']) => ({ policy: actionPolicy({ risk: rules }) });
    const tool = 'shop.refund.create';
    const amount = (value: number) => ({ args: { orderNumber: '1003', amount: value } });

    it.each([
      ['below the threshold it is carried out', amount(49.99), {}, 'allow', 'policy:refunds'],
      ['at the threshold it waits', amount(50), {}, 'suspend', 'risk:suspend_unless_below_threshold'],
      ['a rule to dispatch carries it out', amount(900), risk({ tool, kind: 'dispatch' }), 'allow', 'policy:refunds'],
      ['a rule to suspend lets it wait', amount(1), risk({ tool, kind: 'suspend' }), 'suspend', 'risk:suspend'],
      ['without a rule a mutation waits', amount(1), risk(), 'suspend', 'risk:no_risk_rule'],
      [
        'without a threshold it waits',
        amount(1),
        risk({ tool, kind: 'suspend_unless_below_threshold', amount: 'args.amount' }),
        'suspend',
        'risk:suspend_unless_below_threshold',
      ],
      [
        'a negative amount is not a small one',
        amount(20),
        risk({ tool, kind: 'suspend_unless_below_threshold', amount: '0.0 - args.amount', threshold: 50 }),
        'suspend',
        'risk:suspend_unless_below_threshold',
      ],
      [
        'without a rule a read is carried out',
        { tool: 'shop.order.get', args: { orderNumber: '1003' } },
        risk(),
        'allow',
        'policy:reads',
      ],
    ] as const)('%s', (_, request, artifacts, verdict, rule) => {
      expect(check(request, artifacts as Artifacts)).toMatchObject({ verdict, checks: { allowed: true, rule } });
    });

    it('external communication waits unless a rule says otherwise', () => {
      expect(check(amount(1), { ...withTool({ riskClass: 'external_communication' }), ...risk() }).verdict).toBe(
        'suspend',
      );
    });

    it('a policy rule can let wait what its risk would not', () => {
      const policy = actionPolicy({
        rules: [{ rule: 'look_first', tools: [tool], effect: 'suspend', reason: 'Somebody looks.' }],
      });
      expect(check(amount(1), { policy })).toMatchObject({
        verdict: 'suspend',
        question: 'approval_default',
        checks: { rule: 'policy:look_first', reasons: ['Somebody looks.'] },
      });
    });

    it('the question of the risk rule asks for the approval', () => {
      expect(check(amount(60))).toMatchObject({ verdict: 'suspend', question: 'approval_question' });
    });
  });

  describe('the constraints of a scope', () => {
    const scoped = (constraint: NonNullable<CapabilityScope['constraints']>[string], args?: ActionRequest['args']) => ({
      scope: { allowed: { shop: ['refunds.write'] }, constraints: { shop: constraint } },
      ...(args ? { args } : {}),
    });
    const living = (domain: string) => ({
      extensions: shopExtensions.map((extension) =>
        extension.extension === 'shop' ? { ...extension, domain } : extension,
      ),
    });
    const violated = { verdict: 'deny', code: 'constraint_violated' };

    it('a domain that fits a wildcard is allowed', () => {
      expect(check(scoped({ domainsAllowlist: ['*.nhs.uk', '*.gov.uk'] }), living('api.tax.gov.uk')).verdict).toBe(
        'allow',
      );
    });

    it('a domain that fits none is refused', () => {
      expect(check(scoped({ domainsAllowlist: ['*.gov.uk'] }), living('gov.uk.evil.example'))).toMatchObject(violated);
    });

    it('a domain the artifact does not name is refused', () => {
      expect(check(scoped({ domainsAllowlist: ['*.gov.uk'] }))).toMatchObject(violated);
    });

    it('an empty list of domains allows none', () => {
      expect(check(scoped({ domainsAllowlist: [] }), living('tax.gov.uk'))).toMatchObject(violated);
    });

    it('the path of the request must fit', () => {
      expect(check(scoped({ pathsAllowlist: ['/refunds'] })).verdict).toBe('allow');
      expect(check(scoped({ pathsAllowlist: ['/orders/*'] }))).toMatchObject(violated);
    });

    it('a URL among the arguments is what the constraints are about', () => {
      const tool = withTool({
        args: { type: 'object', required: ['url'], properties: { url: { type: 'string', format: 'uri' } } },
        request: { method: 'GET', path: '/fetch', query: { url: '{args.url}' } },
        riskClass: 'read',
      });
      const policy = actionPolicy({
        rules: [{ rule: 'all', tools: ['shop.*'], effect: 'allow', reason: 'Because.' }],
        risk: [],
      });
      const fetching = (url: string, constraint = { domainsAllowlist: ['*.gov.uk'] }) =>
        check(scoped(constraint, { url }), { ...tool, ...living('fetcher.example'), policy });
      expect(fetching('https://www.gov.uk/tax').verdict).toBe('allow');
      expect(fetching('https://www.gov.uk@evil.example/')).toMatchObject(violated);
      expect(fetching('https://WWW.GOV.UK./tax').verdict).toBe('allow');
      expect(fetching('file:///etc/passwd')).toMatchObject(violated);
      expect(
        fetching('https://www.gov.uk/a/../admin', {
          domainsAllowlist: ['*.gov.uk'],
          pathsAllowlist: ['/a/*'],
        } as never),
      ).toMatchObject(violated);
    });

    it('the constraints of another extension do not count', () => {
      expect(
        check({ scope: { allowed: { shop: ['refunds.write'] }, constraints: { web: { domainsAllowlist: [] } } } })
          .verdict,
      ).toBe('allow');
    });
  });

  it.each([
    ['an idempotency key of letters no header takes', 'shop/run-1/refund/customer:Zoë/1'],
    ['an endless one', 'k'.repeat(129)],
  ])('%s goes out by its hash', (_, idempotencyKey) => {
    expect(templateValues({}, { tenant: 'shop', customerId: 'C-1001' }, idempotencyKey).key).toBe(
      canonicalHash(idempotencyKey),
    );
  });

  it('two tools may carry a schema with the same $id', () => {
    const schema = { $id: 'https://schemas.example/any', type: 'object' };
    const tools = shopTools.map((tool) => ({ ...tool, args: { ...schema } }));
    const bundle = actionBundle({ tools });
    const asked = [{}, { tool: 'shop.order.get', args: { orderNumber: '1003' } }].map((changes) =>
      requestOf(actionRequested(changes).data),
    );
    expect(asked.map((request) => checked(bundle, request).verdict)).toEqual(['allow', 'allow']);
  });
});
