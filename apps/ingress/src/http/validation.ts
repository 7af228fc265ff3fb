import { invalidRequest, unknownField } from '@arbiter/runtime';
import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { getMetadataStorage, validateSync } from 'class-validator';

const FIELDS = new WeakMap<Type, ReadonlySet<string>>();

/**
 * Checks bodies against their DTO; unknown fields are refused, each problem names its field. Nest's own pipe loses
 * fields that are called like a method of every object.
 */
export class BodyValidation implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    const fields = fieldsOf(metatype);
    if (fields.size === 0) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidRequest([{ field: 'body', detail: 'the body must be a JSON object' }]);
    const entries = Object.entries(value);
    const body = Object.assign(
      new metatype() as object,
      Object.fromEntries(entries.filter(([field]) => fields.has(field))),
    );
    const problems = [
      ...validateSync(body).map(({ property, constraints = {} }) => ({
        field: property,
        detail: Object.values(constraints)[0]!,
      })),
      ...entries.filter(([field]) => !fields.has(field)).map(([field]) => unknownField(field)),
    ];
    if (problems.length > 0) throw invalidRequest(problems);
    return body;
  }
}

/** The properties that a DTO's decorators check. */
function fieldsOf(metatype: Type): ReadonlySet<string> {
  let fields = FIELDS.get(metatype);
  if (!fields) {
    fields = new Set(
      getMetadataStorage()
        .getTargetValidationMetadatas(metatype, '', false, false)
        .map(({ propertyName }) => propertyName),
    );
    FIELDS.set(metatype, fields);
  }
  return fields;
}
