import type { PlaybookProposal, ProposedStep } from '@arbiter/contracts';
import fc from 'fast-check';
import { activeReminders, playbookBundle, reminder, reminders } from '../../fixtures/playbook-bundle';
import { inDependencyOrder } from '../steps/dependency-order';
import { compilePlaybook } from './compile-playbook';

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
const STEP_CONDITIONS = [
  'item.amount > 0.0',
  'item.secret == "x"',
  'steps.contact.result.email != ""',
  'steps.draft.result.draftId != ""',
  'steps.draft.result.secret != ""',
  'item.status',
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
      at.when = STEP_CONDITIONS[value % STEP_CONDITIONS.length]!;
      break;
    case 8:
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
  const each = [problemOfCondition, problemOfArguments].flatMap((problem) => steps.map((step) => problem(step, graph)));
  return problemOfSteps(steps, graph) ?? each.find(Boolean) ?? null;
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
  const problem = [...sends, ...changes].map((change) => problemOfChange(change, steps, graph)).find(Boolean);
  if (problem) return problem;
  const isEarly = sends.some(({ dependsOn = [] }) => changes.some(({ id }) => !reaches(graph, dependsOn, id)));
  return isEarly ? 'sent before a change' : null;
}

function problemOfChange({ id, optional, dependsOn = [] }: ProposedStep, steps: readonly ProposedStep[], graph: Graph) {
  if (optional) return 'a change that may fail';
  for (const step of steps) {
    const isBefore = reaches(graph, dependsOn, step.id);
    if (isBefore && step.optional) return 'a change that waits for what may fail';
    const isLook = step.expect !== undefined && READING.has(step.tool);
    if (isLook && !isBefore && !reaches(graph, step.dependsOn ?? [], id)) return 'a change that does not wait';
  }
  return null;
}

const READING = new Set(['ledger.invoice.list', 'directory.contact.get']);
const DECIDING = new Set(['to', 'about', 'draftId', 'amount', 'contactId']);

function problemOfCondition({ when, expect: expected, dependsOn = [] }: ProposedStep, graph: Graph): string | null {
  if (when === undefined) return null;
  if (expected !== undefined) return 'a look that may be left out';
  if (/secret/.test(when) || when === 'item.status') return 'a condition over what is not declared';
  const read = /^steps\.(\w+)/.exec(when)?.[1];
  return read !== undefined && !reaches(graph, dependsOn, read) ? 'a condition over what was not waited for' : null;
}

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
      fc.array(fc.record({ step: fc.nat(9), what: fc.nat(9), name: fc.nat(99), value: fc.nat(99) }), {
        minLength: 1,
        maxLength: 4,
      }),
      (mutations) => {
        const proposal = mutations.reduce(mutated, reminder);
        const plan = compilePlaybook(proposal, activeReminders, playbookBundle);
        if (!('steps' in plan)) return;
        accepted += 1;
        expect(problemOf(proposal)).toBeNull();
      },
    ),
    { numRuns: 4_000, seed: 11 },
  );
  expect(accepted).toBeGreaterThan(100);
});
