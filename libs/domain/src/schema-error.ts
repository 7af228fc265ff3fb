import { hintOfNumber } from '@arbiter/contracts';
import type { ErrorObject } from 'ajv/dist/2020';

/**
 * `args.order.number must match pattern "^\d{4}$"`: the field and the rule, never the value. `of` names the owner of
 * the arguments.
 */
export const describeSchemaError = (error: ErrorObject, of: string): string => describe(error, ['args'], of);

/** `amount must be > 0`: the same about a record that stands at a place of a result. */
export const describeRecordError = (error: ErrorObject, place: string): string =>
  describe({ ...error, instancePath: error.instancePath.slice(place.length) }, [], 'its record');

function describe(
  { instancePath, keyword, params, message, data }: ErrorObject,
  root: readonly string[],
  of: string,
): string {
  const field = (name?: unknown) =>
    [...root, ...instancePath.split('/').slice(1), ...(typeof name === 'string' ? [name] : [])].join('.') || 'it';
  switch (keyword) {
    case 'required':
      return `${field(params['missingProperty'])} is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${field(String(params['additionalProperty'] ?? params['unevaluatedProperty']).slice(0, 64))} is not ${root.length > 0 ? 'an argument' : 'a field'} of ${of}`;
    default:
      return `${field()} ${message ?? 'does not fit'}${keyword === 'type' ? hintOfNumber(data) : ''}`;
  }
}
