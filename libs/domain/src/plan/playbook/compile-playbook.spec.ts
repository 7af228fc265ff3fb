import type {
  ArtifactBundle,
  PlaybookDefinition,
  PlaybookProposal,
  ProposedStep,
  ToolDefinition,
} from '@arbiter/contracts';
import fc from 'fast-check';
import { activeReminders, playbookBundle, reminder, reminders } from '../../fixtures/playbook-bundle';
import { inDependencyOrder } from '../steps/dependency-order';
import { compilePlaybook } from './compile-playbook';
import { PLAYBOOK_RULES } from './playbook-rules';

const compiled = (
  proposal: PlaybookProposal = reminder,
  definition: PlaybookDefinition = reminders,
  bundle: ArtifactBundle = playbookBundle,
) => compilePlaybook(proposal, { ...activeReminders, definition }, bundle);

const [contact, draft, send] = reminder.steps as [ProposedStep, ProposedStep, ProposedStep];
const withSteps = (...steps: readonly ProposedStep[]): PlaybookProposal => ({ ...reminder, steps: [...steps] });
const withSend = (args: ProposedStep['args']): PlaybookProposal =>
  withSteps(contact, draft, { ...send, args: { ...send.args, ...args } });

it('PL-16, PL-20: a proposal becomes reads, a sweep, a look at the objective, and words about it', () => {
  const plan = compiled();
  if (!('steps' in plan)) throw new Error(JSON.stringify(plan));
  expect(plan.steps.map(({ id, type }) => `${id} ${type}`)).toEqual([
    'invoices_1 tool_call',
    'invoices_2 tool_call',
    'sweep for_each',
    'check_invoices_1 tool_call',
    'check_invoices_2 tool_call',
    'verdict verdict',
    'digest respond',
  ]);
  const { selection, steps, atOnce } = plan.steps[2]!.forEach!;
  expect(atOnce).toBe(2);
  expect(steps.map(({ id }) => id)).toEqual(['contact', 'draft', 'send']);
  expect(steps[1]!.args).toEqual({
    to: { from: 'steps.contact.result.email' },
    body: { from: 'args.prose.body' },
    about: { from: 'args.item.number' },
  });
  expect(steps[2]!.args).toMatchObject({ amount: { from: 'args.item.amount' }, on: { from: 'args.today' } });
  expect(selection).toMatchObject({ object: 'number', most: 3, over: { steps: ['invoices_1', 'invoices_2'] } });
});

it('guards are put in by the compiler where somebody outside is written to, and only there (PL-07)', () => {
  const guardsOf = (plan: ReturnType<typeof compiled>) =>
    'steps' in plan ? plan.steps[2]!.forEach!.selection.guards.map(({ constraint }) => constraint) : null;
  expect(guardsOf(compiled())).toEqual([
    'max_touches_per_object_per_week',
    'no_contact_before_day',
    'never_contact',
    'quiet_hours',
  ]);
  expect(guardsOf(compiled(withSteps(contact, draft)))).toEqual([]);
});

it('the same proposal gives the same plan', () => {
  expect(compiled(structuredClone(reminder))).toEqual(compiled());
});

const flag: ProposedStep = {
  id: 'flag',
  tool: 'ledger.flag.set',
  args: { number: { from: 'item.number' }, count: 1 },
  dependsOn: ['draft'],
};
const withTool = (name: string, changes: Partial<ToolDefinition>): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.map((tool) => (tool.tool === name ? { ...tool, ...changes } : tool)),
});
const without = (name: string): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.filter(({ tool }) => tool !== name),
});

