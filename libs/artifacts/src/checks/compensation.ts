import { undoneBy, type ArtifactBundle, type ToolDefinition } from '@arbiter/contracts';
import { fits, propertiesOf, requiredOf } from './argument-schema';
import type { Problem } from './bindings';
import { oneOf, type ReportInside } from './check';
import { meantOf } from './expressions';
import { mayBe, propertySchemaAt, propertySchemaOf, type ValueSchema } from './known';
import { checkArguments } from './steps';

/** An action is undone by a tool that exists, with what the action was given or what it brought. */
export function checkCompensation(bundle: ArtifactBundle, tool: ToolDefinition, report: ReportInside): void {
  const compensation = undoneBy(tool);
  if (!compensation) return;
  const undoing = bundle.tools.find((known) => known.tool === compensation.tool);
  if (!undoing)
    return report(
      ['compensation', 'tool'],
      `there is no tool "${compensation.tool}"`,
      oneOf(bundle.tools.map((known) => known.tool)),
    );
  checkArguments(undoing, compensation.args, (path, ...problem) => report(['compensation', ...path], ...problem));
  for (const [name, value] of Object.entries(compensation.args)) {
    if (!propertiesOf(undoing.args)?.includes(name)) continue;
    const problem = valueProblem(tool, undoing, name, value);
    if (problem) report(['compensation', 'args', name], ...problem);
  }
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
