import { grammarTables } from './grammar-tables';
import { stemOf } from './stems';
import type { TenantLanguage } from './tenant-language';
import { coveredBy, hitsOf, type Utterance } from './utterance';

/** The words and values of the question, which an answer may repeat without adding to its yes or no. */
export interface Restated {
  /** in the form in which words are compared */
  readonly stems: ReadonlySet<string>;
  /** in lower case */
  readonly values: ReadonlySet<string>;
}

export const NOTHING_RESTATED = (): Restated => ({ stems: new Set(), values: new Set() });

/** A longer text is more than a yes. */
const LONGEST = 16;

/**
 * A text that is nothing but a yes or a no: every word of it belongs to the closed list of consent, to courtesy, or to
 * the question. A question, a "not", a condition, a joke or any other word makes it none. `restated` is only looked at
 * when there is a yes or a no at all.
 */
export function exactAnswer(
  utterance: Utterance,
  language: TenantLanguage,
  restated: () => Restated,
): 'yes' | 'no' | null {
  const { tokens, text } = utterance;
  if (
    tokens.length === 0 ||
    tokens.length > LONGEST ||
    text.includes('?') ||
    tokens.some(({ quoted, isGuessed }) => quoted || isGuessed === true)
  )
    return null;
  const refusals = hitsOf(utterance, language.yesNo).filter(({ phrase }) => phrase.list === 'no');
  if (refusals.length > 0) return isWhole(utterance, language, restated(), 'no') ? 'no' : null;
  const consents = hitsOf(utterance, grammarTables(language.words).consenting);
  return consents.length > 0 && isWhole(utterance, language, restated(), 'yes') ? 'yes' : null;
}

function isWhole(
  utterance: Utterance,
  language: TenantLanguage,
  { stems, values }: Restated,
  answer: 'yes' | 'no',
): boolean {
  const { words, filler, yesNo } = language;
  const { grammar } = words;
  const tables = grammarTables(words);
  const covered = coveredBy(utterance, filler, tables.all, ...(answer === 'yes' ? [tables.consenting] : [yesNo]));
  const joking = hitsOf(utterance, tables.marking).some(({ phrase }) => phrase.list === 'joking');
  const isNegating = (word: string) => grammar.negating.has(word) || words.negating.has(word);
  const isSaid = (word: string, index: number) =>
    (covered.has(index) && !(answer === 'yes' && isNegating(word))) ||
    grammar.besideConsent.has(word) ||
    values.has(word) ||
    words.ordinals.has(word) ||
    ONE.has(word) ||
    (!isNegating(word) && (stems.has(stemOf(word, words)) || grammar.filling.has(word)));
  return !joking && utterance.tokens.every(({ word }, index) => isSaid(word, index));
}

/** "the first one" */
const ONE: ReadonlySet<string> = new Set(['one', 'ones']);
