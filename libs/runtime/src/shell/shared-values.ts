import { createHash } from 'node:crypto';
import { canonicalJson, valueAt } from '@arbiter/contracts';

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
  const inFacts = holdersIn(facts);
  const places: SharedPlace[] = [];
  const path: Key[] = [];
  // Made for each decision, so a part of the command is copied only when something of it is left out.
  const cut = (value: object): object | null => {
    if (path.length > DEEPEST) return value;
    const text = inFacts.has(value) ? textOf(value) : null;
    if (text !== null) {
      if (text.length < LEAST_CHARACTERS) return value;
      places.push([[...path], pathOf(value, inFacts), hashOf(text)]);
      return null;
    }
    let left = value;
    for (const [key, member] of membersOf(value)) {
      path.push(key);
      const cutMember = cut(member);
      path.pop();
      if (cutMember !== member) left = replaced(left, key, cutMember);
    }
    return left;
  };
  return { command: cut(command), places };
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

/** What holds an object, and under which key. */
type Holders = ReadonlyMap<object, { readonly holder: object; readonly key: Key }>;

function holdersIn(facts: readonly object[]): Holders {
  const holders = new Map<object, { readonly holder: object; readonly key: Key }>();
  const walk = (holder: object, depth: number): void => {
    if (depth > DEEPEST) return;
    for (const [key, member] of membersOf(holder)) {
      if (holders.has(member)) continue;
      holders.set(member, { holder, key });
      walk(member, depth + 1);
    }
  };
  walk(facts, 1);
  return holders;
}

function pathOf(value: object, holders: Holders): Path {
  const path: Key[] = [];
  for (let at = holders.get(value); at; at = holders.get(at.holder)) path.unshift(at.key);
  return path;
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

function placed(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  return isObject(whole) ? replaced(whole, key, placed(valueAt(whole, [key]), rest, value)) : whole;
}

/** A copy with another member; all others keep their order. */
const replaced = (value: object, key: Key, member: unknown): object =>
  Array.isArray(value)
    ? value.with(Number(key), member)
    : Object.fromEntries(Object.entries(value).map(([name, own]) => [name, name === key ? member : own]));

/** The members that are objects themselves. */
function membersOf(value: object): readonly (readonly [Key, object])[] {
  const members: [Key, object][] = [];
  if (Array.isArray(value))
    value.forEach((member: unknown, index) => isObject(member) && members.push([index, member]));
  else for (const [key, member] of Object.entries(value)) if (isObject(member)) members.push([key, member]);
  return members;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
