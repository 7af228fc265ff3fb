import { canonicalJson, sha256Hex } from '@arbiter/contracts';

/**
 * SHA-256, in hex, of a JSON value's canonical form (RFC 8785): equal values have equal hashes, whatever their key
 * order.
 */
export function canonicalHash(value: unknown): string {
  const text = canonicalJson(value);
  if (last.text !== text) last = { text, hash: sha256Hex(text) };
  return last.hash;
}

/**
 * The last text that was hashed: the code that names a value and the code that checks the name ask one after the other.
 */
let last = { text: 'null', hash: sha256Hex('null') };

/** Whether two JSON values are equal, whatever the order of their keys; an undefined property counts as missing. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isNested(one) || !isNested(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other);
  const names = namesIn(one);
  return (
    names.length === namesIn(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

const isSameList = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) &&
  Array.isArray(other) &&
  one.length === other.length &&
  one.every((item, index) => isSameValue(item, other[index]));

const namesIn = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).filter((name) => value[name] !== undefined);

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
