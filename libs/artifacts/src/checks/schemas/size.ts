import { isSchema, partsOf, type Part, type Schema } from './parts';

type Problem = readonly [reason: string, fix: string];

const MAXIMUM_CHARACTERS = 100_000;
/** Parts of a schema, each counted for every reference that leads to it. */
const MAXIMUM_PARTS = 2_000;
const MAXIMUM_DEPTH = 20;
const MAXIMUM_VALUES = 1_000;
/** Items that are compared each with each. */
const MAXIMUM_COMPARED = 500;

/** Why a value could take too long to check against the schema, whatever it holds; null when none could. */
export function sizeProblem(schema: Schema): Problem | null {
  if (JSON.stringify(schema).length > MAXIMUM_CHARACTERS)
    return [`the schema is longer than ${MAXIMUM_CHARACTERS} characters`, 'leave some of it out'];
  const count = { parts: 0 };
  return problemBelow({ schema, path: [] }, [], { root: schema, count });
}

interface Walk {
  readonly root: Schema;
  readonly count: { parts: number };
}

function problemBelow(part: Part, references: readonly string[], walk: Walk, depth = 0): Problem | null {
  walk.count.parts += 1;
  if (walk.count.parts > MAXIMUM_PARTS)
    return [
      `the schema has more than ${MAXIMUM_PARTS} parts, those behind references counted each time`,
      'make it smaller',
    ];
  if (depth > MAXIMUM_DEPTH) return [`the schema is more than ${MAXIMUM_DEPTH} parts deep`, 'make it flatter'];
  const own = ownProblem(part.schema) ?? referenceProblem(part.schema, references, walk, depth);
  if (own) return own;
  for (const below of partsOf(part)) {
    const problem = problemBelow(below, references, walk, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function ownProblem({ enum: values, uniqueItems, maxItems, items }: Schema): Problem | null {
  if (Array.isArray(values) && values.length > MAXIMUM_VALUES)
    return [`\`enum\` lists more than ${MAXIMUM_VALUES} values`, 'describe them by a pattern'];
  const compares = uniqueItems === true && !(isSchema(items) && isScalar(items));
  if (compares && !(typeof maxItems === 'number' && maxItems <= MAXIMUM_COMPARED))
    return [
      '`uniqueItems` compares each item with each',
      `add \`maxItems\`, ${MAXIMUM_COMPARED} at most, or give \`items\` a type such as string`,
    ];
  return null;
}

const isScalar = ({ type }: Schema): boolean => ['string', 'number', 'integer', 'boolean'].includes(String(type));

/** A schema that leads to itself is as deep as the value that is checked. */
function referenceProblem(schema: Schema, references: readonly string[], walk: Walk, depth: number): Problem | null {
  if ('$dynamicRef' in schema || '$recursiveRef' in schema)
    return ['a reference that is resolved while a value is checked', 'use `$ref` to a part of the same schema'];
  const { $ref } = schema;
  if (typeof $ref !== 'string') return null;
  if (references.includes($ref) || $ref === '#')
    return [`the schema leads back to itself by "${$ref}"`, 'write out how deep it goes'];
  if (!$ref.startsWith('#/')) return [`"${$ref}" leads out of the schema`, 'refer to a part of it: `#/$defs/<name>`'];
  const target = referredTo($ref, walk.root);
  return isSchema(target) ? problemBelow({ schema: target, path: [] }, [...references, $ref], walk, depth + 1) : null;
}

/** The part of the schema that a reference within it names; undefined when there is none. */
export function referredTo(reference: string, root: unknown): unknown {
  return reference
    .split('/')
    .slice(1)
    .map((part) => decodedPart(part))
    .reduce<unknown>((part, name) => (isSchema(part) && Object.hasOwn(part, name) ? part[name] : undefined), root);
}

const decodedPart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
