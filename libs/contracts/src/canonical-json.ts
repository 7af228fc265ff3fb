import canonicalize from 'canonicalize';

/** A value that the engine would not write as the standard requires. */
const UNUSUAL = Symbol('unusual');

/**
 * The canonical form of a JSON value (RFC 8785): equal values have one text, whatever the order of their keys. An
 * undefined member is left out, or null. Throws when the value is no JSON: NaN, a lone surrogate.
 *
 * Members are put in order and the engine writes them all at once, three times as fast as the library. The library
 * writes the values that the engine would order differently, such as names that look like numbers, or would not refuse.
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

/** Most names come in order, and checking costs less than sorting. */
function inSequence(names: string[]): readonly string[] {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return names.sort();
  return names;
}

/** The engine puts names that are numbers first, and takes `__proto__` for something else. */
const isUnusual = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || name === '__proto__' || !name.isWellFormed();
};
