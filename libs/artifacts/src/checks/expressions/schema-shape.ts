import { ANYTHING, intersectionOf, unionOf, type Field, type Kind, type Shape } from './shape';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
}

/** Below this nothing is known of a value: a schema that leads to itself ends here. */
const DEEPEST = 24;

const KINDS: Readonly<Record<string, Kind>> = {
  number: 'number',
  integer: 'number',
  string: 'text',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  null: 'null',
};

/** What a JSON Schema says of the values that meet it. */
export const shapeOfSchema = (schema: unknown): Shape => shapeIn(schema, schema, DEEPEST);

function shapeIn(schema: unknown, root: unknown, depth: number): Shape {
  if (depth === 0 || schema === null || typeof schema !== 'object') return ANYTHING;
  const { $ref, allOf = [], anyOf, oneOf } = schema as Schema;
  const inside = (inner: unknown): Shape => shapeIn(inner, root, depth - 1);
  const parts = [
    ...($ref === undefined ? [] : [inside(referredTo($ref, root))]),
    ...allOf.map(inside),
    ...(anyOf ? [unionOf(anyOf.map(inside))] : []),
    ...(oneOf ? [unionOf(oneOf.map(inside))] : []),
  ];
  return parts.reduce(intersectionOf, ownShape(schema, inside));
}

function ownShape(schema: Schema, inside: (inner: unknown) => Shape): Shape {
  const { type, properties, additionalProperties, patternProperties, items } = schema;
  const codes = schema.enum ?? ('const' in schema ? [schema.const] : null);
  const open = [
    ...Object.values(patternProperties ?? {}),
    ...(additionalProperties !== null && typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return {
    kinds: type === undefined ? codes && [...new Set(codes.map(kindOf))] : [type].flat().map((name) => KINDS[name]!),
    codes,
    fields: properties || open.length > 0 || additionalProperties === false ? fieldsIn(schema, inside) : null,
    ...(open.length > 0 && { others: unionOf(open.map(inside)) }),
    items: items === undefined ? null : inside(items),
  };
}

const fieldsIn = (
  { properties = {}, required = [] }: Schema,
  inside: (inner: unknown) => Shape,
): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      { shape: inside(inner), isCertain: required.includes(name) },
    ]),
  );

/** The part of the schema that a reference within it names; undefined when there is none, or it leads elsewhere. */
function referredTo(reference: string, root: unknown): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  const path = reference
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return path.reduce<unknown>(
    (part, name) =>
      part !== null && typeof part === 'object' && Object.hasOwn(part, name)
        ? (part as Record<string, unknown>)[name]
        : undefined,
    root,
  );
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return value === undefined || typeof value === 'object' ? 'object' : KINDS[typeof value]!;
}
