import { sweepStepOf } from '../steps/sweep-step';
import type { PlaybookDefinition, PlaybookProposal, ProposedStep } from '@arbiter/contracts';
import { activeFilledReminders, filledReminder, filledReminders, slotBundle } from '../../fixtures/slot-bundle';
import { compilePlaybook } from './compile-playbook';

const compiled = (proposal: PlaybookProposal = filledReminder, definition: PlaybookDefinition = filledReminders) =>
  compilePlaybook(proposal, { ...activeFilledReminders, definition }, slotBundle);
const [contact, draft, send] = filledReminder.steps as [ProposedStep, ProposedStep, ProposedStep];
const withSteps = (...steps: readonly ProposedStep[]): PlaybookProposal => ({ ...filledReminder, steps: [...steps] });
const stepsOf = (plan: ReturnType<typeof compiled>) => {
  if (!('steps' in plan)) throw new Error(JSON.stringify(plan));
  return sweepStepOf(plan)!.forEach.steps;
};
const problems = (plan: ReturnType<typeof compiled>): readonly string[] =>
  'steps' in plan ? [] : plan.map(({ rule, node }) => `${rule} ${node}`);

describe('PL-16: what a model fills in', () => {
  it('is a step of its own, before the step that takes it and after all that one waits for', () => {
    const steps = stepsOf(compiled());
    expect(steps.map(({ id, type, dependsOn }) => [id, type, dependsOn])).toEqual([
      ['contact', 'tool_call', []],
      ['write_body', 'write', ['contact']],
      ['draft', 'tool_call', ['contact', 'write_body']],
      ['extract_day', 'extract', ['contact', 'draft']],
      ['send', 'tool_call', ['contact', 'draft', 'extract_day']],
    ]);
    expect(steps[1]).toMatchObject({
      slot: 'body',
      class: 'drafting',
      copy: 'reminder_body',
      args: {
        number: { from: 'args.item.number' },
        amount: { from: 'args.item.amount' },
        today: { from: 'args.today' },
      },
    });
    expect(steps[2]!.args).toMatchObject({ body: { from: 'steps.write_body.result.text' } });
    expect(steps[3]).toMatchObject({ class: 'extraction', args: { text: { from: 'args.item.note' } } });
    expect(steps[4]!.args).toMatchObject({ on: { from: 'steps.extract_day.result.value' } });
  });

  it('of several steps waits for what all of them wait for, and is filled once', () => {
    const second: ProposedStep = { ...draft, id: 'second', dependsOn: ['draft', 'contact'] };
    const steps = stepsOf(compiled(withSteps(contact, draft, second)));
    expect(steps.filter(({ type }) => type === 'write').map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['write_body', ['contact']],
    ]);
  });

  it('is no step where the tenant’s sentence says it, or nothing takes it', () => {
    const [body] = filledReminders.prose!;
    const { by, ...own } = body!;
    expect(by).toBe('model');
    const definition = { ...filledReminders, prose: [own] };
    expect(stepsOf(compiled(withSteps(contact, draft), definition)).map(({ id }) => id)).toEqual(['contact', 'draft']);
  });
});

describe('a mistake in the slots of a plan', () => {
  const mistakes: readonly (readonly [string, PlaybookProposal, PlaybookDefinition?])[] = [
    [
      'bindingsExist send.on',
      withSteps(contact, draft, { ...send, args: { ...send.args, on: { from: 'extract.hour' } } }),
    ],
    [
      'bindingsExist send.on',
      filledReminder,
      { ...filledReminders, extract: [{ ...filledReminders.extract![0]!, from: 'status' }] },
    ],
    ['stepsHaveNamesOfTheirOwn write_body', withSteps({ ...contact, id: 'write_body' })],
    ['stepsHaveNamesOfTheirOwn extract_day', withSteps({ ...contact, id: 'extract_day' })],
    [
      'freeTextDecidesNothing draft.to',
      withSteps(contact, { ...draft, args: { ...draft.args, to: { from: 'extract.day' } } }),
    ],
    [
      'freeTextDecidesNothing send.amount',
      withSteps(contact, draft, { ...send, args: { ...send.args, amount: { from: 'extract.day' } } }),
      { ...filledReminders, extract: [{ ...filledReminders.extract![0]!, value: { type: 'number' } }] },
    ],
    [
      'argumentsFit send.on',
      filledReminder,
      { ...filledReminders, extract: [{ ...filledReminders.extract![0]!, value: { type: 'integer' } }] },
    ],
    ...[{ type: 'string' }, { type: 'string', pattern: '.*' }, { type: 'object' }, {}].map(
      (value): readonly [string, PlaybookProposal, PlaybookDefinition] => [
        'playbookIsComplete extract.day',
        filledReminder,
        { ...filledReminders, extract: [{ ...filledReminders.extract![0]!, value }] },
      ],
    ),
  ];
  it.each(mistakes.map(([problem, proposal, definition]) => [problem, compiled(proposal, definition)] as const))(
    'is told: %s',
    (problem, plan) => {
      expect(problems(plan)).toContain(problem);
    },
  );

  it('a value in its declared form may name a record, and that alone (CP-11)', () => {
    const named = { ...draft, args: { ...draft.args, about: { from: 'extract.day' } } };
    expect(problems(compiled(withSteps(contact, named)))).toEqual([]);
  });
});
