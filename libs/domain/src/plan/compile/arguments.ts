import type { TemplateDefinition } from '@arbiter/contracts';
import { schemaCompiler } from '../../schema-compiler';
import { describeSchemaError } from '../../schema-error';

/** Returns the first error of the arguments, naming the field and never the value; null when they fit. */
export type ArgumentCheck = (args: unknown) => string | null;

const compiled = schemaCompiler({ strict: true, allowUnionTypes: true, strictRequired: false });

/** PL-03: the strict check of a template's arguments. Throws when the schema itself cannot be used. */
export function argumentCheck({ args: schema }: TemplateDefinition): ArgumentCheck {
  const validate = compiled(schema as object);
  return (args) => (validate(args) ? null : describeSchemaError(validate.errors![0]!, 'this template'));
}
