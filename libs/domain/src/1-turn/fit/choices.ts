import type { LanguageWords } from '../language-words';
import { phrasesIn, phraseTable } from '../phrases';
import type { Utterance } from '../utterance';
import type { Found } from './found';

/** The choices that the text names. */
export function namedChoicesIn(choices: readonly string[], utterance: Utterance): readonly Found[] {
  const table = phraseTable(Object.fromEntries(choices.map((choice) => [choice, [choice]])));
  return phrasesIn(table, utterance.text, utterance.tokens).map(({ phrase, index, end }) => ({ value: phrase.list, index, end }));
}

/** In an answer, also the choice that the text counts: "the second", "2". */
export function choicesIn(choices: readonly string[], utterance: Utterance, words: LanguageWords): readonly Found[] {
  const named = namedChoicesIn(choices, utterance);
  if (named.length > 0) return named;
  return utterance.tokens.flatMap(({ word }, index) => {
    const place = words.ordinals.get(word) ?? (/^\d{1,2}$/u.test(word) ? Number(word) : 0);
    const value = choices[place - 1];
    return value === undefined ? [] : [{ value, index, end: index + 1 }];
  });
}
