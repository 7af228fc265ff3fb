import type { Values } from '@arbiter/contracts';
import { isAmount, currencyIn, DEEPEST, MOST_RECORDS } from './records';
import { termsOf, type Reader } from './terms';

/** A value that has an order; only those of one unit are compared. */
export interface Measure {
  readonly field: string;
  readonly kind: 'money' | 'day' | 'count';
  readonly size: number;
  readonly unit: string;
}

/** An object of a result that goes by one name, and what of it can be compared. */
export interface NamedObject {
  /** the field of its name: orderNumber */
  readonly naming: string;
  /** `n:1002` */
  readonly name: string;
  /** of other things that it names: its customer, its parcel */
  readonly others: readonly string[];
  readonly measures: readonly Measure[];
}

const NAMING = /^(?:id|number)$|(?:Id|Number|Reference)$/u;
const UNIT = /unit/iu;
const COUNTED = /quantity|count/iu;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/u;

/** The objects of the results; null where there are more than are read. */
export function objectsIn(results: readonly unknown[], reader: Reader): readonly NamedObject[] | null {
  const found: NamedObject[] = [];
  let read = 0;
  const walk = (part: unknown, currency: string | null, depth: number): void => {
    if (typeof part !== 'object' || part === null) return;
    read += 1;
    if (depth > DEEPEST || read > MOST_RECORDS) {
      read = Infinity;
      return;
    }
    const own = Array.isArray(part) ? currency : (currencyIn(part as Values) ?? currency);
    if (!Array.isArray(part)) found.push(...namedObject(part as Values, own, reader));
    for (const value of Object.values(part)) walk(value, own, depth + 1);
  };
  for (const result of results) walk(result, null, 0);
  return read > MOST_RECORDS ? null : found;
}

/** An object goes by its `id`, else by the first of its numbers; the others are of things that it belongs to. */
function namedObject(values: Values, currency: string | null, reader: Reader): readonly NamedObject[] {
  const fields = Object.keys(values).filter((field) => NAMING.test(field) && isText(values[field]));
  const naming = fields.includes('id') ? 'id' : fields[0];
  const name = naming === undefined ? null : nameIn(String(values[naming]), reader);
  if (naming === undefined || name === null) return [];
  const others = fields.flatMap((field) => (field === naming ? [] : (nameIn(String(values[field]), reader) ?? [])));
  const units = Object.keys(values).filter((field) => UNIT.test(field));
  const unit = JSON.stringify(units.toSorted().map((field) => [field, values[field]]));
  const measures = Object.entries(values).flatMap(([field, value]) =>
    field === naming || NAMING.test(field) ? [] : measuresOf(field, value, currency, unit),
  );
  return [{ naming, name, others, measures }];
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function nameIn(text: string, reader: Reader): string | null {
  const [term, ...others] = termsOf(text, reader);
  const key = term?.kind === 'value' && term.keys.length === 1 && others.length === 0 ? term.keys[0]! : '';
  return /^[ni]:/u.test(key) ? key : null;
}

function measuresOf(field: string, value: unknown, currency: string | null, unit: string): readonly Measure[] {
  if (Array.isArray(value)) return isCountable(value) ? [{ field, kind: 'count', size: value.length, unit: '' }] : [];
  if (typeof value === 'number') {
    if (!isAmount(field)) return [{ field, kind: 'count', size: value, unit }];
    return currency === null ? [] : [{ field, kind: 'money', size: value, unit: currency }];
  }
  if (typeof value !== 'string') return [];
  const form = DAY.test(value) ? 'day' : INSTANT.test(value) ? 'instant' : null;
  const size = form === null ? NaN : Date.parse(value);
  return form === null || Number.isNaN(size) ? [] : [{ field, kind: 'day', size, unit: form }];
}

/** Two lines of an order may be fewer items than one line of five. */
const isCountable = (list: readonly unknown[]): boolean =>
  list.every(
    (item) => typeof item !== 'object' || item === null || !Object.keys(item).some((field) => COUNTED.test(field)),
  );
