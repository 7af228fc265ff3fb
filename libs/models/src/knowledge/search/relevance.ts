import type { Fit } from './word-search';

/** With this share of the question's words a passage is about the question. */
const BY_WORDS = 0.6;
/** With half of the words, the meaning must be near too. */
const BY_BOTH = { words: 0.5, meaning: 0.3 };
/** In other words, but it means the same. */
const BY_MEANING = 0.6;

/**
 * The relevant passages and how well each fits, 0 to 1. A passage below every bound is about something else, and no
 * passage is better than a wrong one. The bounds are measured on the shop's knowledge (decision 0069).
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
