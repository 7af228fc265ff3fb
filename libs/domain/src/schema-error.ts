import type { ErrorObject } from 'ajv/dist/2020';

/**
 * `args.order.number must match pattern "^\d{4}$"`: the field and the rule, never the value. `of` names the owner of
 * the arguments.
 */
export function describeSchemaError({ instancePath, keyword, params, message }: ErrorObject, of: string): string {
  const field = (name?: unknown) =>
    ['args', ...instancePath.split('/').slice(1), ...(typeof name === 'string' ? [name] : [])].join('.');
  switch (keyword) {
    case 'required':
      return `${field(params['missingProperty'])} is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${field(String(params['additionalProperty'] ?? params['unevaluatedProperty']).slice(0, 64))} is not an argument of ${of}`;
    default:
      return `${field()} ${message ?? 'does not fit'}`;
  }
}
