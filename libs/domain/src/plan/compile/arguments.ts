import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PERSONAL_KEYWORD, ROLE_KEYWORD, type TemplateDefinition } from '@arbiter/contracts';
import { describeSchemaError } from '../../schema-error';

/** Says what is wrong with arguments, naming the field and never the value; null when they fit. */
export type ArgumentCheck = (args: unknown) => string | null;

// addUsedSchema: two templates may carry a schema with the same $id.
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  addUsedSchema: false,
  logger: false,
});
addFormats.default(ajv);
ajv.addKeyword(PERSONAL_KEYWORD);
ajv.addKeyword(ROLE_KEYWORD);

/** PL-03: the strict check of a template's arguments. Throws when the schema itself cannot be used. */
export function argumentCheck({ args: schema }: TemplateDefinition): ArgumentCheck {
  try {
    const validate = ajv.compile(schema as object);
    return (args) => (validate(args) ? null : describeSchemaError(validate.errors![0]!, 'this template'));
  } finally {
    // The check lives as long as its bundle; the compiler keeps nothing of it.
    ajv.removeSchema(schema as object);
  }
}
