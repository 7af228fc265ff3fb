import { spelled, tokensOf, type Token } from '../tokens';
import { TELLING_WORDS } from './telling-words';

/** The language that a text shows itself to be in. Languages are those of a locale: `en` of `en-GB`. */
export interface LanguageReading {
  /** the words that can tell something, in lower case: no numbers, no names, nothing quoted */
  readonly words: readonly string[];
  /** the amount of evidence: a word counts as one, one of another script as more, because it proves more */
  readonly weight: number;
  /** the language it is plainly in; null where it is not plain */
  readonly plain: string | null;
  /**
   * the language it is likelier in than in any other, however little there is to go by; null: nothing speaks for any
   */
  readonly likeliest: string | null;
}

/** No more of a text is read: so many characters leave no doubt, and bound the work. */
const LONGEST = 1_000;

/** Its tables take 30 MB of memory: an importer that never reads a text does without them. */
const letters = (): typeof import('./letters.mjs') => require('./letters.mjs') as typeof import('./letters.mjs');

/** For services that read texts, so that the first of them does not wait for the tables. */
export const prepareLanguages = (): void => void letters();

/** RT-17. The same text always reads the same. */
export function readLanguage(text: string): LanguageReading {
  const said = spelled(text.slice(0, LONGEST));
  const tokens = tokensOf(said).filter(({ word, quoted }) => !quoted && LETTERS.test(word));
  const isLoud = said === said.toUpperCase();
  const words = tokens.filter((token) => isLoud || !isName(token, said)).map(({ word }) => word);
  const [most, next] = counted(tokens);
  const isClear = most.count >= 2 && most.count >= 2 * next.count && most.count * MOST_WORDS_EACH >= words.length;
  // The letters are only looked at where the closed words leave it open: that costs more than all the rest.
  const byLetters = isClear || words.length === 0 ? null : letters().languageOfLetters(words.join(' '));
  const plain = isClear ? most.language : plainOf(words.length, most, next, byLetters);
  return {
    words,
    weight: words.reduce((sum, word) => sum + weightOf(word), 0),
    plain,
    likeliest: most.count > next.count ? most.language : byLetters,
  };
}

const LETTERS = /^[\p{L}\p{M}'_-]+$/u;

/**
 * A capital within a sentence marks a place or a person, which shows nothing about the language around it. This misses
 * German nouns, but not the other words of German.
 */
const isName = ({ start, opensSentence }: Token, said: string): boolean =>
  !opensSentence && /^\p{Lu}/u.test(said.slice(start, start + 2));

interface Count {
  readonly language: string;
  readonly count: number;
}

const NONE: Count = { language: '', count: 0 };

/** The two languages that most of the telling words belong to, the one with more of them first. */
function counted(tokens: readonly Token[]): readonly [Count, Count] {
  const counts = [...TELLING_WORDS].map(([language, telling]) => ({
    language,
    count: tokens.filter(({ word }) => telling.has(word)).length,
  }));
  const [most = NONE, next = NONE] = counts.toSorted((one, other) => other.count - one.count);
  return [most, next];
}

/** Where closed words hardly occur, the letters decide. */
function plainOf(words: number, most: Count, next: Count, letters: string | null): string | null {
  if (most.count === 1 && next.count === 0 && letters === most.language) return letters;
  return most.count * MOST_WORDS_EACH <= words ? letters : null;
}

/** Every fourth word of a text at least is a closed one of its language. */
const MOST_WORDS_EACH = 4;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const weightOf = (word: string): number => {
  if (UNSPACED.test(word)) return word.length;
  return /\p{Script=Latin}/u.test(word) ? 1 : OF_ANOTHER_SCRIPT;
};
const OF_ANOTHER_SCRIPT = 3;
