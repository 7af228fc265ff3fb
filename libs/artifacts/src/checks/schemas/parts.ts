import type { Path } from '../../artifact-source';

/** A JSON Schema, or a part of one, as far as the checks look at it. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Part {
  readonly schema: Schema;
  readonly path: Path;
}

/** Keywords that hold one schema, a list of them, or some by name. */
const ONE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas'];
const DEFINITIONS = ['$defs', 'definitions'];

export const isSchema = (value: unknown): value is Schema =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The parts right below a schema; `definitions` counts those that only a reference leads to. */
export function partsOf({ schema, path }: Part, definitions = false): readonly Part[] {
  const found = (value: unknown, ...inner: Path): readonly Part[] =>
    isSchema(value) ? [{ schema: value, path: [...path, ...inner] }] : [];
  const entries = (keyword: string): readonly Part[] =>
    Object.entries((schema[keyword] ?? {}) as object).flatMap(([name, value]) =>
      found(value, keyword, Array.isArray(schema[keyword]) ? Number(name) : name),
    );
  return [
    ...ONE.flatMap((keyword) => found(schema[keyword], keyword)),
    ...[...SEVERAL, ...BY_NAME, ...(definitions ? DEFINITIONS : [])].flatMap(entries),
  ];
}
