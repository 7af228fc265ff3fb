import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactError, type ArtifactProblem } from './artifact-error';
import { bundleHash } from './bundle-hash';
import { loadTenant } from './load-tenant';

const SHOP = join(__dirname, '../../../../deploy/tenants/shop');
let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tenants-'));
  folder = join(home, 'shop');
  cpSync(SHOP, folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

/** Makes one mistake in the copied tenant. */
function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`);
  writeFileSync(
    join(folder, file),
    text.replace(from, () => to),
  );
}

/** The line, from 1, on which a text that occurs first there stands. */
function lineOf(file: string, text: string): number {
  const before = readFileSync(join(folder, file), 'utf8').split(text)[0] as string;
  return before.split('\n').length;
}

function problemsOf(path = folder): readonly ArtifactProblem[] {
  try {
    loadTenant(path);
  } catch (error) {
    if (error instanceof ArtifactError) return error.problems;
    throw error;
  }
  return [];
}

describe('the demo tenant', () => {
  it('loads', () => {
    const bundle = loadTenant(SHOP);
    expect(bundle.tenant).toBe('shop');
    expect(bundle.intents.map(({ intent }) => intent)).toEqual([
      'order_status',
      'refund_order',
      'create_ticket',
      'escalate',
      'my_orders',
      'order_contents',
      'refund_status',
      'ticket_status',
      'cancel_order',
      'partial_refund',
      'change_address',
      'shop_question',
    ]);
    expect(bundle.intents.every(({ examples }) => new Set(examples).size >= 12)).toBe(true);
    expect(bundle.templates.filter(({ direct }) => direct).map(({ template }) => template)).toEqual([
      'refund_order',
      'refund_order_etag',
      'refund_order_plain',
      'echo_five',
      'echo_fan_out',
    ]);
  });

  it('asks in its own words before anything that changes the world, in every language', () => {
    const { tools, policy, copy, translations } = loadTenant(SHOP);
    const questions = tools
      .filter(({ riskClass }) => riskClass !== 'read')
      .map(({ tool }) => policy.risk.find((rule) => rule.tool === tool)?.question ?? tool);
    for (const { sentences } of [copy, ...translations])
      expect(questions.filter((question) => !sentences[question]?.endsWith('?'))).toEqual([]);
  });

  it('may leave the risk of a tool that changes the world unsaid: it waits for a yes then (AP-03)', () => {
    edit('policies.yaml', '  - tool: shop.handoff.create\n    kind: dispatch\n    question: approval_handoff\n', '');
    const { policy } = loadTenant(folder);
    expect([
      policy.allowList.includes('shop.handoff.create'),
      policy.risk.some(({ tool }) => tool === 'shop.handoff.create'),
    ]).toEqual([true, false]);
  });

  it('takes who is asking from the platform alone', () => {
    const { tools } = loadTenant(SHOP);
    const shopTools = tools.filter(({ extension }) => extension === 'shop');
    expect(shopTools.filter(({ request }) => !JSON.stringify(request).includes('{principal.customerId}'))).toEqual([]);
    expect(
      shopTools.filter(({ args }) => /customer/i.test(JSON.stringify((args as { properties: object }).properties))),
    ).toEqual([]);
  });

  it('has a name that follows from its content, not from its layout', () => {
    const hash = bundleHash(loadTenant(folder));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    edit(
      'models.yaml',
      'timeoutMilliseconds: 4000\nminimumConfidence: 0.5',
      '# a remark\nminimumConfidence:   0.50\ntimeoutMilliseconds: 4000',
    );
    expect(bundleHash(loadTenant(folder))).toBe(hash);
    edit('models.yaml', '0.50', '0.51');
    expect(bundleHash(loadTenant(folder))).not.toBe(hash);
  });
});

/** what is wrong; file; text; what it becomes; where the problem shows (file, text); reason and fix */
type Mistake = readonly [
  what: string,
  file: string,
  from: string,
  to: string,
  at: string | readonly [string, string],
  message: RegExp,
];

const SYNTAX_AND_SHAPE: readonly Mistake[] = [
  ['broken YAML', 'models.yaml', 'purposes:', 'purposes: [', 'timeoutMilliseconds', /not YAML as it should be/],
  [
    'a key given twice',
    'models.yaml',
    'purposes:',
    'timeoutMilliseconds: 1\npurposes:',
    'timeoutMilliseconds: 4000',
    /Map keys must be unique/,
  ],
  [
    'a missing field',
    'intents.yaml',
    '  description: Pay an order back to the customer.\n',
    '',
    'intent: refund_order',
    /`1` lacks `description`; add it/,
  ],
  [
    'an unknown field',
    'policies.yaml',
    'effect: deny',
    'efect: deny',
    'efect: deny',
    /unknown `efect`; remove it or use one of rule, tools, when, effect, reason/,
  ],
  [
    'an unknown word',
    'tools.yaml',
    'idempotency: etag',
    'idempotency: maybe',
    'idempotency: maybe',
    /`tools\.\d+\.idempotency` .*; use one of native_key, etag/,
  ],
  [
    'an unknown kind of step',
    'templates.yaml',
    'type: synthesize',
    'type: shout',
    'type: shout',
    /use one of tool_call, respond/,
  ],
  [
    'a wrong type',
    'models.yaml',
    'timeoutMilliseconds: 4000',
    'timeoutMilliseconds: soon',
    'timeoutMilliseconds: soon',
    /`timeoutMilliseconds` must be integer/,
  ],
  [
    'a name that cannot be one',
    'intents.yaml',
    'intent: escalate',
    'intent: Get Help',
    'intent: Get Help',
    /`3\.intent` must match pattern/,
  ],
  ['an unknown tier', 'models.yaml', '  C: [', '  D: [', 'D: [', /`tiers` holds an unknown `D`/],
  [
    'a number that JSON lacks',
    'policies.yaml',
    'threshold: 50.00',
    'threshold: .inf',
    'threshold: .inf',
    /`risk\.\d+\.threshold` must be number|finite number/,
  ],
];

const BETWEEN_ARTIFACTS: readonly Mistake[] = [
  [
    'two intents of one name',
    'intents.yaml',
    'intent: refund_order',
    'intent: order_status',
    'intent: order_status\n  title: your refund',
    /"order_status" is there twice/,
  ],
  [
    'two steps of one name',
    'templates.yaml',
    'id: echo2, type',
    'id: echo1, type',
    '{ id: echo1, type: tool_call, title: Second',
    /"echo1" is there twice/,
  ],
  [
    'an intent without template',
    'intents.yaml',
    'template: escalate',
    'template: escape',
    'template: escape',
    /no template "escape"; use one of order_status, /,
  ],
  [
    'an intent that does not ask for what its template needs',
    'intents.yaml',
    'name: summary\n      expectedType: freeform\n      required: true',
    'name: summary\n      expectedType: freeform\n      required: false',
    ['intents.yaml', 'slots:\n    - name: summary'],
    /needs `summary`, which no required slot asks for/,
  ],
  [
    'a slot its template does not take',
    'intents.yaml',
    'name: summary',
    'name: story',
    'name: story',
    /takes no argument `story`; use one of summary/,
  ],
  [
    'a label that shows what is sensitive',
    'intents.yaml',
    'label: Ticket',
    'label: Ticket {summary}',
    'label: Ticket',
    /"create_ticket" has no slot \{summary\} that may be shown/,
  ],
  [
    'a label that speaks of no slot',
    'intents.yaml',
    'label: Refund {orderNumber}',
    'label: Refund {number}',
    'label: Refund',
    /no slot \{number\} that may be shown; use one of \{orderNumber\}/,
  ],
  [
    'a translated label that speaks of no slot',
    'copy.de.yaml',
    'label: Erstattung {orderNumber}',
    'label: Erstattung {nummer}',
    'label: Erstattung',
    /no slot \{nummer\} that may be shown/,
  ],
  [
    'an identifier without pattern',
    'intents.yaml',
    "      pattern: '^\\d{4}$'\n",
    '',
    'expectedType: identifier',
    /an identifier needs a pattern/,
  ],
  [
    'a cue behind a slot there is not',
    'intents.yaml',
    "'{orderNumber} to'",
    "'{order} to'",
    "cues: ['{order} to'",
    /there is no other slot \{order\}; use one of \{orderNumber\}/,
  ],
  [
    'a choice without choices',
    'intents.yaml',
    'expectedType: freeform',
    'expectedType: choice',
    'expectedType: choice',
    /a choice needs choices/,
  ],
  ['a pattern that is none', 'intents.yaml', "'^\\d{4}$'", "'^(\\d{4}$'", "pattern: '^(", /not a regular expression/],
  [
    'a pattern that backtracks',
    'intents.yaml',
    "'^\\d{4}$'",
    "'^(\\d+)+$'",
    "pattern: '^(",
    /the pattern repeats a group/,
  ],
  [
    'a step without tool',
    'templates.yaml',
    '      tool: shop.order.get\n',
    '',
    'type: tool_call',
    /names no tool; add `tool`/,
  ],
  [
    'a reply without words',
    'templates.yaml',
    '      copy: order_status\n',
    '',
    'type: synthesize',
    /a synthesize says nothing/,
  ],
  [
    'a reply that calls a tool',
    'templates.yaml',
    'copy: order_status',
    'copy: order_status\n      tool: shop.order.get',
    'tool: shop.order.get\n      args:\n        orderNumber',
    /a synthesize calls no tool/,
  ],
  [
    'a reply that expects a result',
    'templates.yaml',
    'copy: order_status',
    "copy: order_status\n      expect: 'true'",
    "expect: 'true'",
    /a synthesize has no result to expect/,
  ],
  [
    'a binding with a remark',
    'templates.yaml',
    '{ from: args.orderNumber }',
    '{ from: args.orderNumber, default: 1 }',
    'default: 1',
    /keep `from` alone/,
  ],
  [
    'an unknown tool',
    'templates.yaml',
    'tool: shop.order.get',
    'tool: shop.order.eat',
    'tool: shop.order.eat',
    /no tool "shop\.order\.eat"; use one of arbiter\.echo\.say/,
  ],
  [
    'a tool outside the scope',
    'templates.yaml',
    'shop: [orders.read]',
    'shop: [tickets.write]',
    'tool: shop.order.get',
    /outside the template's scope; allow "orders\.read" of "shop"/,
  ],
  [
    'a tool off the allow-list',
    'policies.yaml',
    '  - shop.refund.create\n',
    '',
    ['templates.yaml', 'tool: shop.refund.create'],
    /"shop\.refund\.create" is not on the tenant's allow-list/,
  ],
  [
    'an unknown extension in a scope',
    'templates.yaml',
    'shop: [orders.read]',
    'shopp: [orders.read]',
    'shopp:',
    /no extension "shopp"; use one of arbiter, shop/,
  ],
  [
    'an unknown capability in a scope',
    'templates.yaml',
    'shop: [tickets.write]',
    'shop: [tickets.write, tickets.burn]',
    'shop: [tickets.write',
    /no tool of "shop" has the capability "tickets\.burn"/,
  ],
  [
    'a dependency on no step',
    'templates.yaml',
    'dependsOn: [lookup]',
    'dependsOn: [lookdown]',
    'dependsOn: [lookdown]',
    /no step "lookdown"; use one of lookup/,
  ],
  [
    'a circle of dependencies',
    'templates.yaml',
    'id: echo1, type: tool_call',
    'id: echo1, dependsOn: [echo5], type: tool_call',
    'id: echo1, dependsOn',
    /step "echo1" waits for itself; break the circle/,
  ],
  [
    'a binding to a later step',
    'templates.yaml',
    'dependsOn: [echo2], tool',
    'dependsOn: [echo1], tool',
    'id: echo3',
    /step "echo2" is not finished before this one/,
  ],
  [
    'a binding to no argument',
    'templates.yaml',
    '{ from: args.orderNumber }',
    '{ from: args.number }',
    'from: args.number',
    /no argument `number`; use one of orderNumber/,
  ],
  [
    'a binding to no field of a result',
    'templates.yaml',
    'steps.lookup.result.carrier',
    'steps.lookup.result.whereabouts',
    'steps.lookup.result.whereabouts',
    /declares no `whereabouts` in its result/,
  ],
  [
    'a binding to nowhere',
    'templates.yaml',
    'from: args.orderNumber',
    'from: model.orderNumber',
    'from: model.orderNumber',
    /write args\.<name> or steps\.<id>\.result\.<field>/,
  ],
  [
    'an argument the tool does not take',
    'templates.yaml',
    'args: { summary: { from: args.summary } }',
    'args: { summary: { from: args.summary }, customerId: C-0001 }',
    'customerId: C-0001',
    /takes no argument `customerId`/,
  ],
  [
    'an argument the tool lacks',
    'templates.yaml',
    '        amount: { from: steps.lookup.result.refundable }\n',
    '',
    'tool: shop.refund.create',
    /needs the argument `amount`/,
  ],
  [
    'an expectation that is none',
    'templates.yaml',
    'expect: result.status == "refunded"',
    'expect: status == "refunded"',
    'expect: status',
    /Unknown variable: status; it may name result, args/,
  ],
  [
    'a cause that is none',
    'templates.yaml',
    'that: result.status != "cancelled"',
    'that: status != "cancelled"',
    '- { that: status',
    /Unknown variable: status/,
  ],
  [
    'a cause without words',
    'templates.yaml',
    '        order_shipped: cancel_shipped\n',
    '',
    '- { that: result.status == "processing"',
    /nothing is said when "order_shipped" fails the step; add it to `failureCopy`/,
  ],
  [
    'an expectation of another shape',
    'templates.yaml',
    'expect: result.status == "refunded"',
    'expect: 7',
    'expect: 7',
    /`.*expect` is nothing it may be; it is meant as: CEL over/,
  ],
  [
    'arguments that are not closed',
    'tools.yaml',
    '      required: [summary]\n      additionalProperties: false\n',
    '      required: [summary]\n',
    'args:\n      type: object\n      required: [summary]',
    /arguments must be a closed object/,
  ],
  [
    'a JSON Schema that is none',
    'tools.yaml',
    'text: { type: string, maxLength: 1000 }',
    'text: { type: string, maximumLength: 1000 }',
    'args:',
    /not a JSON Schema 2020-12: .*maximumLength/,
  ],
  [
    'a tool of no extension',
    'tools.yaml',
    'extension: shop\n    capability: tickets.write',
    'extension: ship\n    capability: tickets.write',
    'extension: ship',
    /no extension "ship"/,
  ],
  [
    'a tool that is neither request nor built in',
    'tools.yaml',
    '    builtin: echo\n',
    '',
    'tool: arbiter.echo.say',
    /exactly one of `builtin` and `request`/,
  ],
  [
    'an extension without address',
    'tools.yaml',
    '    baseUrlVariable: ARBITER_SHOP_URL\n',
    '',
    'extension: shop\n    capability',
    /has no address; add `baseUrlVariable`/,
  ],
  [
    'who is asking, taken from an argument',
    'tools.yaml',
    "customerId: '{principal.customerId}'",
    "customerId: '{args.customerId}'",
    '{args.customerId}',
    /nothing is known as \{args\.customerId\} here/,
  ],
  [
    'a key that is not sent',
    'tools.yaml',
    "headers: { Idempotency-Key: '{key}' }",
    "headers: { X-Remark: 'none' }",
    'idempotency: native_key',
    /carries no idempotency key/,
  ],
  [
    'an ETag from nowhere',
    'tools.yaml',
    '      etag: response.headers.etag\n',
    '',
    'idempotency: etag',
    /nothing gives the ETag/,
  ],
  [
    'a query that is never made',
    'tools.yaml',
    'idempotency: none\n    semanticTarget',
    'idempotency: query_before_write\n    semanticTarget',
    'idempotency: query_before_write',
    /nothing asks whether the effect is already there/,
  ],
  [
    'a probe that does not compile',
    'tools.yaml',
    'size(response.body.tickets) > 0',
    'size(tickets) > 0',
    'size(tickets)',
    /Unknown variable: tickets/,
  ],
  [
    'a key nobody knows the life of',
    'tools.yaml',
    '    keyWindowSeconds: 86400\n',
    '',
    'idempotency: native_key',
    /add `keyWindowSeconds`/,
  ],
  [
    'an ETag that is not sent',
    'tools.yaml',
    "headers: { If-Match: '{etag}' }",
    "headers: { X-Remark: 'none' }",
    'idempotency: etag',
    /carries no ETag; send \{etag\} as If-Match/,
  ],
  [
    'an ETag before it is known',
    'tools.yaml',
    "query: { reference: '{key}' }",
    "query: { reference: '{etag}' }",
    "reference: '{etag}'",
    /nothing is known as \{etag\} here/,
  ],
  [
    'an ETag that does not compile',
    'tools.yaml',
    'etag: response.headers.etag',
    'etag: response.headers +',
    'etag: response.headers +',
    /cannot be read as CEL/,
  ],
  [
    'a result that no probe gives',
    'tools.yaml',
    'result: response.body.tickets[0]',
    'result: response.body.tickets[0',
    'result: response.body.tickets[0',
    /cannot be read as CEL/,
  ],
  [
    'a probe that is never made',
    'tools.yaml',
    'idempotency: query_before_write',
    'idempotency: none',
    'probe:\n      request:\n        method: GET\n        path: /address-changes',
    /is never probed/,
  ],
  [
    'a probe that changes something',
    'tools.yaml',
    'method: GET\n        path: /tickets',
    'method: POST\n        path: /tickets',
    'method: POST\n        path: /tickets',
    /a probe must change nothing; use GET/,
  ],
  [
    'an undoing by no tool',
    'tools.yaml',
    '    semanticTarget: customer:',
    '    compensation: { tool: shop.ticket.burn, args: {} }\n    semanticTarget: customer:',
    'compensation:',
    /no tool "shop\.ticket\.burn"/,
  ],
  [
    'an allow-listed tool that does not exist',
    'policies.yaml',
    '  - shop.ticket.create\n  - shop',
    '  - shop.ticket.burn\n  - shop.ticket.create\n  - shop',
    '- shop.ticket.burn',
    /no tool "shop\.ticket\.burn"/,
  ],
  [
    'a risk of no tool',
    'policies.yaml',
    '- tool: arbiter.echo.say',
    '- tool: arbiter.echo.sing',
    '- tool: arbiter.echo.sing',
    /no tool "arbiter\.echo\.sing"/,
  ],
  [
    'a rule about no tool',
    'policies.yaml',
    'tools: [shop.*, arbiter.*]',
    'tools: [shop.*, arbeiter.*]',
    'arbeiter',
    /no tool is called "arbeiter\.\*"/,
  ],
  [
    'a condition that is open to backtracking',
    'policies.yaml',
    'when: riskClass == "read"',
    'when: riskClass.matches("read")',
    'when: riskClass.matches',
    /calls matches\(\), which is not allowed/,
  ],
  [
    'a threshold with nothing to compare',
    'policies.yaml',
    '    amount: args.amount\n',
    '',
    'kind: suspend_unless',
    /there is nothing to compare; add `amount` and `threshold`/,
  ],
  [
    'an approval nobody is asked for',
    'policies.yaml',
    '    question: approval_question\n',
    '',
    'kind: suspend_unless',
    /add `question`/,
  ],
  [
    'an amount that is no number',
    'policies.yaml',
    'amount: args.amount',
    'amount: string(args.amount == 1)',
    'amount: string',
    /gives string; write it so that it gives a number/,
  ],
  [
    'a key that opens our own house',
    'models.yaml',
    'keyVariable: ARBITER_MODEL_API_KEY',
    'keyVariable: ARBITER_MASTER_KEY',
    'keyVariable: ARBITER_MASTER_KEY',
    /keyVariable/,
  ],
  [
    'an address of our own servers',
    'models.yaml',
    'addressVariable: ARBITER_MODEL_URL',
    'addressVariable: ARBITER_POSTGRES_URL',
    'addressVariable: ARBITER_POSTGRES_URL',
    /addressVariable/,
  ],
  ['a kind nobody speaks', 'models.yaml', 'kind: anthropic', 'kind: telepathic', 'kind: telepathic', /kind/],
  ['a provider without a model', 'models.yaml', '    model: gpt-5-mini\n', '', 'name: openai', /say its model once/],
  [
    'a provider nobody knows',
    'models.yaml',
    'A: [{ provider: own }',
    'A: [{ provider: other }',
    'A: [{ provider: other',
    /no provider "other"; use one of own, openai/,
  ],
  [
    'a fallback to itself',
    'models.yaml',
    'purposes:',
    'fallback: { B: B }\npurposes:',
    'fallback: { B: B',
    /stand in for itself/,
  ],
  [
    'a purpose of no tier',
    'models.yaml',
    '  C: [{ provider: own }, { provider: openai }, { provider: anthropic }, { provider: local, model: template-prose }, { provider: local_lexical, model: template-prose }]\n',
    '',
    'formatting: C',
    /no tier "C"; use one of A, B/,
  ],
  [
    'a sentence the platform needs',
    'copy.yaml',
    '  greeting: Hello!',
    '  hallo: Hello!',
    'sentences:',
    /no sentence "greeting"/,
  ],
  [
    'a sentence a step needs',
    'copy.yaml',
    '  handoff_failed:',
    '  handoff_fails:',
    ['templates.yaml', 'default: handoff_failed'],
    /no sentence "handoff_failed"/,
  ],
  [
    'a question an approval needs',
    'copy.yaml',
    '  approval_question:',
    '  approval_query:',
    ['policies.yaml', 'question: approval_question'],
    /no sentence "approval_question"/,
  ],
  [
    'a name that no step fills in',
    'copy.yaml',
    'Your order {orderNumber} is',
    'Your order {number} is',
    'order_status:',
    /nothing is known as \{number\} when "order_status" is said; use one of orderNumber, status, carrier, eta/,
  ],
  [
    'a name the platform does not fill in',
    'copy.yaml',
    'on it ({title})',
    'on it ({step})',
    'nudge_in_progress:',
    /nothing is known as \{step\} .*; use one of title/,
  ],
  [
    'a name the action does not fill in',
    'copy.yaml',
    'refund {args.amount:',
    'refund {args.total:',
    'approval_question:',
    /nothing is known as \{args\.total\} .*; use one of args\.orderNumber, args\.amount/,
  ],
  [
    'a brief sentence of something else',
    'copy.yaml',
    "order_status_brief: '{status:",
    "order_status_brief: '{state:",
    'order_status_brief',
    /nothing is known as \{state\} when "order_status_brief" is said; use one of orderNumber, status/,
  ],
  [
    'a brief sentence that says a code',
    'copy.yaml',
    "order_status_brief: '{status:words.order_status}'",
    "order_status_brief: '{status}'",
    'order_status_brief',
    /\{status\} is a code/,
  ],
  [
    'a brief sentence that was not translated',
    'copy.de.yaml',
    "  order_status_brief: '{status:words.order_status}'\n",
    '',
    'sentences:',
    /no sentence "order_status_brief"; add it to `sentences` in copy\.de\.yaml/,
  ],
  [
    'phrases that lead to no sentence',
    'copy.yaml',
    'sentences:\n',
    'lexicon:\n  filler:\n    hilfe: [help]\nsentences:\n',
    'hilfe: [help]',
    /no sentence "hilfe"/,
  ],
  [
    'a sentence that was not translated',
    'copy.de.yaml',
    '  ticket_created: Ich habe das Ticket {ticketId} für Sie eröffnet. Unser Team kümmert sich darum.\n',
    '',
    'sentences:',
    /no sentence "ticket_created"; add it to `sentences` in copy\.de\.yaml/,
  ],
  [
    'a translation that speaks of something else',
    'copy.de.yaml',
    'das Ticket {ticketId}',
    'das Ticket {nummer}',
    'ticket_created',
    /nothing is known as \{nummer\} when "ticket_created" is said; use one of ticketId/,
  ],
  [
    'a translation of nothing',
    'copy.de.yaml',
    '  ticket_created:',
    '  ticket_closed: Zu.\n  ticket_created:',
    'ticket_closed',
    /copy\.yaml has no sentence "ticket_closed"/,
  ],
  [
    'a translated intent that there is not',
    'copy.de.yaml',
    '  escalate:\n    title',
    '  escape:\n    title',
    'escape:',
    /no intent "escape"; use one of order_status/,
  ],
  [
    'a translated slot that there is not',
    'copy.de.yaml',
    '      summary: Was',
    '      title: Wie?\n      summary: Was',
    'title: Wie?',
    /"create_ticket" has no slot `title`; use one of summary/,
  ],
  [
    'a question that was not translated',
    'copy.de.yaml',
    '      summary: Was soll ich in das Ticket schreiben? Ein oder zwei Sätze genügen.\n',
    '      {}\n',
    'create_ticket:',
    /nothing asks for summary of "create_ticket"/,
  ],
  [
    'a translated title that no step has',
    'copy.de.yaml',
    '  Refund the order:',
    '  Refund an order:',
    'Refund an order',
    /no step is called "Refund an order"/,
  ],
  [
    'a translation in the wrong file',
    'copy.de.yaml',
    'locale: de',
    'locale: nl',
    'locale: nl',
    /this file holds "nl"; name it copy\.nl\.yaml/,
  ],
  [
    'a translation of the default language',
    'copy.yaml',
    'locale: en',
    'locale: de',
    ['copy.de.yaml', 'locale: de'],
    /copy\.yaml speaks "de" already/,
  ],
  [
    'a default language that is translated',
    'copy.yaml',
    'sentences:\n',
    'titles: { Look up the order: Find it }\nsentences:\n',
    'titles:',
    /the default language needs no translation/,
  ],
  [
    'a page for links that nobody knows',
    'conversation.yaml',
    '  pageVariable: ARBITER_SHOP_LINK_PAGE\n',
    '',
    'newRequest:',
    /names \{link\}, and no page is known; add `links: \{ pageVariable/,
  ],
  [
    'a lone brace',
    'copy.yaml',
    'approved: Thank you',
    'approved: Thank {you',
    'approved: Thank',
    /a brace stands alone/,
  ],
];

