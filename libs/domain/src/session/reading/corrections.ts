import type { IntentDefinition, SlotDefinition, Values } from '@arbiter/contracts';
import type { Language } from '../../language';
import { memoiseEach } from '../../memoise';
import { featuresOf } from '../../language/requests';
import { stemOf } from '../../language/stems';
import type { TenantLanguage } from '../../language/tenant-language';
import { contentOf, coveredBy, from, hitsOf, type Utterance } from '../../language/utterance';
import type { Found } from './fit/found';
import { valuesFor } from './fit/values';
import type { OverrideReading } from './override';

/** A correction has fewer words; a longer text tells a story. */
const LONGEST = 120;

/** The text after the words that take something back ("no", "actually", "make it"), or null when there are none. */
export function correctionIn(
  utterance: Utterance,
  override: OverrideReading | null,
  language: TenantLanguage,
): Utterance | null {
  if (utterance.tokens.length > LONGEST) return null;
  if (override?.apart && !override.ends && !override.bare) return override.rest;
  const [refusal] = hitsOf(utterance, language.yesNo);
  if (refusal?.index === 0 && refusal.phrase.list === 'no' && refusal.end < utterance.tokens.length)
    return from(utterance, refusal.end);
  const [changing] = hitsOf(utterance, language.correcting);
  return changing && isOpening(changing.index, utterance, language) ? from(utterance, changing.end) : null;
}

/** Only courtesy, a yes or empty words come before it in its clause. */
function isOpening(index: number, utterance: Utterance, language: TenantLanguage): boolean {
  const courteous = coveredBy(utterance, language.filler, language.yesNo, language.interjecting, language.wishing);
  for (let at = index; at > 0; at -= 1) {
    if (utterance.tokens[at]?.opensClause) return true;
    if (!courteous.has(at - 1) && !language.words.neutral.has(utterance.tokens[at - 1]?.word ?? '')) return false;
  }
  return true;
}

/** Slots of the intent for which the text gives another value; no words are read twice, days and times of day apart. */
export function changedSlots(
  intent: IntentDefinition,
  known: Values,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Values {
  const changed: Record<string, unknown> = {};
  if (utterance.tokens.length > LONGEST) return changed;
  const taken = new Set<number>();
  const says = sayingIn(utterance, language);
  for (const slot of ranked(intent, known, utterance, language)) {
    const found = valuesIn(slot, utterance, language, now).filter((one) => positionsOf(one).some((at) => says.has(at)));
    const free = found.filter(
      (one) => slot.expectedType === 'date_time' || !positionsOf(one).some((at) => taken.has(at)),
    );
    const values = free.flatMap(({ value }) =>
      slot.expectedType === 'date_time' ? (partOf(slot, String(value), intent, language, now) ?? []) : [value],
    );
    if (values.length === 0 || values.some((value) => value !== values[0])) continue;
    for (const one of free) for (const position of positionsOf(one)) taken.add(position);
    if (values[0] !== known[slot.name]) changed[slot.name] = values[0];
  }
  return changed;
}

/** The positions of words that are neither courtesy nor empty; a number never is. */
const sayingIn = memoiseEach((utterance: Utterance, { words, yesNo, filler }: TenantLanguage): ReadonlySet<number> => {
  const courteous = coveredBy(utterance, yesNo, filler);
  const isEmpty = (word: string) => words.neutral.has(word) && !words.numbers.has(word);
  return new Set(utterance.tokens.flatMap(({ word }, index) => (courteous.has(index) || isEmpty(word) ? [] : [index])));
});

const positionsOf = ({ index, end }: Found): readonly number[] =>
  Array.from({ length: end - index }, (_, offset) => index + offset);

/** Slots named in the text first, then dates, whose words a number must not take, then those that have a value. */
function ranked(
  { slots }: IntentDefinition,
  known: Values,
  utterance: Utterance,
  { words }: TenantLanguage,
): readonly SlotDefinition[] {
  const said = featuresOf(utterance, words);
  const score = (slot: SlotDefinition) =>
    (namesIn(slot, words).some((name) => said.has(name)) ? 4 : 0) +
    (slot.expectedType === 'date_time' ? 2 : 0) +
    (Object.hasOwn(known, slot.name) ? 1 : 0);
  return slots
    .map((slot) => ({ slot, score: score(slot) }))
    .sort((one, other) => other.score - one.score)
    .map(({ slot }) => slot);
}

/** The words a slot is called by: those of its name and of its cues. */
const namesIn = memoiseEach(({ name, cues = [] }: SlotDefinition, language: Language): readonly string[] => {
  const said = [name.replace(/([a-z])([A-Z])/gu, '$1 $2'), ...cues].flatMap(
    (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [],
  );
  return [...new Set(said.filter((word) => !language.neutral.has(word)).map((word) => stemOf(word, language)))];
});

function valuesIn(slot: SlotDefinition, utterance: Utterance, language: TenantLanguage, now: string): readonly Found[] {
  if (slot.expectedType === 'freeform' || slot.expectedType === 'location') return named(slot, utterance, language);
  if (slot.expectedType === 'identifier' && slot.pattern === undefined) return [];
  return valuesFor(slot, utterance, language, now);
}

/** Of a date with a time of day: the time for a slot of times, the day for a slot of days where the intent has both. */
function partOf(
  slot: SlotDefinition,
  value: string,
  { slots }: IntentDefinition,
  { words }: TenantLanguage,
  now: string,
): string | null {
  const clock = new Set([...words.clock].map((word) => stemOf(word, words)));
  const isClock = (one: SlotDefinition) =>
    one.expectedType === 'date_time' && namesIn(one, words).some((name) => clock.has(name));
  const [day = ''] = value.split('T');
  const hasTime = day !== value;
  if (isClock(slot)) return hasTime ? value : null;
  if (!hasTime || !slots.some(isClock)) return value;
  return day === now.slice(0, day.length) ? null : day;
}

/** The text after the name of the slot: "change the alarm name to Tea". */
function named(slot: SlotDefinition, utterance: Utterance, { words }: TenantLanguage): readonly Found[] {
  const names = namesIn(slot, words);
  const places = utterance.tokens.flatMap(({ word }, index) => (names.includes(stemOf(word, words)) ? [index] : []));
  const isNamed =
    new Set(places.map((index) => stemOf(utterance.tokens[index]?.word ?? '', words))).size >=
    Math.min(LEAST_NAMING, names.length);
  const index = isNamed ? (contentOf(utterance, words).find((position) => position > (places.at(-1) ?? 0)) ?? -1) : -1;
  if (index < 0) return [];
  return [
    {
      value: utterance.text.slice(utterance.tokens[index]?.start, utterance.tokens.at(-1)?.end),
      index,
      end: utterance.tokens.length,
    },
  ];
}

/** The least number of words of a longer name with which a text names the slot. */
const LEAST_NAMING = 2;
