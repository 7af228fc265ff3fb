import { EVENTS, canonicalJson, sealedProperties, type EventName, type Fact } from '@arbiter/contracts';

/** The first difference between two decisions: the fact, the path in it, and both values. */
export interface Difference {
  readonly index: number;
  readonly name: EventName;
  readonly path: string;
  readonly recorded: string;
  readonly now: string;
}

const SHOWN_CHARACTERS = 120;
const NOTHING = 'nothing';

/** The first difference between canonical bytes; null when there is none. */
export function firstDifference(recorded: readonly Fact[], now: readonly Fact[]): Difference | null {
  for (let index = 0; index < Math.max(recorded.length, now.length); index += 1) {
    const [before, after] = [recorded[index], now[index]];
    if (before && after && bytesOf(before) === bytesOf(after)) continue;
    const { name } = (before ?? after)!;
    if (!before || !after || before.name !== after.name)
      return { index, name, path: 'name', recorded: before?.name ?? NOTHING, now: after?.name ?? NOTHING };
    const path = pathOf(before.data, after.data, []);
    return {
      index,
      name,
      path: ['data', ...path].join('.'),
      recorded: shown(name, path, before.data),
      now: shown(name, path, after.data),
    };
  }
  return null;
}

const bytesOf = ({ name, data }: Fact): string => canonicalJson({ name, data });

/** The path to the first leaf, in the order of the keys, whose bytes differ. */
function pathOf(before: unknown, after: unknown, path: readonly string[]): readonly string[] {
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) return path;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const key = keys.find((candidate) => textOf(before[candidate]) !== textOf(after[candidate]));
  return key === undefined ? path : pathOf(before[key], after[key], [...path, key]);
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (value === undefined ? NOTHING : canonicalJson(value));

/** A personal value is not shown: the reader of a report may not be permitted to read the conversation. */
function shown(name: EventName, path: readonly string[], data: unknown): string {
  if (isPersonal(name, path.join('.'))) return '[personal]';
  const text = textOf(path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], data));
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Whether a place is sealed, lies within a sealed one, or holds one. */
const isPersonal = (name: EventName, place: string): boolean =>
  [...sealedProperties(EVENTS[name].schema).keys()].some(
    (sealed) => `${place}.`.startsWith(`${sealed}.`) || `${sealed}.`.startsWith(`${place}.`),
  );
