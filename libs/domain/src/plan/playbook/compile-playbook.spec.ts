import { sweepStepOf } from '../steps/sweep-step';
import type { ArtifactBundle, PlaybookDefinition, PlaybookProposal, ProposedStep } from '@arbiter/contracts';
import { activeReminders, playbookBundle, reminder, reminders } from '../../fixtures/playbook-bundle';
import { compilePlaybook } from './compile-playbook';
import { PLAYBOOK_RULES } from './playbook-rules';

const compiled = (
  proposal: PlaybookProposal = reminder,
  definition: PlaybookDefinition = reminders,
  bundle: ArtifactBundle = playbookBundle,
) => compilePlaybook(proposal, { ...activeReminders, definition }, bundle);

const [contact, draft, send] = reminder.steps as [ProposedStep, ProposedStep, ProposedStep];
const { expect: _expected, ...look } = contact;
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
  const { selection, steps, atOnce } = sweepStepOf(plan)!.forEach;
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

it('the compiler puts in guards where a person outside is written to, and only there (PL-07)', () => {
  const guardsOf = (plan: ReturnType<typeof compiled>) =>
    'steps' in plan ? sweepStepOf(plan)!.forEach.selection.guards.map(({ constraint }) => constraint) : null;
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
const without = (name: string): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.filter(({ tool }) => tool !== name),
});

/** rule; node; the proposal; the playbook; the tenant */
const MISTAKES: readonly (readonly [string, string, PlaybookProposal, PlaybookDefinition?, ArtifactBundle?])[] = [
  ['playbookIsComplete', 'copy', reminder, { ...reminders, prose: [{ ...reminders.prose![0]!, copy: 'nothing' }] }],
  [
    'playbookIsComplete',
    'objective',
    reminder,
    { ...reminders, objective: { ...reminders.objective, over: 'orders' } },
  ],
  ['playbookIsComplete', 'invoices', reminder, { ...reminders, objective: { ...reminders.objective, object: 'note' } }],
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
  ['stepConditionsHold', 'draft', withSteps(contact, { ...draft, when: 'item.' })],
  ['stepConditionsHold', 'draft', withSteps(contact, { ...draft, when: 'item.amount' })],
  ['stepConditionsHold', 'draft', withSteps(contact, { ...draft, when: 'item.secret == 1' })],
  ['stepConditionsHold', 'draft', withSteps(contact, { ...draft, when: 'parameters.secret == 1' })],
  ['stepConditionsHold', 'draft', withSteps(contact, { ...draft, when: 'result.email != ""' })],
  ['conditionsWaitForWhatTheyName', 'contact', withSteps({ ...look, when: 'steps.draft.result.draftId != ""' }, draft)],
  [
    'conditionsWaitForWhatTheyName',
    'draft',
    withSteps(contact, { ...draft, when: 'steps.draft.result.draftId != ""' }),
  ],
  ['conditionsWaitForWhatTheyName', 'draft', withSteps(contact, { ...draft, when: 'steps.contact.status == "ok"' })],
  [
    'conditionsWaitForWhatTheyName',
    'draft',
    withSteps(contact, { ...draft, when: 'steps.contact.result.secret == 1' }),
  ],
  ['conditionsWaitForWhatTheyName', 'draft', withSteps(contact, { ...draft, when: 'size(steps) == 1' })],
  ['whatIsExpectedIsLookedAt', 'contact', withSteps({ ...contact, when: 'item.amount > 10' }, draft)],
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

describe('a mistake in a proposal', () => {
  const rows = MISTAKES.map(([rule, node, ...what]) => [rule, node, what] as const);
  it.each(rows)('%s at %s is told, and nothing else', (rule, node, what) => {
    const refusals = compiled(...what);
    if ('steps' in refusals) throw new Error('it was compiled');
    expect(refusals.map((found) => [found.rule, found.node])).toEqual([[rule, node]]);
    expect(refusals[0]!.reason).not.toBe('');
    expect(refusals[0]!.fix).not.toBe('');
  });

  it('is tried here for each rule there is', () => {
    const rules = PLAYBOOK_RULES.flatMap((stage) => Object.keys(stage));
    expect([...new Set(MISTAKES.map(([rule]) => rule))].toSorted()).toEqual(rules.toSorted());
  });

  it('is told together with the others of its stage', () => {
    const refusals = compiled({ ...reminder, over: 'orders', steps: [{ ...contact, tool: 'a.b', dependsOn: ['x'] }] });
    expect('steps' in refusals ? [] : refusals.map(({ rule }) => rule)).toEqual([
      'dependenciesExist',
      'readsExist',
      'toolsAreListed',
      'toolsExist',
    ]);
  });
});
