import { fieldProblem, invalidRequest, type FieldProblem } from '@arbiter/runtime';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import type { TSchema } from 'typebox';

type Check = (field: string, value: unknown) => FieldProblem | null;

/** Checks a value by the contract's schema; an optional value may be left out. */
function checkOf(schema: TSchema): Check {
  const mayMiss = '~optional' in schema;
  return (field, value) => (mayMiss && value === undefined ? null : fieldProblem(field, schema, value));
}

/** The property of a body holds what the contract's schema says. */
export function Fits(schema: TSchema): PropertyDecorator {
  const problem = checkOf(schema);
  return ValidateBy({
    name: 'fits',
    validator: {
      validate: (value, context) => problem(context!.property, value) === null,
      defaultMessage: (context) => problem(context!.property, context!.value)!.detail,
    },
  });
}

/** The parameter of a path or a query holds what the contract's schema says; null where it is left out and may be. */
export class FitsPipe implements PipeTransform<unknown, string | null> {
  private readonly problem: Check;

  constructor(readonly schema: TSchema) {
    this.problem = checkOf(schema);
  }

  transform(value: unknown, { data }: ArgumentMetadata): string | null {
    const problem = this.problem(data!, value);
    if (problem) throw invalidRequest([problem]);
    return (value as string | undefined) ?? null;
  }
}
