import { Retrieved, type ArtifactBundle, type StepDefinition, type TemplateDefinition } from '@arbiter/contracts';
import { propertiesOf } from './argument-schema';
import { oneOf } from './check';

/** What is wrong, and how to correct it. */
export type Problem = readonly [reason: string, fix: string];

export const SOURCE = /^(?:args\.(?<argument>\w+)|steps\.(?<step>\w+)\.result(?:\.(?<field>\w+))?)(?:\.\w+)*$/;

interface Scope {
  readonly bundle: ArtifactBundle;
  readonly template: TemplateDefinition;
  readonly step: Pick<StepDefinition, 'type'>;
  readonly ancestors: ReadonlySet<string>;
}

/** Whether a step's argument, if it is a binding, reads something that is certainly there by then. */
export function bindingProblem(value: unknown, scope: Scope): Problem | null {
  if (value === null || typeof value !== 'object' || !('from' in value)) return null;
  if (Object.keys(value).length > 1) return ['a binding holds something beside `from`', 'keep `from` alone'];
  const parts = SOURCE.exec(String(value.from))?.groups;
  if (!parts)
    return [`"${String(value.from)}" is no source of values`, 'write args.<name> or steps.<id>.result.<field>'];
  const { argument, step, field } = parts;
  if (argument !== undefined) {
    const known = propertiesOf(scope.template.args) ?? [];
    return known.includes(argument) ? null : [`the template has no argument \`${argument}\``, oneOf(known)];
  }
  if (!scope.ancestors.has(step as string))
    return [`step "${step}" is not finished before this one`, `add it to \`dependsOn\` or ${oneOf(scope.ancestors)}`];
  return resultProblem(scope, step as string, field);
}

function resultProblem(scope: Scope, id: string, field: string | undefined): Problem | null {
  const source = scope.template.steps.find((known) => known.id === id);
  if (source === undefined || !hasResult(source))
    return [`step "${id}" has no result`, 'name a tool_call or a retrieve'];
  if (scope.step.type === 'tool_call' && source.type !== 'tool_call')
    return [
      `step "${id}" calls no tool, and an action takes no value from it`,
      'take it from `args` or from a tool_call',
    ];
  const declared = fieldsOf(source, scope);
  if (field === undefined || declared === null || declared.includes(field)) return null;
  return [`"${source.tool ?? source.type}" declares no \`${field}\` in its result`, oneOf(declared)];
}

const hasResult = ({ type }: StepDefinition): boolean =>
  !['respond', 'synthesize', 'ask_user', 'finalize'].includes(type);

/** The fields of a result, where they are known. */
function fieldsOf({ type, tool: name, args = {} }: StepDefinition, { bundle }: Scope): readonly string[] | null {
  switch (type) {
    case 'tool_call':
      return propertiesOf(bundle.tools.find(({ tool }) => tool === name)?.result);
    case 'retrieve':
      return Object.keys(Retrieved.properties);
    default:
      return Object.keys(args);
  }
}
