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
  /** small words that beside a value say more than it does: more than 5, the most, the last */
  readonly ranking: ReadonlySet<string>;
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
  readonly comparison: Comparison;
  readonly bounds: Bounds;
}

/** More than a value, at least, less than, or at most; a day counts as a value. */
export type Bound = 'over' | 'from' | 'under' | 'to';

/** Which bound words are, and of which kinds of value, as their keys begin; `count` is a number of what follows it. */
interface BoundSaid {
  readonly bound: Bound;
  readonly of: ReadonlySet<string>;
}

/** The words that make a bound of a value. */
export interface Bounds {
  readonly before: Readonly<Record<string, BoundSaid>>;
  readonly after: Readonly<Record<string, Bound>>;
  /** may stand between them and the value, and say nothing more */
  readonly between: ReadonlySet<string>;
  /** what goes by a sum: an invoice "over 50 EUR" is one of 50 EUR */
  readonly sums: RegExp;
}

/** What a comparing word compares, and whether the first is the greater. */
export interface Way {
  /** `cost` and `day` need no name of a field; `number` is an amount or a count */
  readonly of: 'cost' | 'day' | 'number' | 'count';
  readonly isMore: boolean;
}

/** How two objects are compared (PR-05). */
export interface Comparison {
  /**
   * The whole sentences that compare, their values as `#0`, `#1`: with the groups `one` and `other`, or `one` and
   * `count`; with `way`, and with `field` and `noun`, `otherNoun` where they are named
   */
  readonly forms: readonly RegExp[];
  readonly ways: Readonly<Record<string, Way>>;
  /** names of fields as the language says them */
  readonly fields: Readonly<Record<string, string>>;
  /** any object may be called one of these */
  readonly nouns: ReadonlySet<string>;
}

/** Several comparing words of a meaning, separated by commas. */
export const waysIn = (of: Way['of'], more: string, less: string): Readonly<Record<string, Way>> =>
  Object.fromEntries(
    [more, less].flatMap((words, index) => words.split(', ').map((word) => [word, { of, isMore: index === 0 }])),
  );

/** Several words for a bound of these kinds of value, separated by commas. */
export const boundsIn = (bound: Bound, of: string, words: string): Readonly<Record<string, BoundSaid>> =>
  Object.fromEntries(words.split(', ').map((word) => [word, { bound, of: wordsIn(of) }]));

export const boundsAfter = (bound: Bound, words: string): Readonly<Record<string, Bound>> =>
  Object.fromEntries(words.split(', ').map((word) => [word, bound]));

export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter((word) => word !== ''));
