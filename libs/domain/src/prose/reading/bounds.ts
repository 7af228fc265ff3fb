import type { Bound, Bounds, Lexicon } from '../lexicon';
import { keysOfDay } from './dates';
import type { Term } from './terms';

/** The longest words for a bound: "not more than". */
const LONGEST = 3;
/** "from an order value of 50 EUR" */
const MOST_BETWEEN = 4;

/** "A refund over 50 EUR" is one of 50 EUR, or of more. */
const UNCLEAR = 'unclear';
const BOUND = /^b:(\w+) (.+)$/u;
const VALUE = /^(?:n|m|p|t|d|md|wd|h):/u;

/** Needed by a sentence in which a value is a bound: `b:over m:50 EUR`. */
const boundKey = (bound: Bound | typeof UNCLEAR, key: string): string => `b:${bound} ${key}`;

/** The value that a key is about: of `b:over m:50 EUR` it is `m:50 EUR`. */
export const valueOf = (key: string): string => BOUND.exec(key)?.[2] ?? key;

/**
 * A text's pieces with their bounds: the words for one become a key of its value, so that "at least 5" and "5 or more"
 * say the same, and "over 5" and "under 5" do not.
 */
export function withBounds(terms: readonly Term[], lexicon: Lexicon): readonly Term[] {
  const taken = new Set<number>();
  const read = terms.map((term, at): Term => {
    if (term.kind !== 'value') return term;
    const found = boundBefore(terms, at, lexicon) ?? boundAfter(terms, at, lexicon);
    if (found === null) return term;
    for (let place = found.from; place < found.to; place += 1) taken.add(place);
    // Of "over 3 to 5 days" the first is the bound, of "within 3 to 5 days" the last.
    const key = term.keys.at(found.bound === 'over' || found.bound === 'from' ? 0 : -1)!;
    return { ...term, keys: [...term.keys, boundKey(found.isUnclear ? UNCLEAR : found.bound, key)] };
  });
  return read.filter((_, at) => !taken.has(at));
}

/** Which of the pieces say which bound. */
interface BoundFound {
  readonly bound: Bound;
  readonly isUnclear: boolean;
  readonly from: number;
  readonly to: number;
}

function boundBefore(terms: readonly Term[], at: number, { bounds }: Lexicon): BoundFound | null {
  for (let to = at; to >= at - MOST_BETWEEN && areBetween(terms.slice(to, at), bounds); to -= 1)
    for (let from = Math.max(0, to - LONGEST); from < to; from += 1) {
      const said = bounds.before[phraseOf(terms.slice(from, to))];
      if (said === undefined || !said.of.has(kindOf(terms, at, at - to))) continue;
      return { bound: said.bound, isUnclear: said.bound === 'over' && isOfSum(terms.slice(0, from), bounds), from, to };
    }
  return null;
}

function boundAfter(terms: readonly Term[], at: number, { bounds }: Lexicon): BoundFound | null {
  for (let to = Math.min(terms.length, at + 1 + LONGEST); to > at + 1; to -= 1) {
    const bound = bounds.after[phraseOf(terms.slice(at + 1, to))];
    if (bound !== undefined) return { bound, isUnclear: false, from: at + 1, to };
  }
  return null;
}

const phraseOf = (terms: readonly Term[]): string =>
  terms.every((term) => term.kind === 'word') ? terms.map(({ word }) => word).join(' ') : '';

const areBetween = (terms: readonly Term[], { between }: Bounds): boolean =>
  terms.every((term) => term.kind === 'word' && between.has(term.word));

/** "Invoice 12 of 3 May over 50 EUR" */
function isOfSum(terms: readonly Term[], bounds: Bounds): boolean {
  const last = terms.findLast((term) => term.kind !== 'value' && !areBetween([term], bounds));
  return last?.kind === 'word' && bounds.sums.test(last.word);
}

/** A number beside its bound may count what follows it; behind other words it is a name: "under the number 1002". */
function kindOf(terms: readonly Term[], at: number, distance: number): string {
  const [kind] = (terms[at] as Term & { readonly kind: 'value' }).keys[0]!.split(':');
  if (kind === 'md' || kind === 'wd') return 'd';
  if (kind !== 'n') return kind!;
  if (distance > 0) return 'name';
  return terms[at + 1]?.kind === 'word' ? 'count' : 'n';
}

/**
 * What values of the ground found: a day all of its names, and each value the bounds that it is. What is on a day is so
 * by that day and from it on, and what takes three days is there within three.
 */
export function foundedBy(keys: readonly string[]): readonly string[] {
  const bounded = new Set(keys.filter((key) => BOUND.test(key)).map(valueOf));
  return keys.flatMap((key) => {
    const names = valueOf(key).startsWith('d:') ? keysOfDay(valueOf(key).slice(2)) : [valueOf(key)];
    const bound = BOUND.exec(key)?.[1] as Bound | typeof UNCLEAR | undefined;
    if (bound !== undefined) return names.flatMap((name) => asBound(bound, name));
    return [...names, ...(bounded.has(key) ? [] : names.flatMap(boundsOfValue))];
  });
}

/** The same where the name of a field says that its value is a bound: `refundBy`, `maximumAmount`. */
export function foundedAs(bound: Bound, keys: readonly string[]): readonly string[] {
  const plain = keys.filter((key) => !BOUND.test(key));
  return foundedBy([...plain, ...plain.filter((key) => VALUE.test(key)).map((key) => boundKey(bound, key))]);
}

const asBound = (bound: Bound | typeof UNCLEAR, name: string): readonly string[] =>
  bound === 'over' ? [boundKey('over', name), boundKey(UNCLEAR, name)] : [boundKey(bound, name)];

function boundsOfValue(name: string): readonly string[] {
  const [kind = ''] = name.split(':');
  if (kind === 'm') return [boundKey(UNCLEAR, name)];
  if (kind === 't') return [boundKey('to', name)];
  return ['d', 'md', 'wd', 'h'].includes(kind) ? [boundKey('from', name), boundKey('to', name)] : [];
}

const BOUNDS_IN_NAMES: Readonly<Record<string, Bound>> = {
  ...Object.fromEntries(['max', 'maximum', 'limit', 'until', 'by'].map((word) => [word, 'to'])),
  ...Object.fromEntries(['min', 'minimum', 'from', 'since'].map((word) => [word, 'from'])),
};

/** The bound in the words of a field's name. */
export const boundNamed = (words: readonly string[]): Bound | null =>
  words.flatMap((word) => BOUNDS_IN_NAMES[word] ?? [])[0] ?? null;
