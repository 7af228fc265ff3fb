import type { Lexicon } from '../lexicon';
import { withBounds } from './bounds';
import { termsOf, type Reader, type Term } from './terms';

/** Whether something is so, may be so, or will be. */
export type Mood = 'fact' | 'possible' | 'future';

/** A part of a sentence with one statement. */
export interface Clause {
  readonly words: readonly { readonly word: string; readonly key: string }[];
  /** the values of its figures, amounts and days */
  readonly values: readonly string[];
  readonly mood: Mood;
  readonly isNegated: boolean;
  /** the speaker claims to have done it */
  readonly isOwnDeed: boolean;
  readonly saysToday: boolean;
  /** nothing but yes or no */
  readonly isAnswer: boolean;
}

/** The key of a deed that the speaker claims. */
export const OWN_DEED = 'self';
/** The key of a denial of no more than that something is there, is found, or is possible. */
export const ABSENCE = 'absence';

/** Whether nothing is said of a thing but that it is there or not. */
export const isBare = ({ words }: Clause, { function: small, courtesy, possible, future }: Lexicon): boolean =>
  words.every(({ word }) => [small, courtesy, possible, future].some((set) => set.has(word)));

export function clausesOf(text: string, lexicon: Lexicon, reader: Reader): readonly Clause[] {
  return split(withBounds(termsOf(text, reader), lexicon), lexicon).map((terms) => clauseOf(terms, lexicon));
}

/**
 * Splits at marks between words, and at joints; a mark inside a value is part of it, and a value alone belongs to the
 * clause before it.
 */
function split(terms: readonly Term[], { joints }: Lexicon): readonly (readonly Term[])[] {
  const clauses: Term[][] = [[]];
  for (const term of terms) {
    if (term.kind === 'break' || (term.kind === 'word' && joints.has(term.word))) clauses.push([]);
    if (term.kind !== 'break') clauses.at(-1)!.push(term);
  }
  return clauses
    .filter((clause) => clause.length > 0)
    .reduce<Term[][]>((joined, clause) => {
      const isAlone = joined.length > 0 && clause.every(({ kind }) => kind === 'value');
      return isAlone ? [...joined.slice(0, -1), [...joined.at(-1)!, ...clause]] : [...joined, clause];
    }, []);
}

function clauseOf(terms: readonly Term[], lexicon: Lexicon): Clause {
  const words = terms.flatMap((term) => (term.kind === 'word' ? [term] : []));
  const has = (set: ReadonlySet<string>): boolean => words.some(({ word }) => set.has(word));
  return {
    words,
    values: terms.flatMap((term) => (term.kind === 'value' ? term.keys : [])),
    mood: has(lexicon.future) ? 'future' : has(lexicon.possible) ? 'possible' : 'fact',
    isNegated: has(lexicon.negation),
    isOwnDeed: isOwnDeed(words, lexicon),
    saysToday: terms.some((term) => term.kind === 'value' && term.isToday === true),
    isAnswer: words.length === terms.length && words.length <= 2 && words.some(({ word }) => lexicon.answers.has(word)),
  };
}

/** "I have refunded it", "I cancelled it", „Ich habe es storniert“: a person's own word right after, or a perfect. */
function isOwnDeed(words: Clause['words'], { self, perfect, function: small, courtesy }: Lexicon): boolean {
  const at = words.findIndex(({ word }) => self.has(word));
  if (at < 0) return false;
  const [next, ...rest] = words.slice(at + 1);
  if (next === undefined) return false;
  return perfect.has(next.word) ? rest.length > 0 : !small.has(next.word) && !courtesy.has(next.word);
}
