import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PERSONAL_KEYWORD, ROLE_KEYWORD } from '@arbiter/contracts';
import { describeSchemaError } from '../../schema-error';
import type { ValueSchema } from './rules/schema';

const ajv = new Ajv2020({ strict: false, addUsedSchema: false, logger: false });
addFormats.default(ajv);
ajv.addKeyword(PERSONAL_KEYWORD);
ajv.addKeyword(ROLE_KEYWORD);

/** What is wrong with a value that stands in a plan, by the schema of its argument, a part of `root`; null when it fits. */
export function literalProblem(
  value: unknown,
  part: object,
  root: Pick<ValueSchema, '$defs' | 'definitions'>,
): string | null {
  const { $defs, definitions } = root;
  const schema = { ...part, ...($defs && { $defs }), ...(definitions && { definitions }) };
  try {
    const validate = ajv.compile(schema);
    return validate(value) ? null : describeSchemaError(validate.errors![0]!, 'this tool');
  } catch (error) {
    return `its schema cannot be used: ${(error as Error).message}`;
  } finally {
    ajv.removeSchema(schema);
  }
}
