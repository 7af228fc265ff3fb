import { schemaCompiler } from '../../schema-compiler';
import { describeSchemaError } from '../../schema-error';
import type { ValueSchema } from './rules/schema';

const compiled = schemaCompiler({ strict: false });

/** The error of a literal value in a plan, by the schema of its argument, a part of `root`; null when it fits. */
export function literalProblem(
  value: unknown,
  part: object,
  root: Pick<ValueSchema, '$defs' | 'definitions'>,
): string | null {
  const { $defs, definitions } = root;
  const schema = { ...part, ...($defs && { $defs }), ...(definitions && { definitions }) };
  try {
    const validate = compiled(schema);
    return validate(value) ? null : describeSchemaError(validate.errors![0]!, 'this tool');
  } catch (error) {
    return `its schema cannot be used: ${(error as Error).message}`;
  }
}
