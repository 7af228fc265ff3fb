const DEEPEST = 32;
const FIELD_CHARACTERS = 120;

export interface Unsafe {
  /** its path: `channelMetadata.tags[2]` */
  readonly field: string;
  readonly reason: string;
}

/**
 * The first part of a JSON value that an event cannot hold: NUL (Postgres), lone surrogates (UTF-8), numbers beyond a
 * double (canonical JSON), names that reach a prototype, unbounded nesting. Null when the value is safe.
 */
export function findUnsafe(value: unknown, deepest = DEEPEST): Unsafe | null {
  const found = search(value, 0, deepest);
  return found && { field: nameOf(found.path.reduce(joined, '')), reason: found.reason };
}

interface Found {
  /** from the outside in */
  readonly path: (string | number)[];
  readonly reason: string;
}

function search(value: unknown, depth: number, deepest: number): Found | null {
  if (typeof value === 'string') return found(reasonOfText(value));
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? null
      : found('holds a number beyond the range of a double; send a smaller one or a text');
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= deepest) return found(`is nested deeper than ${deepest} levels; flatten it`);
  return Array.isArray(value) ? searchItems(value, depth, deepest) : searchProperties(value, depth, deepest);
}

function searchItems(items: readonly unknown[], depth: number, deepest: number): Found | null {
  for (let index = 0; index < items.length; index += 1) {
    const inner = search(items[index], depth + 1, deepest);
    if (inner) return within(index, inner);
  }
  return null;
}

function searchProperties(properties: object, depth: number, deepest: number): Found | null {
  for (const [name, item] of Object.entries(properties)) {
    if (name === '__proto__') return found('holds a property named __proto__; rename it');
    const reason = reasonOfText(name);
    if (reason) return found(`has a property name that ${reason}`);
    const inner = search(item, depth + 1, deepest);
    if (inner) return within(name, inner);
  }
  return null;
}

function reasonOfText(text: string): string | null {
  if (text.includes('\0')) return 'holds a NUL character; remove it';
  return text.isWellFormed() ? null : 'holds a lone surrogate, which is no Unicode text; send whole characters';
}

const found = (reason: string | null): Found | null => (reason === null ? null : { path: [], reason });

function within(part: string | number, inner: Found): Found {
  inner.path.unshift(part);
  return inner;
}

const joined = (path: string | number, part: string | number): string | number =>
  typeof part === 'number' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`;

const nameOf = (path: string | number): string =>
  path === '' ? 'body' : String(path).slice(0, FIELD_CHARACTERS).toWellFormed();
