interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly format?: string;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly minProperties?: number;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
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
    pattern,
    minProperties = 0,
    patternProperties = {},
  } = schema as Shape;
  if (constant !== undefined) return constant;
  if (words) return words[0];
  if (anyOf) return exampleOf(anyOf[0]);
  switch (type) {
    case 'string':
      return textOf(format, pattern);
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: minItems }, () => exampleOf(items));
    case 'object':
      return {
        ...Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property)])),
        ...(minProperties > 0 && { name: exampleOf(Object.values(patternProperties)[0]) }),
      };
    default:
      return null;
  }
}

const TEXTS = ['a text', 'name', '1.0.0', '0'.repeat(64), '12:00'];

function textOf(format: string | undefined, pattern: string | undefined): string {
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (format === 'date') return '2026-01-01';
  return TEXTS.find((text) => pattern === undefined || new RegExp(pattern).test(text)) ?? TEXTS[0]!;
}
