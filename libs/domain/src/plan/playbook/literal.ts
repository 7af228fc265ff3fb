import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PERSONAL_KEYWORD, ROLE_KEYWORD } from '@arbiter/contracts';
import { describeSchemaError } from '../../schema-error';

const ajv = new Ajv2020({ strict: false, addUsedSchema: false, logger: false });
addFormats.default(ajv);
ajv.addKeyword(PERSONAL_KEYWORD);
ajv.addKeyword(ROLE_KEYWORD);

/** What is wrong with a value that stands in a plan, by the schema of its argument; null when it fits. */
export function literalProblem(value: unknown, schema: object): string | null {
  try {
    const validate = ajv.compile(schema);
    return validate(value) ? null : describeSchemaError(validate.errors![0]!, 'this tool');
  } catch (error) {
    return `its schema cannot be used: ${(error as Error).message}`;
  } finally {
    ajv.removeSchema(schema);
  }
}