/** CL-12: how values are written. */
const WRITING: readonly Mistake[] = [
  [
    'an unknown formatter',
    'copy.yaml',
    'arrive on {eta:date}',
    'arrive on {eta:day}',
    'processing: still',
    /there is no formatter "day"; use one of money, date, time, words, count, lines/,
  ],
  [
    'an unknown formatter in another language',
    'copy.de.yaml',
    '{eta:date}',
    '{eta:tag}',
    'processing: Sie',
    /there is no formatter "tag"/,
  ],
  [
    'a code without words',
    'copy.yaml',
    '    delivered: delivered\n',
    '',
    'order_line:',
    /"order_status" has no words for delivered; add them to `words\.order_status`/,
  ],
  [
    'a code without words in another language',
    'copy.de.yaml',
    '    delivered: geliefert\n',
    '',
    'order_line:',
    /"order_status" has no words for delivered/,
  ],
  [
    'a family there is not',
    'copy.yaml',
    '{status:words.order_tracking}',
    '{status:words.order_track}',
    'order_status:',
    /there are no words "order_track"; use one of step_status/,
  ],
  [
    'words that speak of something else',
    'copy.yaml',
    'on its way with {carrier}',
    'on its way with {courier}',
    'shipped: on its way',
    /nothing is known as \{courier\} when "order_tracking\.shipped" is said/,
  ],
  [
    'words for a code that the default language lacks',
    'copy.de.yaml',
    '    delivered: geliefert\n',
    '    delivered: geliefert\n    verloren: weg\n',
    'order_status:\n    processing: in',
    /copy\.yaml has no words for verloren in "order_status"/,
  ],
  [
    'words the platform needs',
    'copy.yaml',
    '    suspended: waiting for approval\n',
    '',
    'step_status:',
    /"step_status" has no words for suspended/,
  ],
  [
    'a code as it stands',
    'copy.yaml',
    'is {status:words.order_status}:',
    'is {status}:',
    'order_status:',
    /\{status\} is a code; write \{status:words\.<family>\}/,
  ],
  [
    'a day as machines write it',
    'copy.yaml',
    'arrives by {arrivesOn:date}',
    'arrives by {arrivesOn}',
    'refund_line:',
    /\{arrivesOn\} is written for machines; write \{arrivesOn:date\}/,
  ],
  [
    'a list as machines write it',
    'copy.yaml',
    '{items:lines.order_item}',
    '{items}',
    'order_contents:',
    /\{items\} is no text; write \{items:lines\.<sentence>\}/,
  ],
  [
    'codes that nothing lists',
    'copy.yaml',
    'order {orderNumber} is',
    'order {orderNumber:words.order_status} is',
    'order_status:',
    /nothing says which codes \{orderNumber\} may have; list them as `enum`/,
  ],
  [
    'an amount that is none',
    'copy.yaml',
    '{total:money.currency}.',
    '{orderNumber:money.currency}.',
    'order_contents:',
    /\{orderNumber\} is no number and no integer/,
  ],
  [
    'an amount of no currency',
    'copy.yaml',
    '{total:money.currency}.',
    '{total:money.coin}.',
    'order_contents:',
    /nothing says the currency of \{total\}/,
  ],
  [
    'an amount that names no currency',
    'copy.yaml',
    '{total:money.currency}.',
    '{total:money}.',
    'order_contents:',
    /does not say of what; write \{total:money\.<name>\}/,
  ],
  [
    'a day with a name',
    'copy.yaml',
    '{placedOn:date}:\n    {items',
    '{placedOn:date.long}:\n    {items',
    'order_contents:',
    /date takes no name; write \{placedOn:date\}/,
  ],
  [
    'lines of no sentence',
    'copy.yaml',
    '{items:lines.order_item}',
    '{items:lines.order_thing}',
    'order_contents:',
    /there is no sentence "order_thing"/,
  ],
  [
    'lines that lead back to themselves',
    'copy.yaml',
    'none: You have no orders with us yet.',
    "none: '{orders:count.orders_found}'",
    "none: '{orders",
    /leads to words within words without end/,
  ],
  [
    'a time zone there is not',
    'copy.yaml',
    'timeZone: Europe/Berlin',
    'timeZone: Europe/Entenhausen',
    'timeZone:',
    /"Europe\/Entenhausen" is no time zone/,
  ],
];

