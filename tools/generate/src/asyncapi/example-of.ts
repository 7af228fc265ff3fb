interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly format?: string;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** The smallest thing that a schema of an event's data takes, every property given. */
export function exampleOf(schema: unknown): unknown {
  const {
    type,
    const: constant,
    enum: words,
    anyOf,
    format,
    items,
    minItems = 0,
    minimum = 1,
    properties = {},
  } = schema as Shape;
  if (constant !== undefined) return constant;
  if (words) return words[0];
  if (anyOf) return exampleOf(anyOf[0]);
  switch (type) {
    case 'string':
      return format === 'date-time' ? '2026-01-01T00:00:00.000Z' : 'a text';
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: minItems }, () => exampleOf(items));
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]));
    default:
      return null;
  }
}