/** rule; node; what is proposed; the playbook; the tenant */
const MISTAKES: readonly (readonly [string, string, PlaybookProposal, PlaybookDefinition?, ArtifactBundle?])[] = [
  ['playbookIsWhole', 'copy', reminder, { ...reminders, prose: [{ ...reminders.prose![0]!, copy: 'nothing' }] }],
  ['playbookIsWhole', 'objective', reminder, { ...reminders, objective: { ...reminders.objective, over: 'orders' } }],
  ['playbookIsWhole', 'invoices', reminder, { ...reminders, objective: { ...reminders.objective, object: 'note' } }],
  ['stepsHaveNamesOfTheirOwn', 'contact', withSteps(contact, { ...draft, id: 'contact' })],
  ['stepsHaveNamesOfTheirOwn', 'sweep', withSteps({ ...contact, id: 'sweep' })],
  ['stepsAreFew', 'steps', reminder, { ...reminders, limits: { ...reminders.limits, steps: 2 } }],
  ['dependenciesExist', 'draft', withSteps({ ...draft, dependsOn: ['nobody'] })],
  ['readsExist', 'over', { ...reminder, over: 'orders' }],
  ['toolsAreListed', 'contact', withSteps({ ...contact, tool: 'shop.order.get' })],
  ['toolsExist', 'contact', reminder, reminders, without('directory.contact.get')],
  ['dependenciesEnd', 'steps', withSteps({ ...contact, dependsOn: ['draft'] }, draft, send)],
  [
    'risksAgree',
    'send',
    reminder,
    {
      ...reminders,
      tools: reminders.tools.map((tool) =>
        tool.tool === 'mail.message.send' ? { ...tool, risk: 'internal_record_mutation' } : tool,
      ),
    },
  ],
  [
    'toolsAreInScope',
    'contact',
    reminder,
    { ...reminders, scope: { allowed: { ...reminders.scope.allowed, directory: ['contacts.write'] } } },
  ],
  [
    'toolsAreAllowed',
    'contact',
    reminder,
    reminders,
    {
      ...playbookBundle,
      policy: {
        ...playbookBundle.policy,
        allowList: ['ledger.invoice.list', 'mail.draft.create', 'mail.message.send'],
      },
    },
  ],
  ['toolsAreListed', 'invoices', reminder, { ...reminders, tools: reminders.tools.slice(1) }],
  ['toolsExist', 'invoices', reminder, reminders, without('ledger.invoice.list')],
  [
    'toolsAreAllowed',
    'invoices',
    reminder,
    reminders,
    {
      ...playbookBundle,
      policy: { ...playbookBundle.policy, allowList: reminders.tools.slice(1).map(({ tool }) => tool) },
    },
  ],
  [
    'readsOnlyRead',
    'invoices',
    reminder,
    { ...reminders, reads: [{ ...reminders.reads[0]!, tool: 'ledger.flag.set' }] },
  ],
  ['conditionHolds', 'where', { ...reminder, where: 'item.status' }],
  ['conditionHolds', 'where', { ...reminder, where: 'item.secret == "x"' }],
  ['conditionHolds', 'where', { ...reminder, where: 'parameters.secret == "x"' }],
  ['expectationsHold', 'contact', withSteps({ ...contact, expect: 'result.' })],
  ['expectationsHold', 'contact', withSteps({ ...contact, expect: 'result.isPaid == true' })],
  ['expectationsHold', 'contact', withSteps({ ...contact, expect: 'args.item.secret == result.email' })],
  ['expectationsHold', 'contact', withSteps({ ...contact, expect: 'args.parameters.secret == 1' })],
  ['expectationsHold', 'contact', withSteps({ ...contact, expect: 'args.touched.size() == 0' })],
  ['argumentsAreTaken', 'contact.more', withSteps({ ...contact, args: { ...contact.args, more: 1 } })],
  ['argumentsAreTaken', 'contact', withSteps({ ...contact, args: {} })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'yesterday' } })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'item.secret' } })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'item.toString' } })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'item.__proto__' } })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'parameters.constructor' } })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'steps.contact.result.valueOf' } })],
  ['bindingsExist', 'send.on', withSend({ on: { from: 'steps.contact.result.secret' } })],
  ['bindingsExist', 'draft.to', withSteps(contact, { ...draft, dependsOn: [] })],
  ['bindingsExist', 'draft.body', withSteps(contact, { ...draft, args: { ...draft.args, body: { prose: 'poem' } } })],
  ['argumentsFit', 'send.amount', withSend({ amount: { from: 'item.number' } })],
  ['argumentsFit', 'draft.body', withSteps(contact, { ...draft, args: { ...draft.args, body: 'x'.repeat(201) } })],
  ['freeTextDecidesNothing', 'send.to', withSend({ to: { from: 'item.note' } })],
  ['freeTextDecidesNothing', 'send.to', withSend({ to: { from: 'steps.contact.result.remark' } })],
  ['freeTextDecidesNothing', 'send.draftId', withSend({ draftId: { prose: 'body' } })],
  ['literalsDecideNothing', 'send.to', withSend({ to: 'boss@example.org' })],
  ['literalsDecideNothing', 'send.amount', withSend({ amount: 1 })],
  ['hardestToUndoComesLast', 'flag', withSteps(contact, draft, { ...flag, dependsOn: ['contact'] })],
  ['hardestToUndoComesLast', 'send', withSteps(contact, draft, flag, { ...send, dependsOn: ['contact', 'draft'] })],
  ['changesNeedWhatTheyWaitFor', 'draft', withSteps(contact, { ...draft, optional: true }, send)],
  ['changesNeedWhatTheyWaitFor', 'contact', withSteps({ ...contact, optional: true }, draft, send)],
  ['changesWaitForWhatIsExpected', 'flag', withSteps(contact, { ...flag, dependsOn: [] })],
  ['oneTouchAnObject', 'again', withSteps(contact, draft, send, { ...send, id: 'again' })],
];

