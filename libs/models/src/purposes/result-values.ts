import { taggedIn, valueAt, type ArtifactBundle, type Tagged, type Values } from '@arbiter/contracts';
import { projected } from '../context';

type Step = ArtifactBundle['templates'][number]['steps'][number];

/**
 * Of the values that a sentence speaks of, those that the schemas of its templates' arguments and results call
 * personal.
 */
export function taggedValues(copy: string, values: Values, { templates, tools }: ArtifactBundle): readonly Tagged[] {
  const schemaOf = (step: Step) => tools.find(({ tool }) => tool === step.tool);
  return speaking(copy, templates).flatMap(({ args, steps }) => [
    ...taggedIn(args, values['args']),
    ...steps.flatMap((step) => [
      ...taggedIn(schemaOf(step)?.result, valueAt(values, ['steps', step.id, 'result'])),
      ...taggedIn(schemaOf(step)?.args, argumentsOf(step, values)),
    ]),
  ]);
}

/** The arguments of a step's call that come from the arguments of the plan. */
const argumentsOf = ({ args = {} }: Step, values: Values): Values =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && 'from' in value
        ? valueAt(values, String(value.from).split('.'))
        : value,
    ]),
  );

const speaking = (copy: string, templates: ArtifactBundle['templates']) =>
  templates.filter(({ steps }) => steps.some((step) => step.copy === copy));

/** The fields of one result that a model may have in front of it. */
export interface ShownResult {
  readonly tool: string;
  readonly result: unknown;
}

/** CX-02: of the results that a sentence may speak of, the fields that the tenant declares. */
export function declaredResults(
  copy: string,
  values: Values,
  { templates, context }: ArtifactBundle,
): readonly ShownResult[] {
  const declared = context?.results ?? {};
  return speaking(copy, templates)
    .flatMap(({ steps }) => steps)
    .flatMap(({ id, tool = '' }): readonly ShownResult[] => {
      const result = valueAt(values, ['steps', id, 'result']);
      return Object.hasOwn(declared, tool) && result !== undefined
        ? [{ tool, result: projected(result, declared[tool]!) }]
        : [];
    });
}
