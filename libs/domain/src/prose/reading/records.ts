import { fillSentence, type Values } from '@arbiter/contracts';
import type { Ground } from '../ground';
import type { Lexicon } from '../lexicon';
import { clausesOf } from './clauses';
import { boundNamed, foundedAs, foundedBy, valueOf } from './bounds';
import { dayAfter } from './dates';
import { deedsNamed, withDeeds } from './deeds';
import { withoutQuotations } from './quotations';
import { stemOf } from './stem';
import type { Reader } from './terms';
import type { Unit } from './unit';

/** Deeper and longer than any result that a sentence speaks of. */
export const DEEPEST = 8;
export const MOST_RECORDS = 400;
/** A name has few words; a longer text is read as sentences. */
const LONGEST_NAME = 4;

/** One thing in a result, with everything above it, and the texts in it. */
export interface RecordFound {
  readonly unit: Unit;
  /** what it tells of its own deadlines */
  readonly deadlines: readonly Unit[];
  readonly texts: readonly string[];
}

interface Telling {
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  readonly about: readonly string[];
  /** the words and the day of `refundBy`: what may be done by then, not what was done */
  readonly deadlines: readonly { readonly names: readonly string[]; readonly days: readonly string[] }[];
  readonly currency: string | null;
  /** name of a field, and an amount or a day that goes by it */
  readonly named: readonly (readonly [string, string])[];
  /** lists of several things: each is a thing of its own */
  readonly lists: readonly (readonly unknown[])[];
}

/** Every thing in a result: values of one never join values of another. */
export function recordsOf(
  value: unknown,
  speech: Ground['speech'],
  lexicon: Lexicon,
  reader: Reader,
): readonly RecordFound[] {
  const found: RecordFound[] = [];
  const walk = (part: unknown, above: Telling, depth: number): void => {
    if (depth > DEEPEST || found.length >= MOST_RECORDS) return;
    const own = tellingOf(part, above.currency, { speech, lexicon, reader }, DEEPEST);
    const keys = [...above.keys, ...own.keys];
    const about = own.about.length > 0 ? own.about : above.about;
    const named = [...above.named, ...own.named];
    const counted = own.lists.flatMap((list) => [`n:${list.length}`, ...sumsOf(list, own.currency, reader.language)]);
    const unit: Unit = {
      keys: new Set([...keys, ...counted]),
      mood: 'fact',
      isNegated: false,
      about,
      named: grouped(named),
      beside: null,
    };
    found.push({
      unit,
      deadlines: own.deadlines.flatMap((deadline) => unitsOfDeadline(unit, deadline)),
      texts: own.texts,
    });
    for (const list of own.lists) for (const item of list) walk(item, { ...own, keys, about, named }, depth + 1);
  };
  walk(value, NOTHING, 0);
  return found;
}

interface Means {
  readonly speech: Ground['speech'];
  readonly lexicon: Lexicon;
  readonly reader: Reader;
}

const NOTHING: Telling = { keys: [], texts: [], about: [], deadlines: [], currency: null, named: [], lists: [] };

/** A deadline is told with its day, as it is or as what may be done by then. */
const unitsOfDeadline = (unit: Unit, { names, days }: Telling['deadlines'][number]): readonly Unit[] =>
  (['fact', 'possible'] as const).map((mood) => ({
    ...unit,
    keys: new Set([...unit.keys, ...names]),
    mood,
    beside: new Set(days),
  }));

function tellingOf(part: unknown, currency: string | null, means: Means, depth: number): Telling {
  if (depth === 0 || part === null || part === undefined || part === false) return { ...NOTHING, currency };
  if (typeof part === 'number') return { ...NOTHING, currency, keys: [`n:${part}`] };
  if (typeof part === 'string') return { ...textTelling(part, means), currency };
  if (typeof part !== 'object') return { ...NOTHING, currency };
  if (Array.isArray(part))
    return part.length > 1
      ? { ...NOTHING, currency, lists: [part] }
      : joined(
          part.map((item) => tellingOf(item, currency, means, depth - 1)),
          currency,
        );
  const values = part as Values;
  const own = currencyIn(values) ?? currency;
  return joined(
    Object.keys(values).map((name) => fieldTelling(name, values, own, means, depth)),
    own,
  );
}

function fieldTelling(name: string, values: Values, currency: string | null, means: Means, depth: number): Telling {
  const value = values[name];
  const telling = tellingOf(value, currency, means, depth - 1);
  const says = saysSomething(value);
  const label = typeof value === 'string' ? labelsOf(value, values, name, means) : [];
  const read = label.map((text) => ({ text, ...readName(text, means) }));
  const amounts = amountIn(name, value, currency);
  const bound = typeof value === 'object' ? null : boundNamed(wordsOfName(name));
  const keys =
    bound === null ? [...telling.keys, ...foundedBy(amounts)] : foundedAs(bound, [...telling.keys, ...amounts]);
  const names = says ? namesIn(name, means.reader.language) : [];
  const figures =
    typeof value === 'object' ? [] : [...telling.keys, ...amounts].filter((key) => /^(?:m|d|md|wd):/u.test(key));
  const isDeadline = bound !== null && figures.some((key) => key.startsWith('d:'));
  const told = isDeadline ? [] : [...names, ...(says ? deedsNamed(wordsOfName(name), means.reader.language) : [])];
  return {
    ...telling,
    named: [...telling.named, ...names.flatMap((one) => figures.map((key) => [one, key] as const))],
    keys: [...keys, ...told, ...read.flatMap(({ keys }) => keys)],
    texts: [...telling.texts, ...label],
    deadlines: isDeadline ? [...telling.deadlines, { names, days: keys }] : telling.deadlines,
  };
}

