import { spelled, tokensOf, type Token } from './tokens';

/** A phrase of a lexicon; `list` names the list it is from (for a filler, the copy key of its reply). */
export interface Phrase {
  readonly text: string;
  readonly words: readonly string[];
  readonly list: string;
  /** only with a question mark after it: the same words without one say something else, or nothing ("hello?", "so?") */
  readonly asking: boolean;
}

/** Phrases by their first word, the longest first, and those without a word ("?") by their marks. */
export interface PhraseTable {
  readonly byFirstWord: ReadonlyMap<string, readonly Phrase[]>;
  readonly byMarks: ReadonlyMap<string, Phrase>;
}

/** Where a phrase stands: `tokens[index]` up to, not with, `tokens[end]`. */
export interface Hit {
  readonly phrase: Phrase;
  readonly index: number;
  readonly end: number;
}

/** `"???"` and `"? ?"` are `"?"`. */
export const marksOf = (text: string): string => text.replace(/\s+/gu, '').replace(/(.)\1+/gu, '$1');

/** `isAmbiguous` tells which words mean what a phrase with a question mark means only with the mark. */
export function phraseTable(
  lists: Readonly<Record<string, readonly string[]>>,
  isAmbiguous: (words: readonly string[]) => boolean = () => false,
): PhraseTable {
  const byFirstWord = new Map<string, Phrase[]>();
  const byMarks = new Map<string, Phrase>();
  for (const [list, texts] of Object.entries(lists)) {
    for (const text of texts) {
      const words = tokensOf(spelled(text)).map((token) => token.word);
      const [first] = words;
      const asking = text.trim().endsWith('?') && isAmbiguous(words);
      if (first === undefined) byMarks.set(marksOf(text), { text, words, list, asking: false });
      else byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { text, words, list, asking }]);
    }
  }
  for (const phrases of byFirstWord.values()) phrases.sort((one, other) => other.words.length - one.words.length);
  return { byFirstWord, byMarks };
}

/** The table has exactly this phrase. */
export function holds(table: PhraseTable, words: readonly string[]): boolean {
  const joined = words.join(' ');
  return (table.byFirstWord.get(words[0] ?? '') ?? []).some((phrase) => phrase.words.join(' ') === joined);
}

/** The longest phrase that begins at `index`; words in quotation marks are none. */
export function phraseAt(table: PhraseTable, text: string, tokens: readonly Token[], index: number): Hit | null {
  for (const phrase of table.byFirstWord.get(tokens[index]?.word ?? '') ?? []) {
    const end = index + phrase.words.length;
    const matches = phrase.words.every((word, offset) => tokens[index + offset]?.word === word && !tokens[index + offset]?.quoted);
    if (matches && (!phrase.asking || isAsked(text, tokens, end))) return { phrase, index, end };
  }
  return null;
}

const isAsked = (text: string, tokens: readonly Token[], end: number): boolean =>
  text.slice(tokens[end - 1]?.end, tokens[end]?.start).includes('?');

/** Every phrase of the table in the text, from left to right, none inside another. */
export function phrasesIn(table: PhraseTable, text: string, tokens: readonly Token[]): readonly Hit[] {
  const hits: Hit[] = [];
  for (let index = 0; index < tokens.length; ) {
    const hit = phraseAt(table, text, tokens, index);
    if (hit) hits.push(hit);
    index = hit ? hit.end : index + 1;
  }
  return hits;
}
