import { lexiconOf, type Lexicon } from '../lexicon';
import type { Clause } from './clauses';
import { stemOf, tellsDeed } from './stem';

const WORD = /^w:/u;

/** `v:refund`: that it was done. The name of a field tells so where it is "refunded", and not where it is "refund". */
const deedKey = (key: string): string => key.replace(WORD, 'v:');

export const isDeedKey = (key: string): boolean => key.startsWith('v:');

/** A statement tells what it says in all forms of its words: "a refund was made" is "refunded". */
export const withDeeds = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) => (WORD.test(key) ? [key, deedKey(key)] : [key]));

/** The deeds among the words of a name. */
export const deedsNamed = (words: readonly string[], language: string): readonly string[] =>
  words.filter((word) => tellsDeed(word, language)).map((word) => `v:${stemOf(word, language)}`);

/** The deeds that a clause tells as facts. That an order was ordered is no more than its name. */
export function deedsIn({ mood, words }: Pick<Clause, 'mood' | 'words'>, language: string): readonly string[] {
  if (mood !== 'fact') return [];
  const own = nounsOf(language);
  return words.filter(({ word, key }) => tellsDeed(word, language) && !own.has(key)).map(({ key }) => deedKey(key));
}

const known = new Map<string, ReadonlySet<string>>();

function nounsOf(language: string): ReadonlySet<string> {
  const before = known.get(language);
  if (before !== undefined) return before;
  const nouns: Lexicon['comparison']['nouns'] = lexiconOf(language)?.comparison.nouns ?? new Set();
  const keys = new Set(Array.from(nouns, (noun) => `w:${stemOf(noun, language)}`));
  known.set(language, keys);
  return keys;
}
