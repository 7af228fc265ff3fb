import type { Values } from '@arbiter/contracts';

/** A list is shown so far. */
const MOST_ITEMS = 20;

/** CX-02: of a value, the fields that were declared and nothing else; `items.quantity` is the quantity of each item. */
export function projected(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => projected(item, fields));
  if (value === null || typeof value !== 'object') return undefined;
  const shown: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(fieldsByName(fields))) {
    if (!Object.hasOwn(value, name)) continue;
    const part = (value as Values)[name];
    shown[name] = inner.length > 0 ? projected(part, inner) : isPlain(part) ? part : undefined;
  }
  return shown;
}

function fieldsByName(fields: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const names: Record<string, string[]> = {};
  for (const field of fields) {
    const [name, ...inner] = field.split('.') as [string, ...string[]];
    names[name] = [...(names[name] ?? []), ...(inner.length > 0 ? [inner.join('.')] : [])];
  }
  return names;
}

/** A whole object is never a field; its fields are named one by one. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (Array.isArray(value) && value.every((item) => typeof item !== 'object'));
