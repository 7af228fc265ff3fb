interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly format?: string;
}

/** A JSON Schema as a few words for people: `string | null`, `ok | cancelled | error`, `text[]`. */
export function schemaText(schema: unknown): string {
  const { type, enum: words, const: constant, anyOf, items, format } = schema as Shape;
  if (words) return words.map(String).join(' | ');
  if (constant !== undefined) return String(constant);
  if (anyOf) return anyOf.map(schemaText).join(' | ');
  if (type === 'array') return items ? `${bracketed(schemaText(items))}[]` : 'array';
  if (format === 'date-time') return 'instant';
  return type === undefined ? 'any' : [type].flat().join(' | ');
}

const bracketed = (text: string): string => (text.includes(' | ') ? `(${text})` : text);
