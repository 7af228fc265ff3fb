import type { ArtifactBundle, PlatformCopyKey, Values } from '@arbiter/contracts';
import { UNKNOWN_OUTCOME, copyOfCode, namedValues, renderCopy, titleOfTool } from '../words';
import type { MadeCall } from './agent-state';

/** A message is not a report. */
const MOST_OBJECTS = 10;
const MOST_VALUES = 8;

/**
 * In the tenant's own words what the calls of an agent brought: their values as they are, and nothing about them. What
 * brought nothing says why.
 */
export function foundBy(calls: readonly MadeCall[], bundle: ArtifactBundle): string {
  const found = calls.flatMap((call) => (isDelegated(call) ? answerIn(call) : linesOf(call.tool, call.result, bundle)));
  const failed = new Set(calls.flatMap((call) => failureOf(call) ?? []));
  if (found.length === 0 && failed.size === 0) return renderCopy(bundle, 'agent_found_nothing');
  return [
    ...(found.length === 0 ? [] : [renderCopy(bundle, 'agent_found', { found: found.join('\n') })]),
    ...Array.from(failed, (key) => renderCopy(bundle, key)),
  ].join('\n');
}

/** The answer of a delegate: founded as it is. */
export const answerIn = ({ result }: Pick<MadeCall, 'result'>): readonly string[] =>
  isObject(result) && typeof result['answer'] === 'string' && result['answer'] !== '' ? [result['answer']] : [];

export const isDelegated = ({ delegated }: MadeCall): boolean => delegated !== undefined;

function failureOf({ status, code }: MadeCall): PlatformCopyKey | null {
  if (status === 'completed') return null;
  if (status === 'unknown') return UNKNOWN_OUTCOME;
  return status === 'rejected' ? 'rejected' : copyOfCode(code ?? '');
}

/** `Look up an order: orderNumber 1002, status shipped` */
function linesOf(tool: string, result: unknown, bundle: ArtifactBundle): readonly string[] {
  const schema = bundle.tools.find((known) => known.tool === tool)?.result;
  return objectsIn(result, schema)
    .slice(0, MOST_OBJECTS)
    .flatMap((object) => {
      const names = namesIn(object);
      const { values } = object;
      return names.length === 0 ? [] : [`${titleOfTool(tool, bundle)}: ${namedValues(values, bundle, { names })}`];
    });
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of a result, and the names of the fields that the tool declares of it; null: it declares none. */
interface FoundObject {
  readonly values: Values;
  readonly declared: readonly string[] | null;
}

/** The result itself, and the objects of its lists. */
function objectsIn(result: unknown, schema: unknown): readonly FoundObject[] {
  if (!isObject(result)) return objectsOf(result, schema);
  const lists = Object.entries(result).flatMap(([name, value]) => objectsOf(value, propertiesOf(schema)?.[name]));
  return [foundObject(result, schema), ...lists];
}

const objectsOf = (value: unknown, schema: unknown): readonly FoundObject[] =>
  Array.isArray(value)
    ? value.filter(isObject).map((item) => foundObject(item, isObject(schema) ? schema['items'] : undefined))
    : [];

const foundObject = (values: Values, schema: unknown): FoundObject => {
  const properties = propertiesOf(schema);
  return { values, declared: properties && Object.keys(properties) };
};

const propertiesOf = (schema: unknown): Values | null =>
  isObject(schema) && isObject(schema['properties']) ? schema['properties'] : null;

/** The declared fields with a value that stands in a sentence: what else a vendor sends is for no reader. */
const namesIn = ({ values, declared }: FoundObject): readonly string[] =>
  (declared ?? Object.keys(values))
    .filter((name) => /^\w+$/.test(name) && ['string', 'number', 'boolean'].includes(typeof values[name]))
    .slice(0, MOST_VALUES);
