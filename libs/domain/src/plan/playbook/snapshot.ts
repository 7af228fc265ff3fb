import { valueAt, type FieldType, type Selection, type Values } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';

/** One item of a read, with its declared fields alone (CX-02). */
export interface SnapshotItem {
  readonly object: string;
  readonly item: Values;
  /** a field that is there does not hold what it is declared to */
  readonly isValid: boolean;
}

/**
 * The items that reads brought. A field that is null is not there; what stands on two pages alike counts once. What has
 * no name of its own is named by its place: nothing that was read disappears.
 */
export function itemsOf(
  { over, object }: Pick<Selection, 'over' | 'object'>,
  results: Readonly<Record<string, unknown>>,
): readonly SnapshotItem[] {
  const path = over.read.items.split('.');
  const fields = Object.entries(over.read.fields) as [string, FieldType][];
  const items = over.steps.flatMap((step) => {
    const found = valueAt(results, [step, ...path]);
    if (!Array.isArray(found)) return [{ object: step, item: {}, isValid: false }];
    return found.map((raw: unknown, index) => itemOf(raw, fields, object, `${step}[${index}]`));
  });
  return [...Map.groupBy(items, (item) => item.object).values()].flatMap(different);
}

/** Records of one object, each that is like an earlier one left out. */
const different = (records: readonly SnapshotItem[]): readonly SnapshotItem[] =>
  records.filter(
    ({ item }, index) =>
      records.findIndex((earlier) => earlier.item === item || isSameValue(earlier.item, item)) === index,
  );

function itemOf(
  raw: unknown,
  fields: readonly (readonly [string, FieldType])[],
  object: string,
  place: string,
): SnapshotItem {
  const values = fields
    .map(([name, type]) => ({ name, type, value: valueAt(raw, [name]) ?? null }))
    .filter(({ value }) => value !== null);
  const item = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  const named = item[object];
  if (!isIdentifier(named)) return { object: place, item, isValid: false };
  return { object: String(named), item, isValid: values.every(({ type, value }) => IS[type](value)) };
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
