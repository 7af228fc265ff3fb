import type { Tagged } from '@arbiter/contracts';
import { joinedTokens } from './joined-tokens';
import type { Language } from './languages';
import { memoise, memoiseEach, type Remembering } from '../memoise';
import { phrasesIn, type Hit, type PhraseTable } from './phrases';
import { spelled, tokensOf, type Token } from './tokens';

/** A text as the rules read it: made once for each text, and remembered with whatever is read of it. */
export interface Utterance extends Remembering {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** CX-04: the values in it that were recognised as personal when it came in; no part of one is a word */
  readonly personal: readonly Tagged[];
}

/** Clauses are read up to this word. */
export const LONGEST_READ = 120;

export function utteranceOf(text: string, personal: readonly Tagged[] = []): Utterance {
  const spelling = outlineOf(spelled(text));
  return utteranceWith(spelling, joinedTokens(tokensOf(spelling), spelling, personal), personal);
}

const LONGEST_BEGINNING = 1_500;
const LONGEST_END = 500;
const LEFT_OUT = '\n…\n';

/** A longer text is read by its beginning and its end, which bounds the work; the middle decides nothing. */
function outlineOf(text: string): string {
  if (text.length <= LONGEST_BEGINNING + LONGEST_END) return text;
  return text.slice(0, LONGEST_BEGINNING) + LEFT_OUT + text.slice(-LONGEST_END);
}

export const utteranceWith = (text: string, tokens: readonly Token[], personal: readonly Tagged[]): Utterance => ({
  text,
  tokens,
  personal,
  readings: new Map(),
});

/** The part of a text that begins with one of its words, or all of it before that word; a respelled word stays so. */
export const from = onceEachIndex((utterance, index) =>
  alike(
    utteranceOf(
      index < utterance.tokens.length ? utterance.text.slice(utterance.tokens[index]?.start) : '',
      utterance.personal,
    ),
    utterance.tokens.slice(index),
  ),
);
export const before = onceEachIndex((utterance, index) =>
  alike(utteranceOf(utterance.text.slice(0, utterance.tokens[index]?.start), utterance.personal), utterance.tokens),
);

const alike = ({ text, tokens, personal }: Utterance, whole: readonly Token[]): Utterance =>
  utteranceWith(
    text,
    tokens.map((token, index) => {
      const { word, isGuessed } = whole[index] ?? token;
      return isGuessed === true ? { ...token, word, isGuessed } : word === token.word ? token : { ...token, word };
    }),
    personal,
  );

/** The parts of a text are texts that are read once, too. */
function onceEachIndex(
  read: (utterance: Utterance, index: number) => Utterance,
): (utterance: Utterance, index: number) => Utterance {
  const partsOf = memoise<Utterance, Map<number, Utterance>>(() => new Map());
  return (utterance, index) => {
    const parts = partsOf(utterance);
    const part = parts.get(index) ?? read(utterance, index);
    parts.set(index, part);
    return part;
  };
}

/** Every word of it is read clause by clause; a request in a longer text is never plain. */
export const isReadWhole = ({ text, tokens }: Utterance): boolean =>
  tokens.length <= LONGEST_READ && text.length <= LONGEST_BEGINNING + LONGEST_END;

/** The positions of the content words. */
export const contentOf = memoiseEach((utterance: Utterance, language: Language): readonly number[] =>
  utterance.tokens.flatMap((token, index) => (language.neutral.has(token.word) ? [] : [index])),
);

/** Every phrase of the table in the text, from left to right, none inside another. */
export const hitsOf = memoiseEach((utterance: Utterance, table: PhraseTable): readonly Hit[] =>
  phrasesIn(table, utterance.text, utterance.tokens),
);

const positionsIn = memoiseEach((utterance: Utterance, table: PhraseTable): readonly number[] =>
  hitsOf(utterance, table).flatMap(({ index, end }) =>
    Array.from({ length: end - index }, (_, offset) => index + offset),
  ),
);

/** The positions of the words that belong to any phrase of these tables. */
export const coveredBy = (utterance: Utterance, ...tables: readonly PhraseTable[]): ReadonlySet<number> =>
  new Set(tables.flatMap((table) => positionsIn(utterance, table)));

/** Whatever words say something are taken up by phrases of these tables. */
export function saysOnly(utterance: Utterance, language: Language, ...tables: readonly PhraseTable[]): boolean {
  const covered = coveredBy(utterance, ...tables);
  return contentOf(utterance, language).every((index) => covered.has(index));
}

/** A mark between this word and the next ends the clause. */
export const endsClause = (utterance: Utterance, index: number): boolean =>
  utterance.tokens[index + 1]?.opensClause ?? true;
