import type { ArtifactBundle, StepDefinition, ToolDefinition } from '@arbiter/contracts';
import { checkWaysBack } from './ways-back';

const tool = (
  name: string,
  riskClass: ToolDefinition['riskClass'],
  compensation?: ToolDefinition['compensation'],
): ToolDefinition => ({ tool: name, riskClass, ...(compensation && { compensation }) }) as ToolDefinition;

const TOOLS = [
  tool('order.get', 'read'),
  tool('line.reserve', 'record_mutation', { tool: 'line.release', args: {} }),
  tool('line.release', 'record_mutation', { none: 'It is reserved anew.' }),
  tool('order.refund', 'record_mutation', { none: 'Money that was paid back is the customer’s.' }),
  tool('mail.send', 'external_communication'),
];
const AGENTS = [
  { agent: 'finder', tools: ['order.get'] },
  { agent: 'keeper', tools: ['order.get', 'line.reserve'] },
];

const step = (id: string, called: string, ...dependsOn: readonly string[]): StepDefinition =>
  AGENTS.some(({ agent }) => agent === called)
    ? { id, type: 'agent_run', agent: called, dependsOn: [...dependsOn] }
    : { id, type: 'tool_call', tool: called, dependsOn: [...dependsOn] };

function problemsOf(...steps: readonly StepDefinition[]): readonly string[] {
  const problems: string[] = [];
  const bundle = { tools: TOOLS, agents: AGENTS, templates: [{ steps }] } as unknown as ArtifactBundle;
  checkWaysBack(bundle, (file, path, reason, fix) => problems.push(`${file} ${path.join('.')}: ${reason}; ${fix}`));
  return problems;
}

describe('what is hardest to take back comes last (SG-02)', () => {
  it.each<[string, readonly StepDefinition[]]>([
    [
      'what can be undone, then what cannot, then what others see',
      [step('a', 'line.reserve'), step('b', 'order.refund', 'a'), step('c', 'mail.send', 'b')],
    ],
    [
      'whatever stands between them',
      [step('a', 'line.reserve'), step('b', 'order.get', 'a'), step('c', 'mail.send', 'b')],
    ],
    ['two that are alike, in any order', [step('a', 'order.refund'), step('b', 'line.release')]],
    ['reads, at any time', [step('a', 'order.get'), step('b', 'mail.send'), step('c', 'order.get', 'b')]],
    ['an agent that only looks', [step('a', 'line.reserve'), step('b', 'finder')]],
  ])('%s', (_, steps) => {
    expect(problemsOf(...steps)).toEqual([]);
  });

  it.each<[string, readonly StepDefinition[], string]>([
    ['side by side', [step('a', 'order.refund'), step('b', 'line.reserve')], 'a'],
    ['in the wrong order', [step('a', 'line.reserve', 'b'), step('b', 'mail.send')], 'b'],
    ['with a message before what nothing undoes', [step('a', 'mail.send'), step('b', 'order.refund', 'a')], 'a'],
    ['with an agent that does what is then not undone', [step('a', 'keeper'), step('b', 'line.reserve', 'a')], 'a'],
  ])('is reported at the step that comes too early: %s', (_, steps, early) => {
    const [one, other] = early === 'a' ? [0, 'b'] : [1, 'a'];
    expect(problemsOf(...steps)).toEqual([
      `templates.yaml 0.steps.${one}.id: step "${early}" is harder to take back than "${other}", and does not wait ` +
        `for it; add "${other}" to its \`dependsOn\`, and let "${other}" not wait for it`,
    ]);
  });

  it('counts a step that is kept like one that is undone', () => {
    const kept: StepDefinition = { ...step('a', 'line.reserve'), onFailure: 'keep' };
    expect(problemsOf(kept, step('b', 'order.refund', 'a'))).toEqual([]);
    expect(problemsOf(kept, step('b', 'order.refund'))).toHaveLength(1);
  });
});

describe('a step says whether it is undone only where it can be (SG-03)', () => {
  it.each<[string, StepDefinition, RegExp | null]>([
    ['a tool that is undone', step('a', 'line.reserve'), null],
    ['a tool that nothing undoes', step('a', 'order.refund'), /nothing undoes what "order\.refund" does/],
    ['a read', step('a', 'order.get'), /nothing undoes what "order\.get" does/],
    ['an agent', step('a', 'keeper'), /no tool undoes what a step of type agent_run does/],
  ])('%s', (_, named, message) => {
    for (const onFailure of ['undo', 'keep'] as const)
      expect(problemsOf({ ...named, onFailure })).toEqual(message ? [expect.stringMatching(message)] : []);
  });
});
