import { fieldProblem } from '@arbiter/platform';
import { ValidateBy } from 'class-validator';
import type { TSchema } from 'typebox';

/** The property holds what the contract's schema says; an optional one may be left out. */
export function Fits(schema: TSchema): PropertyDecorator {
  const mayMiss = '~optional' in schema;
  const problem = (field: string, value: unknown) =>
    mayMiss && value === undefined ? null : fieldProblem(field, schema, value);
  return ValidateBy({
    name: 'fits',
    validator: {
      validate: (value, context) => problem(context!.property, value) === null,
      defaultMessage: (context) => problem(context!.property, context!.value)!.detail,
    },
  });
}
