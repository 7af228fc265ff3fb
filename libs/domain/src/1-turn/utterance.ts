import type { LanguageWords } from './language-words';
import { phrasesIn, type PhraseTable } from './phrases';
import { spelled, tokensOf, type Token } from './tokens';

/** A text as the rules read it. */
export interface Utterance {
  readonly text: string;
  readonly tokens: readonly Token[];
}

export function utteranceOf(text: string): Utterance {
  const spelling = spelled(text);
  return { text: spelling, tokens: tokensOf(spelling) };
}

/** The part of a text that begins with one of its words, or all that stands before it. */
export const from = (utterance: Utterance, index: number): Utterance =>
  utteranceOf(index < utterance.tokens.length ? utterance.text.slice(utterance.tokens[index]?.start) : '');
export const before = (utterance: Utterance, index: number): Utterance => utteranceOf(utterance.text.slice(0, utterance.tokens[index]?.start));

/** Where the words stand that say something. */
export const contentOf = (utterance: Utterance, words: LanguageWords): readonly number[] =>
  utterance.tokens.flatMap((token, index) => (words.neutral.has(token.word) ? [] : [index]));

/** Where the words stand that any phrase of these tables takes up. */
export function coveredBy(utterance: Utterance, ...tables: readonly PhraseTable[]): ReadonlySet<number> {
  const covered = new Set<number>();
  for (const table of tables) {
    for (const { index, end } of phrasesIn(table, utterance.text, utterance.tokens)) {
      for (let position = index; position < end; position += 1) covered.add(position);
    }
  }
  return covered;
}

/** A mark that ends a clause stands between this word and the next. */
export const endsClause = (utterance: Utterance, index: number): boolean => utterance.tokens[index + 1]?.opensClause ?? true;
