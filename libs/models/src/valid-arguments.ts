import {
  hintOfNumber,
  withPersonalValues,
  type PersonalValues,
  type TemplateDefinition,
  type Values,
} from '@arbiter/contracts';
import { schemaCompiler, type ErrorObject, type ValidateFunction } from './json-schema';
import { invalidProposal as invalid } from './invalid-proposal';

/** The checks live as long as the bundles of their templates. */
const checks = new WeakMap<object, ValidateFunction>();

/**
 * PL-03, PV-10: the arguments of one of these templates, complete and of their types; null means left out. Throws a
 * retryable `invalid_proposal` that names each wrong field, never its value.
 */
export function checkArguments(
  name: unknown,
  proposed: unknown,
  templates: readonly TemplateDefinition[],
  personal?: PersonalValues,
): Values {
  const template = templates.find((one) => one.template === name);
  if (!template) throw invalid('template', 'is none of the eligible templates');
  if (typeof proposed !== 'object' || proposed === null || Array.isArray(proposed))
    throw invalid('args', 'is no object');
  const args = Object.fromEntries(Object.entries(proposed).filter(([, value]) => value !== null));
  const check = checkOf(template);
  if (!check(withPersonalValues(args, personal)))
    throw invalid('args', (check.errors ?? []).slice(0, MOST_NAMED).map(wrong).join('; '));
  return args;
}

const MOST_NAMED = 5;

function checkOf({ args }: TemplateDefinition): ValidateFunction {
  const schema = args as object;
  const known = checks.get(schema);
  if (known) return known;
  const compiler = schemaCompiler();
  const check = compiler.compile(schema);
  // The check lives as long as its bundle; the compiler keeps nothing of it.
  compiler.removeSchema(schema);
  checks.set(schema, check);
  return check;
}

/** `city is missing`, `days must be integer` */
function wrong({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'required') return `${[field, params['missingProperty']].filter(Boolean).join('.')} is missing`;
  if (keyword === 'additionalProperties') return `${field || 'it'} holds something that is no argument`;
  return `${field || 'it'} ${message ?? 'does not fit'}${keyword === 'type' ? hintOfNumber(data) : ''}`;
}
