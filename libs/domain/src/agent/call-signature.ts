import type { Values } from '@arbiter/contracts';
import { canonicalHash } from '../canonical-hash';

/** A number as people and models write it into a text: `7`, `07`, `7.0`. */
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

/**
 * TP-07: names a call by its meaning, so that the same call in other clothes is known: tool, action, arguments and
 * tenant. The order of arguments, the white space around and between words, the form of letters and of numbers make no
 * other call. It is for telling duplicates alone: what is carried out is what was written.
 */
export const signatureOf = (tenant: string, tool: string, args: Values): string =>
  canonicalHash({ tenant, tool, args: normalForm(args) });

function normalForm(value: unknown): unknown {
  if (typeof value === 'string') return normalText(value);
  if (Array.isArray(value)) return value.map(normalForm);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null)
      .map(([name, inner]) => [name, normalForm(inner)]),
  );
}

/** A text as it is compared: a number in whatever form it is written. */
export function normalText(text: string): string | number {
  const plain = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
  return DECIMAL.test(plain) ? Number(plain) : plain;
}
