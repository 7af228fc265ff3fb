import { undoneBy, type ArtifactBundle, type ToolDefinition } from '@arbiter/contracts';
import { fits, propertiesOf, requiredOf } from './argument-schema';
import type { Problem } from './bindings';
import { oneOf, type ReportInside } from './check';
import { meantOf } from './expressions';
import { mayBe, propertySchemaAt, propertySchemaOf, type ValueSchema } from './known';
import { permissionProblem } from './policies';
import { checkArguments } from './steps';

/**
 * SG-03: a tool that changes a record says what undoes it, or why nothing does: a tool that exists and may be called
 * again and again, with what the action was given or what it brought.
 */
export function checkCompensation(bundle: ArtifactBundle, tool: ToolDefinition, report: ReportInside): void {
  if (tool.riskClass === 'read' && tool.compensation !== undefined)
    return report(['compensation'], 'a read changes nothing that could be undone', 'remove `compensation`');
  if (tool.riskClass === 'record_mutation' && tool.request !== undefined && tool.compensation === undefined)
    return report(
      ['tool'],
      `nothing says how "${tool.tool}" is undone`,
      'add `compensation`: `{ tool, args }` of the tool that undoes it, or `{ none: <why nothing does> }`',
    );
  const compensation = undoneBy(tool);
  if (!compensation) return;
  if (tool.riskClass === 'external_communication')
    return report(
      ['compensation'],
      `what "${tool.tool}" does is seen outside, and no tool undoes that`,
      'write `{ none: <why> }`, or remove `compensation`',
    );
  const undoing = bundle.tools.find((known) => known.tool === compensation.tool);
  if (!undoing)
    return report(
      ['compensation', 'tool'],
      `there is no tool "${compensation.tool}"`,
      oneOf(bundle.tools.map((known) => known.tool)),
    );
  for (const problem of problemsOfUndoing(bundle, tool, undoing)) report(['compensation', 'tool'], ...problem);
  checkArguments(undoing, compensation.args, (path, ...problem) => report(['compensation', ...path], ...problem));
  for (const [name, value] of Object.entries(compensation.args)) {
    if (!propertiesOf(undoing.args)?.includes(name)) continue;
    const problem = valueProblem(tool, undoing, name, value);
    if (problem) report(['compensation', 'args', name], ...problem);
  }
}

/** SG-03, SG-05: why a tool cannot be the one that undoes another. */
function problemsOfUndoing(
  bundle: ArtifactBundle,
  { tool: name }: ToolDefinition,
  undoing: ToolDefinition,
): readonly Problem[] {
  const { allowList } = bundle.policy;
  if (undoing.riskClass === 'read')
    return [[`"${undoing.tool}" only reads`, 'name a tool that changes back what was changed']];
  const problems: Problem[] = [];
  if (undoing.idempotency === 'none')
    problems.push([
      `"${undoing.tool}" may undo twice, for its idempotency is none`,
      'name a tool that recognises a repeated request, or write `{ none: <why nothing undoes it> }`',
    ]);
  if (undoing.compensation === undefined || undoneBy(undoing) !== null)
    problems.push([
      `"${undoing.tool}" does not say that nothing undoes it, and what undoes is not undone`,
      `give "${undoing.tool}" \`compensation: { none: <why> }\``,
    ]);
  if (!allowList.includes(name)) return problems;
  const problem = allowList.includes(undoing.tool)
    ? permissionProblem(bundle, undoing)
    : ([
        `"${undoing.tool}" is not on the tenant's allow-list, and "${name}" is`,
        'add it to `allowList` in policies.yaml',
      ] as const);
  return problem ? [...problems, problem] : problems;
}

function valueProblem(tool: ToolDefinition, undoing: ToolDefinition, name: string, value: unknown): Problem | null {
  const wanted = propertySchemaOf(undoing.args, name);
  if (value !== null && typeof value === 'object' && 'from' in value)
    return sourceProblem(tool, undoing, name, String(value.from));
  return wanted === null || fits(value, wanted)
    ? null
    : [`"${undoing.tool}" does not take this value as \`${name}\``, 'write one that fits its schema'];
}

/** Why `from` brings nothing that the undoing tool takes. */
function sourceProblem(tool: ToolDefinition, undoing: ToolDefinition, name: string, from: string): Problem | null {
  const [root = '', ...path] = from.split('.');
  if (!isRoot(root) || path.length === 0)
    return [`"${from}" is no source of values`, 'write args.<name> or result.<field>'];
  const given = propertySchemaAt(tool[root], path);
  if (given === null) return [`"${tool.tool}" has no \`${from}\``, meantOf(from, sourcesOf(tool))];
  if (mayMiss(tool[root], path) && requiredOf(undoing.args).includes(name))
    return [
      `"${undoing.tool}" needs \`${name}\`, and \`${from}\` may be left out`,
      'name something that is `required`',
    ];
  const wanted = propertySchemaOf(undoing.args, name);
  const types = typesOf(given);
  return wanted === null || types.length === 0 || mayBe(wanted, types)
    ? null
    : [
        `\`${from}\` is no ${typesOf(wanted).join(' or ')}, which "${undoing.tool}" takes as \`${name}\``,
        'name another',
      ];
}

const isRoot = (name: string): name is 'args' | 'result' => name === 'args' || name === 'result';

/** Whether a value may lack what stands at this path of its schema. */
const mayMiss = (schema: unknown, path: readonly string[]): boolean =>
  path.some((name, place) => !requiredOf(propertySchemaAt(schema, path.slice(0, place))).includes(name));

/** An integer is a number as well. */
const typesOf = ({ type }: ValueSchema): readonly string[] =>
  [type ?? []].flat().flatMap((one) => (one === 'integer' ? ['integer', 'number'] : [one]));

const sourcesOf = (tool: ToolDefinition): readonly string[] =>
  (['args', 'result'] as const).flatMap((root) => (propertiesOf(tool[root]) ?? []).map((name) => `${root}.${name}`));
