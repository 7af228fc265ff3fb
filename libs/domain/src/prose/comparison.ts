import type { Verdict } from './claim-verdict';
import { isName, type Facts } from './facts';
import type { Ground } from './ground';
import type { Way } from './lexicon';
import { objectsIn, type Measure, type NamedObject } from './reading/objects';
import { namesIn, wordsOfName } from './reading/records';
import { stemOf } from './reading/stem';
import { termsOf } from './reading/terms';

/** Whatever else is written may say something else. */
const PLAIN = /^[\p{L}\p{N}\s.,!'#_-]+$/u;
/** What a thing costs, of all amounts of it. */
const COST = /total|price|cost/iu;
/** The fields that a word without a field means, as they are called where nothing else is meant by them. */
const MEANT: Readonly<Record<string, ReadonlySet<string>>> = {
  cost: new Set(['total', 'price', 'cost']),
  day: new Set(['placed', 'ordered', 'created', 'opened', 'issued', 'booked']),
};
/** Of the words of a field those that say nothing of what it is. */
const PLAIN_WORDS = new Set(['on', 'at', 'date', 'day', 'amount', 'value', 'number', 'count']);

const REFUSED: Verdict = { isFounded: false, claim: 'combination' };

/** A sentence that compares, as it is read. */
interface Comparing {
  readonly way: Way;
  readonly one: string;
  /** null: all others of as many as `count` */
  readonly other: string | null;
  readonly count: number;
  readonly nouns: readonly string[];
  readonly field: string | null;
}

/**
 * A comparison of two things, or of one with the others that were found (PR-05): the one claim that joins results. It
 * holds where each of them has the values in a result, of one field and one unit, and each differs that way; without
 * the name of a field all that the word may mean have to. One of them is that very thing, and not a part or a deadline
 * of it. Null for a sentence that compares no two objects.
 */
export function comparedIn(sentence: string, facts: Facts, ground: Ground): Verdict | null {
  const { ways } = facts.lexicon.comparison;
  const terms = termsOf(sentence, facts.reader);
  const words = terms.flatMap((term) => (term.kind === 'word' ? [term.word] : []));
  const comparing = new Set(Object.keys(ways).flatMap((way) => way.split(' ')));
  if (!words.some((word) => comparing.has(word))) return null;
  const objects = objectsIn(ground.results, facts.reader);
  if (objects === null) return null;
  const read = PLAIN.test(sentence) && !isUncertain(words, facts) ? readingOf(sentence, facts) : null;
  if (read !== null) return holds(read, objects, facts) ? { isFounded: true, about: namesOf(read) } : REFUSED;
  const named = new Set(terms.flatMap((term) => (term.kind === 'value' ? term.keys : [])));
  return new Set(objects.map(({ name }) => name).filter((name) => named.has(name))).size > 1 ? REFUSED : null;
}

const namesOf = ({ one, other }: Comparing): readonly string[] => (other === null ? [one] : [one, other]);

/** Denied, possible, wished or to come. */
const isUncertain = (words: readonly string[], { lexicon: { negation, possible, future } }: Facts): boolean =>
  words.some((word) => [negation, possible, future].some((set) => set.has(word)));

function readingOf(sentence: string, { lexicon, reader }: Facts): Comparing | null {
  const { forms, ways } = lexicon.comparison;
  const terms = termsOf(sentence.replace(/[.!]$/u, ''), reader);
  const valueAt = (place: string | undefined): string => {
    const term = place === undefined ? undefined : terms[Number(place.slice(1))];
    return term?.kind === 'value' && term.keys.length === 1 ? term.keys[0]! : '';
  };
  const written = terms
    .map((term, index) => (term.kind === 'word' ? term.word : term.kind === 'value' ? `#${index}` : term.mark))
    .join(' ');
  for (const form of forms) {
    const found = form.exec(written)?.groups;
    const way = found?.['way'] === undefined ? undefined : ways[found['way']];
    if (found === undefined || way === undefined) continue;
    return {
      way,
      one: valueAt(found['one']),
      other: found['other'] === undefined ? null : valueAt(found['other']),
      count: found['count'] === undefined ? 2 : Number(valueAt(found['count']).slice(2)),
      nouns: [found['noun'], found['otherNoun']].filter((noun) => noun !== undefined),
      field: found['field'] ?? null,
    };
  }
  return null;
}

function holds(read: Comparing, objects: readonly NamedObject[], facts: Facts): boolean {
  const { one, other, count, nouns } = read;
  const naming = objects.find(({ name }) => name === one)?.naming;
  if (naming === undefined || !isName(one) || !nouns.every((noun) => isCalled(noun, naming, facts))) return false;
  const alike = Map.groupBy(
    objects.filter((object) => object.naming === naming),
    ({ name }) => name,
  );
  const others = other === null ? Array.from(alike.keys()).filter((name) => name !== one) : [other];
  if (others.length === 0 || others.includes(one) || (other === null && others.length + 1 !== count)) return false;
  // What goes by a name that is no number of its own kind as well, or that another thing names, is not known to be it.
  const compared = new Set([one, ...others]);
  const isShared = ({ name, naming: by, others: named }: NamedObject): boolean =>
    (by !== naming && compared.has(name)) || named.some((other) => compared.has(other));
  if (objects.some(isShared)) return false;
  const first = measured(alike.get(one), read, facts);
  if (!first.some(({ field }) => isVery(field, naming, read, facts))) return false;
  return others.every((name) => differs(first, measured(alike.get(name), read, facts), read.way.isMore));
}

const isCalled = (noun: string, naming: string, facts: Facts): boolean =>
  facts.lexicon.comparison.nouns.has(noun) || namesIn(naming, languageOf(facts)).includes(stemOfField(noun, facts));

const languageOf = ({ reader }: Facts): string => reader.language;
const fieldSaid = (word: string, { lexicon }: Facts): string => lexicon.comparison.fields[word] ?? word;
const stemOfField = (word: string, facts: Facts): string => `w:${stemOf(fieldSaid(word, facts), languageOf(facts))}`;

/** `placedOn` and `orderTotal` are; `refundBy`, `shippingCost` and `expectedDelivery` are something else. */
function isVery(field: string, naming: string, { way, field: said }: Comparing, facts: Facts): boolean {
  const meant = said === null ? MEANT[way.of] : new Set([fieldSaid(said, facts)]);
  const own = new Set(wordsOfName(naming));
  const words = wordsOfName(field);
  const isOfIt = (word: string): boolean => meant?.has(word) === true || own.has(word) || PLAIN_WORDS.has(word);
  return words.some((word) => meant?.has(word)) && words.every(isOfIt);
}

/** The values that are compared, in order of their fields; none where two results differ in one. */
function measured(objects: readonly NamedObject[] = [], read: Comparing, facts: Facts): readonly Measure[] {
  const all = objects.map(({ measures }) => measures.filter((measure) => isMeant(measure, read, facts)));
  const sorted = all.map((measures) => measures.toSorted((a, b) => (a.field < b.field ? -1 : 1)));
  const [only, ...rest] = sorted;
  return rest.every((measures) => JSON.stringify(measures) === JSON.stringify(only)) ? (only ?? []) : [];
}

function isMeant({ field, kind }: Measure, { way, field: said }: Comparing, facts: Facts): boolean {
  if (said !== null && !namesIn(field, languageOf(facts)).includes(stemOfField(said, facts))) return false;
  if (way.of === 'cost') return kind === 'money' && COST.test(field);
  if (way.of === 'day') return kind === 'day';
  return said !== null && (kind === 'count' || (kind === 'money' && way.of === 'number'));
}

const differs = (first: readonly Measure[], second: readonly Measure[], isMore: boolean): boolean =>
  first.length > 0 &&
  first.length === second.length &&
  first.every(({ field, kind, unit, size }, index) => {
    const other = second[index]!;
    const isOne = other.field === field && other.kind === kind && other.unit === unit;
    return isOne && (isMore ? size > other.size : size < other.size);
  });
