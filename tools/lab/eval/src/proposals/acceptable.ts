import { isDeepStrictEqual } from 'node:util';
import type { Values } from '@arbiter/contracts';

/** The right values of each argument; an empty text among them means that it may be left out. */
export const acceptableArguments = (args: Values, acceptable: Readonly<Record<string, readonly unknown[]>>): boolean =>
  Object.keys(args).every((name) => Object.hasOwn(acceptable, name)) &&
  Object.entries(acceptable).every(([name, values]) =>
    Object.hasOwn(args, name) ? values.some((value) => isSame(args[name], value)) : values.includes(''),
  );

/**
 * Texts are the same however they are written and pointed; an object's own values may be given as several that are
 * right.
 */
function isSame(given: unknown, right: unknown): boolean {
  if (typeof given === 'string' && typeof right === 'string') return plain(given) === plain(right);
  if (Array.isArray(given) && Array.isArray(right))
    return given.length === right.length && given.every((one, place) => isSame(one, right[place]));
  if (isObject(given) && isObject(right))
    return Object.values(right).every((values) => Array.isArray(values))
      ? acceptableArguments(given, right as Record<string, readonly unknown[]>) || isDeepStrictEqual(given, right)
      : isDeepStrictEqual(given, right);
  return isDeepStrictEqual(given, right);
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s,./_*^'"-]/g, '');
