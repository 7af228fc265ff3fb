import { oddRecordsIn, valueAt, type FieldType, type OddRecord, type Selection, type Values } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';

/** One item of a read, with its declared fields alone (CX-02). */
export interface SnapshotItem {
  readonly object: string;
  readonly item: Values;
  /** why it cannot be used: the field and what is wrong with it, without its value; null: it can */
  readonly oddity: string | null;
}

/**
 * The items that reads returned. A null field counts as missing; an item that is on two pages counts once. An item
 * without a name of its own is named by its place, so that none disappears.
 */
export function itemsOf(
  { over, object }: Pick<Selection, 'over' | 'object'>,
  results: Readonly<Record<string, unknown>>,
): readonly SnapshotItem[] {
  const path = over.read.items.split('.');
  const fields = Object.entries(over.read.fields) as [string, FieldType][];
  const items = over.steps
    .filter((step) => Object.hasOwn(results, step))
    .flatMap((step) => {
      const found = valueAt(results, [step, ...path]);
      if (!Array.isArray(found)) return [{ object: step, item: {}, oddity: `there is no list at ${over.read.items}` }];
      const odd = oddRecordsIn(results[step]).map((record) => oddItem(record, object, step));
      return [...found.map((raw: unknown, index) => itemOf(raw, fields, object, `${step}[${index}]`)), ...odd];
    });
  return [...Map.groupBy(items, (item) => item.object).values()].flatMap(different);
}

/** Records of one object, each that is like an earlier one left out. */
const different = (records: readonly SnapshotItem[]): readonly SnapshotItem[] =>
  records.filter(
    ({ item }, index) =>
      records.findIndex((earlier) => earlier.item === item || isSameValue(earlier.item, item)) === index,
  );

/** A record that its tool's schema refuses: nothing of it is used but its name. */
function oddItem({ place, names, reason }: OddRecord, object: string, step: string): SnapshotItem {
  const named = valueAt(names, [object]);
  return { object: isIdentifier(named) ? String(named) : `${step}[${place}]`, item: {}, oddity: reason };
}

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
  if (!isIdentifier(named)) return { object: place, item, oddity: `${object} names no object` };
  const odd = values.find(({ type, value }) => !IS[type](value));
  return { object: String(named), item, oddity: odd ? `${odd.name} holds no ${odd.type}` : null };
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

/** An object's name is short and on one line, so that it cannot carry a message. */
export function isIdentifier(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^[^\s<>]{1,200}$/u.test(value));
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}
