import { schemaCompiler } from '@arbiter/models';
import { LRUCache } from 'lru-cache';
import type { Path } from '../artifact-source';
import type { Report } from './check';
import { isSchema } from './schemas/parts';
import { patternProblems, senseProblems, type SchemaProblem } from './schemas/sense';
import { sizeProblem } from './schemas/size';

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
const found = new LRUCache<string, readonly SchemaProblem[]>({ max: 1_000 });

/** Reports a schema that does not compile, that no value can meet, or that takes too long to check. */
export function checkSchema(report: Report, file: Parameters<Report>[0], path: Path, schema: unknown): void {
  const text = JSON.stringify(schema) ?? '';
  const problems = found.get(text) ?? problemsOf(schema);
  found.set(text, problems);
  for (const problem of problems) report(file, [...path, ...problem.path], problem.reason, problem.fix);
}

/** A schema is first small, then made of sound parts, and only then compiled. */
function problemsOf(schema: unknown): readonly SchemaProblem[] {
  const size = isSchema(schema) ? sizeProblem(schema) : null;
  if (size) return [{ path: [], reason: size[0], fix: size[1] }];
  const patterns = isSchema(schema) ? patternProblems(schema) : [];
  if (patterns.length > 0) return patterns;
  const failure = failureOf(schema);
  if (failure !== null)
    return [{ path: [], reason: `this is not a JSON Schema 2020-12: ${failure}`, fix: 'correct the schema' }];
  return isSchema(schema) ? senseProblems(schema, fits) : [];
}

const failureOf = (schema: unknown): string | null =>
  compiled(
    schema as object,
    () => null,
    (error) => error.message,
  );

/** What cannot be compiled is reported as such. */
export const fits = (value: unknown, schema: object): boolean =>
  compiled(
    schema,
    (check) => check(value),
    () => true,
  );

/** Only the result is asked for; keeping the schema would let the compiler grow with every load. */
function compiled<Result>(
  schema: object,
  then: (check: (value: unknown) => boolean) => Result,
  otherwise: (error: Error) => Result,
): Result {
  const compiler = schemaCompiler();
  try {
    return then(compiler.compile(schema));
  } catch (error) {
    return otherwise(error as Error);
  } finally {
    compiler.removeSchema(schema);
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
