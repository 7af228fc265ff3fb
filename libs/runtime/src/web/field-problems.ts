import { hintOfNumber } from '@arbiter/contracts';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** The problem of one field, as a sentence that names the field and what it must be. */
export interface FieldProblem {
  readonly field: string;
  readonly detail: string;
}

const CHECKS = new WeakMap<TSchema, (value: unknown) => boolean>();

/** Null when the value fits. The schema's description completes "… must be". */
export function fieldProblem(field: string, schema: TSchema, value: unknown): FieldProblem | null {
  if (checkOf(schema)(value)) return null;
  const expected = (schema as { description?: string }).description ?? 'as its schema says';
  return {
    field,
    detail:
      value === undefined
        ? `${field} is missing; it must be ${expected}`
        : `${field} must be ${expected}${hintOfNumber(value)}`,
  };
}

/** All problems of an object, unknown properties included. */
export function objectProblems(schema: TObject, value: unknown): readonly FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ field: 'body', detail: 'the body must be a JSON object' }];
  const given = value as Record<string, unknown>;
  const { properties, required = [] } = schema as { properties: Record<string, TSchema>; required?: readonly string[] };
  const known = Object.entries(properties)
    .filter(([field]) => given[field] !== undefined || required.includes(field))
    .map(([field, property]) => fieldProblem(field, property, given[field]));
  const unknown = Object.keys(given)
    .filter((field) => !Object.hasOwn(properties, field))
    .map(unknownField);
  return [...known.filter((problem) => problem !== null), ...unknown];
}

export const unknownField = (field: string): FieldProblem => ({
  field,
  detail: `${field} is not a known field; remove it`,
});

function checkOf(schema: TSchema): (value: unknown) => boolean {
  let check = CHECKS.get(schema);
  if (!check) {
    const validator = Compile(schema);
    check = (value) => validator.Check(value);
    CHECKS.set(schema, check);
  }
  return check;
}
