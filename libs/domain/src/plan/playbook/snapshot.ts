import { valueAt, type FieldType, type Selection, type Values } from '@arbiter/contracts';

/** One item of a read, with its declared fields alone (CX-02). */
export interface SnapshotItem {
  readonly object: string;
  readonly item: Values;
  /** a field that is there does not hold what it is declared to */
  readonly isValid: boolean;
}

/** The items that reads brought; what has no name is no object. A field that is null is not there. */
export function itemsOf(
  { over, object }: Pick<Selection, 'over' | 'object'>,
  results: Readonly<Record<string, unknown>>,
): readonly SnapshotItem[] {
  const path = over.read.items.split('.');
  const fields = Object.entries(over.read.fields) as [string, FieldType][];
  return over.steps
    .flatMap((step) => {
      const found = valueAt(results, [step, ...path]);
      return Array.isArray(found) ? found : [];
    })
    .flatMap((raw: unknown): SnapshotItem[] => {
      const values = fields
        .map(([name, type]) => ({ name, type, value: valueAt(raw, [name]) ?? null }))
        .filter(({ value }) => value !== null);
      const item = Object.fromEntries(values.map(({ name, value }) => [name, value]));
      const named = item[object];
      if (typeof named !== 'string' && typeof named !== 'number') return [];
      const isValid = values.every(({ type, value }) => IS[type](value));
      return [{ object: String(named), item, isValid }];
    });
}

const isText = (value: unknown): boolean => typeof value === 'string';
const IS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  identifier: isIdentifier,
  text: isText,
  number: Number.isFinite,
  amount: Number.isFinite,
  date: isDate,
  boolean: (value) => typeof value === 'boolean',
};

/** What names an object is short and of one line, so that nothing can be told in it. */
function isIdentifier(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^[^\s<>]{1,200}$/u.test(value));
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}