describe('what is wrong with a proposal', () => {
  const rows = MISTAKES.map(([rule, node, ...what]) => [rule, node, what] as const);
  it.each(rows)('%s at %s is told, and nothing else', (rule, node, what) => {
    const refusals = compiled(...what);
    if ('steps' in refusals) throw new Error('it was compiled');
    expect(refusals.map((found) => [found.rule, found.node])).toEqual([[rule, node]]);
    expect(refusals[0]!.reason).not.toBe('');
    expect(refusals[0]!.fix).not.toBe('');
  });

  it('has a mistake for each rule there is', () => {
    const rules = PLAYBOOK_RULES.flatMap((stage) => Object.keys(stage));
    expect([...new Set(MISTAKES.map(([rule]) => rule))].toSorted()).toEqual(rules.toSorted());
  });

  it('is told all at once within a stage', () => {
    const refusals = compiled({ ...reminder, over: 'orders', steps: [{ ...contact, tool: 'a.b', dependsOn: ['x'] }] });
    expect('steps' in refusals ? [] : refusals.map(({ rule }) => rule)).toEqual([
      'dependenciesExist',
      'readsExist',
      'toolsAreListed',
      'toolsExist',
    ]);
  });
});

describe('CP-11: what an argument decides is told by its schema, wherever it stands there', () => {
  const to = { type: 'string', 'x-role': 'address' };
  const drafts = (recipient: object, more: object = {}): ArtifactBundle =>
    withTool('mail.draft.create', {
      args: {
        type: 'object',
        required: ['recipient'],
        additionalProperties: false,
        properties: { recipient },
        $defs: { to, more: { $ref: '#/$defs/to' } },
        ...more,
      },
    });
  const problems = (recipient: unknown, bundle: ArtifactBundle): readonly string[] => {
    const found = compiled(withSteps(contact, { ...draft, args: { recipient } }), reminders, bundle);
    return 'steps' in found ? [] : found.map(({ rule, node }) => `${rule} ${node}`);
  };
  const mallory = 'mallory@example.org';

  it.each<readonly [string, unknown, ArtifactBundle]>([
    ['in a list', [mallory], drafts({ type: 'array', items: to })],
    ['in an object', { email: mallory }, drafts({ type: 'object', properties: { email: to } })],
    ['in an alternative', mallory, drafts({ anyOf: [to, { type: 'null' }] })],
    ['by reference', mallory, drafts({ $ref: '#/$defs/more' })],
    ['by reference, in a list', [mallory], drafts({ type: 'array', items: { $ref: '#/$defs/to' } })],
    ['beside the properties', mallory, drafts({ type: 'string' }, { allOf: [{ properties: { recipient: to } }] })],
  ])('%s: no literal', (_, recipient, bundle) => {
    expect(problems(recipient, bundle)).toEqual(['literalsDecideNothing draft.recipient']);
  });

  it.each<readonly [string, unknown, ArtifactBundle]>([
    ['by reference', { from: 'item.note' }, drafts({ $ref: '#/$defs/to' })],
    ['in an alternative', { prose: 'body' }, drafts({ anyOf: [to, { type: 'null' }] })],
  ])('%s: no free text', (_, recipient, bundle) => {
    expect(problems(recipient, bundle)).toEqual(['freeTextDecidesNothing draft.recipient']);
  });

  it('a reference that leads nowhere is taken for nothing', () => {
    expect(problems(mallory, drafts({ $ref: '#/$defs/nobody' }))).toContain('literalsDecideNothing draft.recipient');
  });

  it('a record may decide it', () => {
    const email = { from: 'steps.contact.result.email' };
    expect(problems(email, drafts({ $ref: '#/$defs/more' }))).toEqual([]);
  });
});