/** A field without anything in it does not make its name true. */
const saysSomething = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);

function textTelling(text: string, means: Means): Telling {
  const instant = /^\d{4}-\d{2}-\d{2}(?:T|$)/u.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(instant)) return { ...NOTHING, keys: foundedBy(instantKeys(text, means.reader)) };
  const { keys, values } = readName(text, means);
  const isName = text.split(/\s+/u).length === 1;
  return {
    ...NOTHING,
    keys: [...keys, ...values].filter(isNoAmount),
    about: isName ? values.filter((key) => /^[ni]:/u.test(key)) : [],
    texts: [],
  };
}

/** Money is what a field says it is: an amount that a vendor writes into a text founds nothing. */
const isNoAmount = (key: string): boolean => !valueOf(key).startsWith('m:');

/** The words of a short text that states a plain fact; of any text its values. */
function readName(
  text: string,
  { lexicon, reader }: Means,
): { readonly keys: readonly string[]; readonly values: readonly string[] } {
  const clauses = clausesOf(text, lexicon, reader);
  const values = clauses.flatMap((clause) => foundedBy(clause.values));
  const isPlain = clauses.every(({ mood, isNegated }) => mood === 'fact' && !isNegated);
  const words = clauses.flatMap((clause) => clause.words);
  return { values, keys: isPlain && words.length <= LONGEST_NAME ? withDeeds(words.map(({ key }) => key)) : [] };
}

/** The tenant's words for a code, of every family that has the code. */
const labelsOf = (code: string, values: Values, name: string, { speech }: Means): readonly string[] =>
  Object.entries(speech.words ?? {})
    .filter(([, family]) => Object.hasOwn(family, code))
    .map(([family]) => withoutQuotations(fillSentence(`{${name}:words.${family}}`, values, speech)));

function instantKeys(text: string, { now, timeZone }: Reader): readonly string[] {
  if (text.length === 10) return [`d:${text}`];
  const clock = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timeZone ?? 'UTC',
  });
  return [`d:${dayAfter(text || now, 0, timeZone)}`, `h:${clock.format(Date.parse(text)).replace(/^0(?=\d:)/u, '')}`];
}

/** A count is no money, whatever is beside it. */
const AMOUNT = /amount|total|price|cost|fee|sum|balance|paid|refundable|value|charge|due/iu;
/** Counted in the smallest coin it is no amount of the currency. */
const IN_COINS = /minor|cents?(?![a-z])|pence|pennies/iu;
export const isAmount = (name: string): boolean => AMOUNT.test(name) && !IN_COINS.test(name);
const amountIn = (name: string, value: unknown, currency: string | null): readonly string[] =>
  typeof value === 'number' && currency !== null && isAmount(name) ? [`m:${value} ${currency}`] : [];

export const currencyIn = (values: Values): string | null =>
  Object.entries(values).flatMap(([name, value]) =>
    /currency/iu.test(name) && typeof value === 'string' && /^[A-Z]{3}$/u.test(value) ? [value] : [],
  )[0] ?? null;

/** A sum that code can make: of one field over all things of a list, in one currency. */
function sumsOf(list: readonly unknown[], currency: string | null, language: string): readonly string[] {
  const items = list.filter(
    (item): item is Values => typeof item === 'object' && item !== null && !Array.isArray(item),
  );
  if (items.length !== list.length) return [];
  const currencies = new Set(items.map((item) => currencyIn(item) ?? currency));
  const [only] = currencies;
  if (currencies.size !== 1 || only === null || only === undefined) return [];
  const names = Object.keys(items[0]!).filter(
    (name) => isAmount(name) && items.every((item) => typeof item[name] === 'number'),
  );
  return names.flatMap((name) => {
    const sum = items.reduce((all, item) => all + (item[name] as number), 0);
    return [...foundedBy([`m:${Math.round(sum * 100) / 100} ${only}`]), ...namesIn(name, language)];
  });
}

const grouped = (named: Telling['named']): Unit['named'] =>
  new Map(
    Array.from(
      Map.groupBy(named, ([name]) => name),
      ([name, pairs]) => [name, new Set(pairs.map(([, key]) => key))],
    ),
  );

/** orderNumber → order, number */
export const namesIn = (name: string, language: string): readonly string[] =>
  wordsOfName(name).map((word) => `w:${stemOf(word, language)}`);
export const wordsOfName = (name: string): readonly string[] =>
  (name.match(/\p{Lu}?\p{Ll}+/gu) ?? []).map((word) => word.toLowerCase());

const joined = (tellings: readonly Telling[], currency: string | null): Telling => ({
  keys: tellings.flatMap(({ keys }) => keys),
  texts: tellings.flatMap(({ texts }) => texts),
  about: tellings.flatMap(({ about }) => about),
  deadlines: tellings.flatMap(({ deadlines }) => deadlines),
  named: tellings.flatMap(({ named }) => named),
  lists: tellings.flatMap(({ lists }) => lists),
  currency,
});
