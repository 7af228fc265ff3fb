import { isExactNumber } from '@arbiter/contracts';
import { visit, type Document } from 'yaml';

/** A number of a document that would not survive being read. */
export interface ChangedNumber {
  readonly offset: number;
  readonly reason: string;
  readonly fix: string;
}

/** The numbers that a double would change; their author can put them in quotes. */
export function changedNumbersIn(document: Document): readonly ChangedNumber[] {
  const found: ChangedNumber[] = [];
  visit(document, {
    Scalar: (_, { value, source, range }) => {
      if (typeof value !== 'number' || source === undefined || isKept(source, value)) return;
      found.push({
        offset: range?.[0] ?? 0,
        reason: `${source.slice(0, 40)} has more digits, or is larger, than a number can be`,
        fix: `put it in quotes, so that it is a text: "${source.slice(0, 40)}"`,
      });
    },
  });
  return found;
}

/** `+1`, `.5`, `5.` and `0x1f` are numbers in YAML too; `.inf` is refused by the schema. */
const isKept = (source: string, value: number): boolean =>
  /^0[xo]/u.test(source)
    ? Number.isSafeInteger(value)
    : !/\d/u.test(source) ||
      isExactNumber(
        source
          .replace(/^\+/u, '')
          .replace(/^(-?)\./u, '$10.')
          .replace(/\.(?=$|[eE])/u, ''),
      );
