import { createHash } from 'node:crypto';
import { canonicalJson } from '@arbiter/contracts';

type Key = string | number;
type Path = readonly Key[];

/** Where in a command a value stood, where in the facts of its decision it stands, and its SHA-256 (canonical JSON). */
export type SharedPlace = readonly [inCommand: Path, inFacts: Path, hash: string];

/** How deep a value is looked for: results of vendors may be nested without a bound. */
const DEEPEST = 6;
/** as canonical JSON; a shorter value is no longer than its place */
const LEAST_CHARACTERS = 200;

/** A command without the objects that the facts of its decision hold, which are the very same, and their places. */
export function withoutShared(
  command: object,
  facts: readonly object[],
): { readonly command: unknown; readonly places: readonly SharedPlace[] } {
  const inFacts = new Map<object, Path>();
  eachObject(facts, [], (value, path) => inFacts.set(value, inFacts.get(value) ?? path));
  const places: SharedPlace[] = [];
  const cut = (value: unknown, path: Path): unknown => {
    if (!isObject(value) || path.length > DEEPEST) return value;
    const known = inFacts.get(value);
    if (!known) return mapped(value, (member, key) => cut(member, [...path, key]));
    const text = textOf(value);
    if (text === null || text.length < LEAST_CHARACTERS) return value;
    places.push([path, known, hashOf(text)]);
    return null;
  };
  return { command: cut(command, []), places };
}

/** The command with the values put back that the facts hold; null when one is not there as it was. */
export function withShared(command: unknown, places: readonly SharedPlace[], facts: readonly object[]): unknown {
  let whole = command;
  for (const [inCommand, inFacts, hash] of places) {
    const value = valueAt(facts, inFacts);
    if (!isObject(value) || hashOf(canonicalJson(value)) !== hash) return null;
    whole = placed(whole, inCommand, value);
  }
  return whole;
}

/** Null where there is none, as for half of a character: the fact that holds the value is refused when it is sent. */
function textOf(value: object): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function eachObject(value: unknown, path: Path, take: (value: object, path: Path) => void): void {
  if (!isObject(value) || path.length > DEEPEST) return;
  if (path.length > 0) take(value, path);
  for (const [key, member] of membersOf(value)) eachObject(member, [...path, key], take);
}

function placed(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  return isObject(whole)
    ? mapped(whole, (member, name) => (name === key ? placed(member, rest, value) : member))
    : whole;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (isObject(within) ? (within as Record<Key, unknown>)[key] : undefined), value);

const mapped = (value: object, to: (member: unknown, key: Key) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((member, index) => to(member, index))
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, to(member, key)]));

const membersOf = (value: object): readonly (readonly [Key, unknown])[] =>
  Array.isArray(value) ? value.map((member, index) => [index, member] as const) : Object.entries(value);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