describe('a mistake is reported with its file and line', () => {
  it.each([...SYNTAX_AND_SHAPE, ...BETWEEN_ARTIFACTS, ...WRITING])('%s', (_, file, from, to, at, message) => {
    edit(file, from, to);
    const [shownIn, text] = typeof at === 'string' ? [file, at] : at;
    const expected = { file: join(folder, shownIn), line: lineOf(shownIn, text) };
    const told = problemsOf().map(({ file, line, reason, fix }) => ({ file, line, message: `${reason}; ${fix}` }));
    expect(told.filter((problem) => message.test(problem.message) && problem.line === expected.line)).toEqual([
      { ...expected, message: expect.any(String) },
    ]);
  });
});

it('a mistake behind aliases is reported once, where it is written', () => {
  edit('templates.yaml', 'that: result.status == "processing"', 'that: status == "processing"');
  expect(problemsOf()).toEqual([expect.objectContaining({ line: lineOf('templates.yaml', '- { that: status') })]);
});

describe('a folder that cannot be used', () => {
  it('names every file that is missing', () => {
    const told = problemsOf(join(home, 'nowhere'));
    expect(told.map(({ reason }) => reason)).toEqual(Array(7).fill('the file is missing'));
    expect(told[0]).toEqual({
      file: join(home, 'nowhere', 'intents.yaml'),
      line: 1,
      reason: 'the file is missing',
      fix: 'create it',
    });
  });

  it('names a file that nothing is read from', () => {
    writeFileSync(join(folder, 'polices.yaml'), '');
    expect(problemsOf()).toEqual([
      expect.objectContaining({ file: join(folder, 'polices.yaml'), reason: 'no artifact is read from this file' }),
    ]);
  });

  it('needs a name that can be a tenant', () => {
    const misnamed = join(home, 'Shop-2');
    cpSync(folder, misnamed, { recursive: true });
    expect(problemsOf(misnamed)).toEqual([
      expect.objectContaining({ file: misnamed, reason: '"Shop-2" cannot be a tenant\'s name' }),
    ]);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff]), /cannot be read/],
    ['more than a megabyte', Buffer.alloc(1_000_001, 0x20), /larger than a megabyte/],
    [
      'aliases that unfold without end',
      Buffer.from(
        `a: &a [x]\n${'bcdefgh'
          .split('')
          .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]`)
          .join('\n')}`,
      ),
      /an alias cannot be followed/,
    ],
    ['an alias of nothing', Buffer.from('tiers: *nothing'), /alias/i],
  ])('refuses %s', (_, content, reason) => {
    writeFileSync(join(folder, 'models.yaml'), content);
    expect(problemsOf()).toEqual([
      expect.objectContaining({ file: join(folder, 'models.yaml'), line: 1, reason: expect.stringMatching(reason) }),
    ]);
  });

  it('has all its problems in one message, a line each', () => {
    edit('intents.yaml', 'template: escalate', 'template: escape');
    edit('templates.yaml', 'dependsOn: [lookup]', 'dependsOn: [lookdown]');
    edit(
      'models.yaml',
      '  C: [{ provider: own }, { provider: openai }, { provider: anthropic }, { provider: local, model: template-prose }, { provider: local_lexical, model: template-prose }]\n',
      '',
    );
    const lines = new ArtifactError(problemsOf()).message.split('\n');
    expect(lines.map((line) => line.slice(folder.length + 1).split(':')[0])).toEqual([
      'intents.yaml',
      'templates.yaml',
      'templates.yaml',
      'templates.yaml',
      'templates.yaml',
      'models.yaml',
      'models.yaml',
    ]);
    expect(lines[0]).toBe(
      `${join(folder, 'intents.yaml')}:${lineOf('intents.yaml', 'template: escape')}: there is no template "escape"; use one of order_status, my_orders, order_contents, refund_status, ticket_status, cancel_order, change_address, refund_order, refund_order_etag, refund_order_plain, partial_refund, create_ticket, escalate, shop_question, echo_five, echo_fan_out`,
    );
  });
});
