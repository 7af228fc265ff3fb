import {
  UNEXPECTED_RESULT,
  causesOf,
  type ArtifactBundle,
  type StepDefinition,
  type TemplateDefinition,
  type ToolDefinition,
  type Values,
} from '@arbiter/contracts';
import { propertiesOf, requiredOf } from './argument-schema';
import { schemaOfBinding } from './binding-schema';
import { bindingProblem } from './bindings';
import { oneOf, type Check, type ReportInside } from './check';
import { ancestorsOf } from './dependencies';
import { expressionProblems, objectOf, shapeOfSchema, type Shape } from './expressions';

/**
 * Every step can be compiled: its tool is within the scope, its dependencies come before it, its bindings have a
 * source.
 */
export const checkSteps: Check = (bundle, report) => {
  bundle.templates.forEach((template, index) =>
    template.steps.forEach((step, position) => {
      const inStep: ReportInside = (path, reason, fix) =>
        report('templates.yaml', [index, 'steps', position, ...path], reason, fix);
      checkKind(step, inStep);
      checkAgent(bundle, step, inStep);
      checkLookup(step, inStep);
      checkTool(bundle, template, step, inStep);
      checkDependencies(bundle, template, step, inStep);
      checkExpectation(bundle, template, step, inStep);
    }),
  );
};

function checkKind(step: StepDefinition, report: ReportInside): void {
  const calls = step.type === 'tool_call';
  const speaks = step.type === 'respond' || step.type === 'synthesize';
  if (calls && step.tool === undefined) report(['type'], 'a tool_call names no tool', 'add `tool`');
  if (!calls && step.tool !== undefined)
    report(['tool'], `a ${step.type} calls no tool`, 'remove `tool` or make it a tool_call');
  if (!calls && step.type !== 'validate' && step.expect !== undefined)
    report(['expect'], `a ${step.type} has no result to expect`, 'remove `expect`');
  if (step.type === 'agent_run' && step.args?.['wish'] === undefined)
    report(['type'], 'an agent_run lets an agent do nothing', 'add `args.wish`: `{ from: args.<name> }`');
  if (speaks && step.copy === undefined)
    report(['type'], `a ${step.type} says nothing`, 'add `copy` with the key of a sentence');
}

function checkAgent({ agents = [] }: ArtifactBundle, { type, agent }: StepDefinition, report: ReportInside): void {
  if (type !== 'agent_run') {
    if (agent !== undefined) report(['agent'], `a ${type} has no agent`, 'remove `agent` or make it an agent_run');
  } else if (!agents.some((known) => known.agent === agent))
    report(
      ['agent'],
      agent === undefined ? 'an agent_run names no agent' : `there is no agent "${agent}"`,
      oneOf(agents.map((known) => known.agent)),
    );
}

function checkLookup(step: StepDefinition, report: ReportInside): void {
  if (step.type === 'validate' && step.expect === undefined)
    report(['type'], 'a validate checks nothing', 'add `expect`');
  if (step.type === 'retrieve' && step.args?.['query'] === undefined)
    report(['type'], 'a retrieve looks for nothing', 'add `args.query`: `{ from: args.<name> }`');
}

/** PL-18: each cause of failure differs from every other and has words. */
function checkExpectation(
  bundle: ArtifactBundle,
  template: TemplateDefinition,
  step: StepDefinition,
  report: ReportInside,
): void {
  const { tool: name, expect, failureCopy = {} } = step;
  const errors = bundle.tools.find(({ tool }) => tool === name)?.errors ?? [];
  const variables = { result: resultOf(step, template, bundle), args: shapeOfSchema(template.args) };
  causesOf(expect).forEach(({ that, code }, index) => {
    const path = typeof expect === 'string' ? ['expect'] : ['expect', index];
    for (const problem of expressionProblems('step_expectation', that, variables)) report(path, ...problem);
    if (code !== UNEXPECTED_RESULT && !Object.hasOwn(failureCopy, code))
      report(path, `nothing is said when "${code}" fails the step`, 'add it to `failureCopy`');
    if (errors.includes(code))
      report(path, `"${code}" is what the vendor says when it refuses`, 'give the expectation a code of its own');
  });
}

/** What a step brings: a tool its result, a validate the values that it is given. */
function resultOf(
  { type, tool: name, args = {} }: StepDefinition,
  template: TemplateDefinition,
  bundle: ArtifactBundle,
): Shape {
  if (type !== 'validate') return shapeOfSchema(bundle.tools.find(({ tool }) => tool === name)?.result);
  const values = Object.entries(args).map(
    ([key, value]) => [key, shapeOfSchema(schemaOfBinding(value, template, bundle))] as const,
  );
  return objectOf(Object.fromEntries(values));
}

function checkTool(
  bundle: ArtifactBundle,
  template: TemplateDefinition,
  step: StepDefinition,
  report: ReportInside,
): void {
  if (step.tool === undefined) return;
  const tool = bundle.tools.find(({ tool }) => tool === step.tool);
  if (!tool) return report(['tool'], `there is no tool "${step.tool}"`, oneOf(bundle.tools.map(({ tool }) => tool)));
  if (!template.scope.allowed[tool.extension]?.includes(tool.capability)) {
    report(
      ['tool'],
      `"${tool.tool}" is outside the template's scope`,
      `allow "${tool.capability}" of "${tool.extension}" in \`scope\`, or use another tool`,
    );
  }
  checkArguments(tool, step.args, report);
}

/**
 * A step gives its tool every argument that the tool needs, and none that it does not take; `filled` names arguments
 * that are given elsewhere.
 */
export function checkArguments(
  { tool, args: schema }: ToolDefinition,
  args: Values | undefined,
  report: ReportInside,
  filled: readonly string[] = [],
): void {
  const given = Object.keys(args ?? {});
  const taken = propertiesOf(schema) ?? [];
  for (const name of requiredOf(schema))
    if (![...given, ...filled].includes(name))
      report(['tool'], `"${tool}" needs the argument \`${name}\``, 'add it to `args`');
  for (const name of given)
    if (!taken.includes(name)) report(['args', name], `"${tool}" takes no argument \`${name}\``, oneOf(taken));
}

function checkDependencies(
  bundle: ArtifactBundle,
  template: TemplateDefinition,
  step: StepDefinition,
  report: ReportInside,
): void {
  const ids = template.steps.map(({ id }) => id);
  step.dependsOn?.forEach((id, position) => {
    if (!ids.includes(id))
      report(['dependsOn', position], `there is no step "${id}"`, oneOf(ids.filter((known) => known !== step.id)));
  });
  const ancestors = ancestorsOf(template.steps, step.id);
  if (ancestors.has(step.id)) report(['dependsOn'], `step "${step.id}" waits for itself`, 'break the circle');
  for (const [name, value] of Object.entries(step.args ?? {})) {
    const problem = bindingProblem(value, { bundle, template, step, ancestors });
    if (problem) report(['args', name], ...problem);
  }
}