describe('CP-11: a text of a vendor is free unless its schema says what it looks like', () => {
  const isFree = (remark: object): boolean => {
    const bundle = withTool('directory.contact.get', {
      result: { type: 'object', properties: { email: { type: 'string' }, doNotContact: { type: 'boolean' }, remark } },
    });
    const steps = withSteps(contact, {
      ...draft,
      args: { ...draft.args, to: { from: 'steps.contact.result.remark' } },
    });
    const found = compiled(steps, reminders, bundle);
    return !('steps' in found) && found.some(({ rule }) => rule === 'freeTextDecidesNothing');
  };

  it.each<readonly [boolean, object]>([
    [true, { type: 'string' }],
    [true, { type: 'string', pattern: '.*' }],
    [true, { type: 'string', pattern: '^.*$' }],
    [true, { type: 'string', pattern: '^K-\\d+' }],
    [true, { type: 'string', pattern: '\\d$' }],
    [true, { type: 'string', pattern: '^K-\\d+|x$' }],
    [true, { type: 'string', pattern: '^K-\\d+\\$' }],
    [true, { type: 'string', pattern: '^(' }],
    [true, { type: 'string', format: 'password' }],
    [true, { type: 'object', properties: {} }],
    [true, { type: 'array', items: { type: 'string' } }],
    [true, {}],
    [false, { type: 'string', pattern: '^K-\\d+$' }],
    [false, { type: 'string', pattern: '^(K|[P|]|\\|)-\\d+$' }],
    [false, { type: 'string', format: 'email' }],
    [false, { enum: ['a@example.org', null] }],
    [false, { const: 'a@example.org' }],
  ])('%s: %j', (expected, remark) => {
    expect(isFree(remark)).toBe(expected);
  });
});

const TOOLS = [...reminders.tools.map(({ tool }) => tool), 'shop.order.get', 'arbiter.echo.say'];
const SOURCES = [
  { from: 'item.number' },
  { from: 'item.contactId' },
  { from: 'item.amount' },
  { from: 'item.note' },
  { from: 'item.secret' },
  { from: 'today' },
  { from: 'parameters.patience' },
  { from: 'item.toString' },
  { from: 'parameters.constructor' },
  { from: 'steps.contact.result.email' },
  { from: 'steps.contact.result.remark' },
  { from: 'steps.draft.result.draftId' },
  { prose: 'body' },
  'boss@example.org',
  7,
];
const ARGUMENTS = ['to', 'body', 'about', 'draftId', 'amount', 'on', 'contactId', 'number', 'count', 'page'];

const EXPECTATIONS = [
  '!result.doNotContact',
  'result.isPaid',
  'args.item.amount > 0.0',
  'args.item.secret == "x"',
  'result.',
];
const CONDITIONS = ['item.amount > 0.0', 'item.status', 'item.secret == "x"', 'parameters.secret == 1', 'true'];

interface Mutation {
  readonly step: number;
  readonly what: number;
  readonly name: number;
  readonly value: number;
}

function mutated(proposal: PlaybookProposal, { step, what, name, value }: Mutation): PlaybookProposal {
  const steps = structuredClone(proposal.steps);
  const at = steps[step % steps.length]!;
  switch (what) {
    case 0:
      at.args[ARGUMENTS[name % ARGUMENTS.length]!] = SOURCES[value % SOURCES.length];
      break;
    case 1:
      delete at.args[ARGUMENTS[name % ARGUMENTS.length]!];
      break;
    case 2:
      at.tool = TOOLS[value % TOOLS.length]!;
      break;
    case 3:
      at.dependsOn = steps.filter((_, index) => ((value >> index) & 1) === 1).map(({ id }) => id);
      break;
    case 4:
      steps.push({ ...structuredClone(steps[value % steps.length]!), id: `step_${steps.length}` });
      break;
    case 5:
      at.optional = true;
      break;
    case 6:
      at.expect = EXPECTATIONS[value % EXPECTATIONS.length]!;
      break;
    case 7:
      return { ...proposal, where: CONDITIONS[value % CONDITIONS.length]! };
    default:
      if (steps.length > 1) steps.splice(step % steps.length, 1);
  }
  return { ...proposal, steps };
}

