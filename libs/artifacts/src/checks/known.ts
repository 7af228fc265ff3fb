/** A JSON Schema as far as sentences ask about it. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The values that a sentence may name, with the schema of each; null where no schema describes it. */
export type Known = Readonly<Record<string, ValueSchema | null>>;

const asSchema = (schema: unknown): ValueSchema | null =>
  schema !== null && typeof schema === 'object' ? (schema as ValueSchema) : null;

export function propertySchemaOf(schema: unknown, name: string): ValueSchema | null {
  const properties = asSchema(schema)?.properties ?? {};
  return Object.hasOwn(properties, name) ? asSchema(properties[name]) : null;
}

/** The schema at a path of properties; null where none describes it. */
export const propertySchemaAt = (schema: unknown, path: readonly string[]): ValueSchema | null =>
  path.reduce<ValueSchema | null>(propertySchemaOf, asSchema(schema));

/** The fields of each item of a list; null when no schema describes them. */
export function knownOfItems(schema: ValueSchema | null): Known | null {
  const items = asSchema(schema?.items);
  return items?.properties
    ? Object.fromEntries(Object.keys(items.properties).map((name) => [name, propertySchemaOf(items, name)]))
    : null;
}

/** The schema at a path below the known values; null when none describes it, undefined when the path cannot exist. */
export function schemaAt(known: Known, path: readonly string[]): ValueSchema | null | undefined {
  const whole = path.join('.');
  if (Object.hasOwn(known, whole)) return known[whole];
  const root = Object.keys(known).find((name) => whole.startsWith(`${name}.`));
  if (root === undefined) return undefined;
  let schema = known[root] ?? null;
  for (const name of whole.slice(root.length + 1).split('.')) {
    if (!schema?.properties) return null;
    if (!Object.hasOwn(schema.properties, name)) return undefined;
    schema = propertySchemaOf(schema, name);
  }
  return schema;
}

/** The codes a value may have, without null; null when nothing lists them. */
export function codesOf(schema: ValueSchema | null): readonly string[] | null {
  const listed = schema?.enum ?? (typeof schema?.const === 'string' ? [schema.const] : null);
  return listed?.filter((code) => code !== null).map(String) ?? null;
}

/** Whether a value may have one of these types; without a type in the schema it may have any. */
export const mayBe = (schema: ValueSchema | null, types: readonly string[]): boolean =>
  schema?.type === undefined || [schema.type].flat().some((type) => types.includes(type));
