import type { Fit } from './word-search';

/** So much of what was asked stands in it: it is about that. */
const BY_WORDS = 0.6;
/** Half of it stands there, and the meaning is near. */
const BY_BOTH = { words: 0.5, meaning: 0.3 };
/** In other words, but it means the same. */
const BY_MEANING = 0.6;

/**
 * The passages that are relevant at all, and how well they fit, 0 to 1. What is below every bound is about something
 * else, and nothing is a better answer. The bounds are measured on the shop's knowledge (decision 0069).
 */
export function relevantOf(words: readonly Fit[], meanings: readonly Fit[]): ReadonlyMap<string, number> {
  const byWords = new Map(words.map(({ key, fit }) => [key, fit]));
  const byMeaning = new Map(meanings.map(({ key, fit }) => [key, fit]));
  const keys = [...new Set([...byWords.keys(), ...byMeaning.keys()])];
  return new Map(
    keys.flatMap((key): [string, number][] => {
      const [word, meaning] = [byWords.get(key) ?? 0, byMeaning.get(key) ?? 0];
      return isRelevant(word, meaning) ? [[key, Math.min(Math.max(word, meaning), 1)]] : [];
    }),
  );
}

const isRelevant = (words: number, meaning: number): boolean =>
  words >= BY_WORDS || meaning >= BY_MEANING || (words >= BY_BOTH.words && meaning >= BY_BOTH.meaning);