type Graph = readonly { readonly id: string; readonly dependsOn: readonly string[] }[];

/** What must be so of a plan, told in another way than the compiler does. */
function problemOf({ steps, where }: PlaybookProposal): string | null {
  if (/secret/.test(where) || where === 'item.status') return 'a condition over what is not declared';
  const graph = steps.map(({ id, dependsOn = [] }) => ({ id, dependsOn }));
  return problemOfSteps(steps, graph) ?? steps.map((step) => problemOfArguments(step, graph)).find(Boolean) ?? null;
}

function problemOfSteps(steps: readonly ProposedStep[], graph: Graph): string | null {
  const listed = new Set(reminders.tools.map(({ tool }) => tool));
  if (steps.some(({ tool }) => !listed.has(tool))) return 'a tool that is not listed';
  if (steps.length > reminders.limits.steps) return 'too many steps';
  if (new Set(steps.map(({ id }) => id)).size < steps.length) return 'a name twice';
  if (!inDependencyOrder(graph)) return 'a circle';
  const sends = steps.filter(({ tool }) => tool === 'mail.message.send');
  const changes = steps.filter(({ tool }) => tool === 'mail.draft.create' || tool === 'ledger.flag.set');
  if (sends.length > 1) return 'written to twice';
  for (const change of [...sends, ...changes]) {
    if (change.optional) return 'a change that may fail';
    for (const step of steps) {
      const isBefore = reaches(graph, change.dependsOn ?? [], step.id);
      if (isBefore && step.optional) return 'a change that waits for what may fail';
      const isLook = step.expect !== undefined && !sends.includes(step) && !changes.includes(step);
      if (isLook && !isBefore && !reaches(graph, step.dependsOn ?? [], change.id)) return 'a change that does not wait';
    }
  }
  const isEarly = sends.some(({ dependsOn = [] }) => changes.some(({ id }) => !reaches(graph, dependsOn, id)));
  return isEarly ? 'sent before a change' : null;
}

const DECIDING = new Set(['to', 'about', 'draftId', 'amount', 'contactId']);

function problemOfArguments({ args, expect: expected, dependsOn = [] }: ProposedStep, graph: Graph): string | null {
  if (/isPaid|secret|result\.$/.test(JSON.stringify(expected ?? '').replaceAll('"', '')))
    return 'an expectation of nothing';
  for (const [name, value] of Object.entries(args)) {
    const { from = '', prose } = value as { readonly from?: string; readonly prose?: string };
    const isFree = /note|remark/.test(from) || typeof value === 'string' || prose !== undefined;
    if (DECIDING.has(name) && isFree) return 'free text decides';
    const read = /^steps\.(\w+)/.exec(from)?.[1];
    if (read !== undefined && !reaches(graph, dependsOn, read)) return 'a value of what was not waited for';
    if (/secret|toString|constructor/.test(from)) return 'an undeclared field';
  }
  return null;
}

const reaches = (graph: Graph, from: readonly string[], to: string): boolean =>
  from.includes(to) || from.some((id) => reaches(graph, graph.find((step) => step.id === id)?.dependsOn ?? [], to));

it('PL-12, PL-19: of thousands of mutated proposals none that breaks a rule compiles', () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.array(fc.record({ step: fc.nat(9), what: fc.nat(8), name: fc.nat(99), value: fc.nat(99) }), {
        minLength: 1,
        maxLength: 4,
      }),
      (mutations) => {
        const proposal = mutations.reduce(mutated, reminder);
        const plan = compiled(proposal);
        if (!('steps' in plan)) return;
        accepted += 1;
        expect(problemOf(proposal)).toBeNull();
      },
    ),
    { numRuns: 4_000, seed: 11 },
  );
  expect(accepted).toBeGreaterThan(100);
});
