import type { ErrorObject } from 'ajv/dist/2020';
import { ODD_RECORDS, valueAt, type ListDeclaration, type OddRecord } from '@arbiter/contracts';
import { isIdentifier } from '../../plan';
import { describeRecordError } from '../../schema-error';

/**
 * The result of a list without the records that do not fit their schema, which are named beside it: a record holds back
 * its own object and no other. Null when something else of the result does not fit.
 */
export function withoutOddRecords(
  result: unknown,
  { items }: ListDeclaration,
  errors: readonly ErrorObject[],
): unknown {
  const path = items.split('.');
  const records = valueAt(result, path);
  const within = `/${path.join('/')}/`;
  if (!Array.isArray(records) || errors.some(({ instancePath }) => !instancePath.startsWith(within))) return null;
  const places = new Map<number, ErrorObject>();
  for (const error of errors) {
    const place = Number(error.instancePath.slice(within.length).split('/', 1)[0]);
    if (!places.has(place)) places.set(place, error);
  }
  const odd = [...places].map(([place, error]): OddRecord => ({
    place,
    names: namesIn(records[place]),
    reason: describeRecordError(error, `${within}${place}`),
  }));
  const fitting = records.filter((_, place) => !places.has(place));
  return { ...(replaced(result, path, fitting) as object), [ODD_RECORDS]: odd };
}

/** Short values on one line; nothing else of the record is kept. */
const namesIn = (record: unknown): OddRecord['names'] =>
  record !== null && typeof record === 'object' && !Array.isArray(record)
    ? Object.fromEntries(Object.entries(record).filter(([, value]) => isIdentifier(value)))
    : {};

function replaced(value: unknown, [name, ...rest]: readonly string[], list: readonly unknown[]): unknown {
  if (name === undefined) return list;
  const before = value as Readonly<Record<string, unknown>>;
  return { ...before, [name]: replaced(before[name], rest, list) };
}
