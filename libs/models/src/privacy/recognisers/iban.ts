import { countrySpecs, electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { Recogniser } from './recogniser';

const LONGEST_GAP = 3;
const GAP = `[^\\p{L}\\p{N}]{0,${LONGEST_GAP}}`;
/** The word itself may stand right before it. */
const BEGINNING = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:IBAN)?([A-Z]${GAP}[A-Z]${GAP}\\d${GAP}\\d)(?=${GAP}[A-Z0-9])`,
  'giu',
);

/** Each country's number has a length of its own: whatever follows is no part of it. */
export const iban: Recogniser = {
  dataClass: 'iban',
  *find(text) {
    for (const { index, 0: match, 1: beginning = '' } of text.matchAll(BEGINNING)) {
      const start = index + match.length - beginning.length;
      const country = beginning.replace(/[^A-Z]/gi, '').toUpperCase();
      const length = countrySpecs[country as keyof typeof countrySpecs]?.chars;
      const end = length ? endAfter(text, start, length) : null;
      const found = text.slice(start, end ?? start).replace(/[^A-Z0-9]/gi, '');
      if (end !== null && isInOneCase(found) && isValidIBAN(electronicFormatIBAN(found) ?? ''))
        yield { start, end, score: 1 };
    }
  },
};

/** The first letter may be a capital: keyboards write the first word of a sentence so. */
const isInOneCase = (found: string): boolean =>
  found === found.toUpperCase() || found.slice(1) === found.slice(1).toLowerCase();

/** Where so many letters and digits, with short gaps between them, end as a word does. */
function endAfter(text: string, start: number, length: number): number | null {
  let counted = 0;
  let gap = 0;
  for (let at = start; at < text.length; at += 1) {
    if (/[A-Z0-9]/i.test(text[at]!)) [counted, gap] = [counted + 1, 0];
    else if (/[\p{L}\p{N}]/u.test(text[at]!) || gap === LONGEST_GAP) return null;
    else gap += 1;
    if (counted === length) return /^[\p{L}\p{N}]/u.test(text.slice(at + 1)) ? null : at + 1;
  }
  return null;
}
