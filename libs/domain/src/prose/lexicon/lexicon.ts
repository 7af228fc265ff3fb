/** The words of a language that state nothing about the world, and those that modify the others. */
export interface Lexicon {
  /** words that hold sentences together */
  readonly function: ReadonlySet<string>;
  /** words of courtesy and of talk about the talk; a tenant's own status word among them counts as a status */
  readonly courtesy: ReadonlySet<string>;
  /** courtesy as a whole, whatever their words mean */
  readonly phrases: readonly RegExp[];
  /** between a thing and its value they say nothing more */
  readonly linking: ReadonlySet<string>;
  /** stems of words that say the same; each group goes by its first */
  readonly alike: readonly (readonly string[])[];
  readonly negation: ReadonlySet<string>;
  /** words of courtesy that a denial makes a claim of: "no such order", "nothing found", "not possible" */
  readonly things: ReadonlySet<string>;
  /** what one says of oneself or in kindness may be denied: "I am not sure", "do not worry" */
  readonly modest: ReadonlySet<string>;
  /** the words after them are possible or wished */
  readonly possible: ReadonlySet<string>;
  readonly future: ReadonlySet<string>;
  /** with one of these a future is an offer, not a promise */
  readonly offer: ReadonlySet<string>;
  readonly self: ReadonlySet<string>;
  readonly perfect: ReadonlySet<string>;
  /** clauses are joined by these */
  readonly joints: ReadonlySet<string>;
  /** alone they answer a question */
  readonly answers: ReadonlySet<string>;
  /** what is said of one thing beside another */
  readonly comparatives: readonly Comparative[];
  /** the words that a comparison may hold beside its two things: none that limits it */
  readonly besideComparison: ReadonlySet<string>;
}

/** A comparative with its "than", of an amount or of a day; the pattern captures what stands before and after it. */
export interface Comparative {
  readonly pattern: RegExp;
  readonly of: 'm' | 'd';
  /** the amount is larger, or the day later */
  readonly isMore: boolean;
}

export const comparing =
  (than: string) =>
  (of: Comparative['of'], isMore: boolean, ...said: readonly string[]): Comparative => ({
    pattern: new RegExp(`^(.*)(?<!\\p{L})(?:${said.join('|')}) ${than}(?!\\p{L})(.*)$`, 'iu'),
    of,
    isMore,
  });

export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter((word) => word !== ''));
