import { terminal } from './errors';
import { isExactNumber } from './exact-number';

/** Deeper values would overflow the stack of later readers. */
const DEEPEST = 64;
const LONGEST_NAME = 64;
const NAMES = /"((?:[^"\\]|\\.)*)"\s*(:?)/g;
/** Texts without any of these hold no number that a double would change. */
const DOUBTFUL_NUMBER = /(?:\d\.?){16}|\d[eE][-+]?\d|[[:,\s]-0/;

/** What the engine tells a reviver about a number. */
interface Written {
  readonly source?: string;
}

/**
 * Reads JSON that others wrote; the only reader of such texts (0156).
 *
 * 1. A number that a double would change is the text it was written as, so a schema that wants a number refuses it and
 *    one that takes texts has it exactly. A number beyond the range of a double is Infinity.
 * 2. A name that stands twice in one object is refused: readers differ in which of the values counts.
 * 3. A value nested deeper than 64 levels is refused.
 *
 * Throws a terminal `bad_json` that names the fault and quotes nothing but a name.
 */
export function readJson(text: string, what = 'the body'): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = parsed(json, what);
  const names = new Map<string, number>();
  if (!countNames(value, names, 0))
    throw terminal('bad_json', `${what} is nested deeper than ${DEEPEST} levels; flatten it`, 'body');
  const repeated = repeatedName(json, names);
  if (repeated !== null)
    throw terminal('bad_json', `${what} holds the name ${repeated} twice in one object; send it once`, repeated);
  return DOUBTFUL_NUMBER.test(json)
    ? (JSON.parse(json, exactly as Parameters<typeof JSON.parse>[1]) as unknown)
    : value;
}

function parsed(json: string, what: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw terminal('bad_json', `${what} is no JSON; send one JSON value`, 'body');
  }
}

/** -0 is 0, as it is once it has been written. */
function exactly(_name: string, value: unknown, { source }: Written): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  if (!Number.isFinite(value) || isExactNumber(source)) return value === 0 ? 0 : value;
  return source;
}

/** How often each name stands in the value; false when it is nested too deep. */
function countNames(value: unknown, names: Map<string, number>, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => countNames(item, names, depth + 1));
  return Object.entries(value).every(([name, item]) => {
    names.set(name, (names.get(name) ?? 0) + 1);
    return countNames(item, names, depth + 1);
  });
}

/** The first name that the text has more often than the value. */
function repeatedName(json: string, names: Map<string, number>): string | null {
  for (const [, written = '', colon] of json.matchAll(NAMES)) {
    if (colon !== ':') continue;
    const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
    const left = (names.get(name) ?? 0) - 1;
    if (left < 0) return name.slice(0, LONGEST_NAME).toWellFormed();
    names.set(name, left);
  }
  return null;
}
