import { countrySpecs, electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { Recogniser } from './recogniser';

const BEGINNING = /(?<![\p{L}\p{N}])[A-Z]{2}[ -]?\d{2}(?=[ -]?[A-Z0-9])/giu;

/** Each country's number has a length of its own: whatever follows is no part of it. */
export const iban: Recogniser = {
  dataClass: 'iban',
  *find(text) {
    for (const { index, 0: beginning } of text.matchAll(BEGINNING)) {
      const length = countrySpecs[beginning.slice(0, 2).toUpperCase() as keyof typeof countrySpecs]?.chars;
      const end = length ? endAfter(text, index, length) : null;
      const found = text.slice(index, end ?? index);
      if (end !== null && isInOneCase(found) && isValidIBAN(electronicFormatIBAN(found) ?? ''))
        yield { start: index, end, score: 1 };
    }
  },
};

const isInOneCase = (found: string): boolean => found === found.toUpperCase() || found === found.toLowerCase();

/** Where so many letters and digits, set off by single blanks or dashes, end as a word does. */
function endAfter(text: string, start: number, length: number): number | null {
  let counted = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (/[A-Z0-9]/i.test(character)) counted += 1;
    else if (!/[ -]/.test(character) || /[ -]/.test(text[at - 1]!)) return null;
    if (counted === length) return /^[\p{L}\p{N}]/u.test(text.slice(at + 1)) ? null : at + 1;
  }
  return null;
}
