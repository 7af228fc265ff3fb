import { valueAt } from './artifacts/value-at';

/**
 * The property of a list's result that holds the records that do not fit their schema: they are taken out of the list
 * itself.
 */
export const ODD_RECORDS = '$odd';

/** A record that does not fit its schema. */
export interface OddRecord {
  /** its place on its page, from 0 */
  readonly place: number;
  /** the fields that may name it */
  readonly names: Readonly<Record<string, unknown>>;
  /** the field and the rule that it breaks, without its value */
  readonly reason: string;
}

/** The odd records that a result holds. */
export function oddRecordsIn(result: unknown): readonly OddRecord[] {
  const found = valueAt(result, [ODD_RECORDS]);
  return Array.isArray(found) ? found.filter(isOddRecord) : [];
}

const isOddRecord = (value: unknown): value is OddRecord =>
  Number.isSafeInteger(valueAt(value, ['place'])) && typeof valueAt(value, ['reason']) === 'string';
