import { Ajv2020, type CodeOptions, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PATTERN_ENGINE, guardCompiler } from '@arbiter/contracts';

let shared: Ajv2020 | null = null;
let own: Ajv2020 | null = null;

/**
 * Checks JSON Schema 2020-12 as strictly as tool arguments deserve: an unknown keyword is a mistake, not a comment.
 * Made when it is first asked for, and one for all: it compiles the schema of schemas first, which takes as long as
 * some hundred others.
 */
export const schemaCompiler = (): Ajv2020 => (shared ??= newCompiler({ regExp: PATTERN_ENGINE }));

/** The same for the platform's own schemas, whose patterns may look around. */
export const ownSchemaCompiler = (): Ajv2020 => (own ??= newCompiler({}));

function newCompiler(code: Pick<CodeOptions, 'regExp'>): Ajv2020 {
  const compiler = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    logger: false,
    // Of the time in which a schema is compiled this takes a fifth, and V8 does as much.
    code: { ...code, optimize: false },
  });
  addFormats(compiler);
  guardCompiler(compiler);
  return compiler;
}

export type { ErrorObject, ValidateFunction };
