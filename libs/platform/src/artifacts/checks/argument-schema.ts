import { LRUCache } from 'lru-cache';
import type { Path } from '../artifact-source';
import { schemaCompiler } from '../../json-schema';
import type { Report } from './check';

interface ObjectSchema {
  readonly type?: unknown;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

const asObject = (schema: unknown): ObjectSchema => (schema !== null && typeof schema === 'object' ? schema : {});

/** The names an object schema declares, or null when it declares none. */
export const propertiesOf = (schema: unknown): readonly string[] | null => {
  const { properties } = asObject(schema);
  return properties ? Object.keys(properties) : null;
};
export const requiredOf = (schema: unknown): readonly string[] => asObject(schema).required ?? [];

/**
 * By its text: a tenant is loaded again with most of its schemas as they were, and to compile one costs a millisecond.
 */
const failures = new LRUCache<string, { readonly failure: string | null }>({ max: 1_000 });

/** Reports a schema that does not compile. */
export function checkSchema(report: Report, file: Parameters<Report>[0], path: Path, schema: unknown): void {
  const text = JSON.stringify(schema);
  const { failure } = failures.get(text) ?? compiled(schema);
  failures.set(text, { failure });
  if (failure !== null) report(file, path, `this is not a JSON Schema 2020-12: ${failure}`, 'correct the schema');
}

function compiled(schema: unknown): { readonly failure: string | null } {
  const compiler = schemaCompiler();
  try {
    compiler.compile(schema as object);
    return { failure: null };
  } catch (error) {
    return { failure: (error as Error).message };
  } finally {
    // Only whether it compiles is asked; keeping it would let the compiler grow with every load.
    compiler.removeSchema(schema as object);
  }
}

/** Arguments are a closed object (PL-03, AG-02): nothing undeclared ever reaches a tool. */
export function checkArgumentSchema(report: Report, file: Parameters<Report>[0], path: Path, schema: unknown): void {
  checkSchema(report, file, path, schema);
  const { type, additionalProperties, properties } = asObject(schema);
  if (type === 'object' && additionalProperties === false && properties) return;
  report(
    file,
    path,
    'arguments must be a closed object',
    'write `type: object`, `additionalProperties: false` and `properties`',
  );
}
