import canonicalize from 'canonicalize';

/** What the engine would not write as the standard has it. */
const UNUSUAL = Symbol('unusual');

/**
 * The canonical form of a JSON value (RFC 8785): equal values have one text, whatever the order of their keys. What is undefined is not
 * there, or null. Throws for what is no JSON value: NaN, a lone surrogate.
 *
 * Members are put in order and the engine writes all of it in one go, three times as fast as the library. The library writes what the
 * engine would order otherwise, such as names that look like numbers, or would not refuse.
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
  let ordered: unknown[] | null = null;
  for (let index = 0; index < items.length; index += 1) {
    const next = inOrder(items[index]);
    if (next === UNUSUAL) return UNUSUAL;
    if (ordered === null && next !== items[index]) ordered = items.slice(0, index);
    ordered?.push(next);
  }
  return ordered ?? items;
}

/** Copied only where something of it is out of order. */
function membersInOrder(members: Readonly<Record<string, unknown>>): unknown {
  if (Object.getPrototypeOf(members) !== Object.prototype) return UNUSUAL;
  const names = Object.keys(members);
  let isCopied = putInOrder(names);
  const values: unknown[] = [];
  for (const name of names) {
    const next = inOrder(members[name]);
    if (next === UNUSUAL || isUnusual(name)) return UNUSUAL;
    isCopied ||= next !== members[name];
    values.push(next);
  }
  if (!isCopied) return members;
  const ordered: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) ordered[names[index]!] = values[index];
  return ordered;
}

/** So few names are put in order in place faster than the engine sorts them, which makes copies of any list. */
const FEW = 32;

/** By UTF-16 code units, as the standard has it. Whether any was out of order. */
function putInOrder(names: string[]): boolean {
  let isChanged = false;
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index]!;
    if (names[index - 1]! <= name) continue;
    if (names.length > FEW) return (names.sort(), true);
    isChanged = true;
    let place = index;
    for (; place > 0 && names[place - 1]! > name; place -= 1) names[place] = names[place - 1]!;
    names[place] = name;
  }
  return isChanged;
}

/** The engine puts names that are numbers first, and takes `__proto__` for something else. */
const isUnusual = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || name === '__proto__' || !name.isWellFormed();
};
