import { isExactNumber } from '@arbiter/contracts';
import type { Language } from '../../../language';
import type { Utterance } from '../../../language/utterance';
import type { Found } from './found';

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u;
const PLAIN = /^\d+(?:[.,]\d+)?$/u;

/** Every number in the text, in digits or as a word: `1,200` is twelve hundred, `12,50` twelve and a half. */
export function numbersIn(utterance: Utterance, words: Language): readonly Found[] {
  return utterance.tokens.flatMap((token, index) => {
    const value = words.numbers.get(token.word) ?? inDigits(token.word);
    if (value === null) return [];
    const isNegative = /(?:^|\s)-$/u.test(utterance.text.slice(0, token.start));
    return [{ value: isNegative ? -value : value, index, end: index + 1 }];
  });
}

/** A number of more digits than one can keep is none. */
function inDigits(word: string): number | null {
  if (THOUSANDS.test(word)) return exactly(word.replaceAll(',', ''));
  return PLAIN.test(word) ? exactly(word.replace(',', '.')) : null;
}

const exactly = (digits: string): number | null => (isExactNumber(digits) ? Number(digits) : null);
