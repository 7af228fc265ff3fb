import type { Values } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import type { Principal } from '../state/action-request';

/** The values that a request template may use. */
export interface TemplateValues {
  readonly args: Values;
  readonly principal: Principal;
  readonly key: string;
  readonly etag?: string;
}

/** The characters that every vendor accepts in a header and in a reference. */
const VENDOR_KEY = /^[\x21-\x7e]{1,128}$/;

/**
 * The idempotency key goes out as it is where any vendor can take it, else by its hash; the same key always as the same
 * text.
 */
export const templateValues = (args: Values, principal: Principal, idempotencyKey: string): TemplateValues => ({
  args,
  principal,
  key: VENDOR_KEY.test(idempotencyKey) ? idempotencyKey : canonicalHash(idempotencyKey),
});

/** A template cannot be filled with these values: the reason names the place. */
export class UnfillableTemplate extends Error {}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const WHOLE_PLACEHOLDER = /^\{([^{}]*)\}$/;

/**
 * A value that is one whole placeholder keeps its type, and is left out (undefined) when there is none; the rest
 * becomes text.
 */
export function fillValue(template: unknown, values: TemplateValues, place: string): unknown {
  if (typeof template === 'string') {
    const whole = WHOLE_PLACEHOLDER.exec(template);
    return whole ? lookUp(whole[1] as string, values, place) : fillText(template, values, place);
  }
  if (Array.isArray(template))
    return template.map((item) => fillValue(item, values, place)).filter((item) => item !== undefined);
  if (template === null || typeof template !== 'object') return template;
  const entries = Object.entries(template).map(
    ([name, item]) => [name, fillValue(item, values, `${place}.${name}`)] as const,
  );
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Undefined only when the template is one whole placeholder without a value. */
export function fillOptionalText(template: string, values: TemplateValues, place: string): string | undefined {
  const whole = WHOLE_PLACEHOLDER.exec(template);
  if (whole && lookUp(whole[1] as string, values, place) === undefined) return undefined;
  return fillText(template, values, place);
}

export function fillText(
  template: string,
  values: TemplateValues,
  place: string,
  encode: (text: string) => string = (text) => text,
): string {
  return template.replace(PLACEHOLDER, (_, name: string) => encode(textOf(lookUp(name, values, place), name, place)));
}

function textOf(value: unknown, name: string, place: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string')
    throw new UnfillableTemplate(`${place} needs ${name} as a text, a number or a boolean`);
  if (!value.isWellFormed()) throw new UnfillableTemplate(`${place}: ${name} is not well-formed Unicode`);
  return value;
}

function lookUp(name: string, { args, principal, key, etag }: TemplateValues, place: string): unknown {
  const [root, ...path] = name.split('.');
  if (root === 'args' && path.length > 0) return path.reduce(ownProperty, args);
  switch (name) {
    case 'principal.tenant':
      return principal.tenant;
    case 'principal.customerId':
      return principal.customerId;
    case 'key':
      return key;
    case 'etag':
      return etag;
    default:
      throw new UnfillableTemplate(
        `${place} speaks of {${name}}; it may speak of args, principal.tenant, principal.customerId, key and etag`,
      );
  }
}

const ownProperty = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? (value as Values)[name] : undefined;
