/** Words of fewer letters are too close to one another to guess between. */
export const SHORTEST_GUESSED = 5;

/** The known words of a tenant and its language, to tell a slip from another word. */
export interface Spellings {
  readonly known: ReadonlySet<string>;
  readonly knownStems: ReadonlySet<string>;
  /** words that a slip may be meant for: those that intents and their slots are named by */
  readonly guessed: readonly string[];
}

export const canBeGuessed = (word: string): boolean => word.length >= SHORTEST_GUESSED && /^\p{L}+$/u.test(word);
