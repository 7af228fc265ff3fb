import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** Checks JSON Schema 2020-12 as strictly as tool arguments deserve: an unknown keyword is a mistake, not a comment. */
export function newSchemaCompiler(): Ajv2020 {
  const compiler = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true, logger: false });
  addFormats(compiler);
  return compiler;
}

export type { ErrorObject, ValidateFunction };
