import type { IntentDefinition, SlotDefinition, Values } from '@arbiter/contracts';
import { sharedTable } from '../../language/phrases';
import type { TenantLanguage } from '../../language/tenant-language';
import { hitsOf, type Utterance } from '../../language/utterance';
import { namedChoicesIn } from './fit/choices';
import { datesIn } from './fit/dates';
import type { Found } from './fit/found';
import { cuesIn, identifiersIn, isCued } from './fit/identifiers';
import { numbersIn } from './fit/numbers';
import { identifiersMeant, isLeftOut, standsForIt } from './fit/standing-number';

/** The values that code finds in a text for the slots of an intent. */
export interface Extraction {
  readonly slots: Values;
  /** slots for which the text holds several values: the person is asked which */
  readonly ambiguous: ReadonlySet<string>;
  /** the positions of the words that give these values */
  readonly taken: ReadonlySet<number>;
}

/** The stretch of a text in which values are looked for; a free text may go on beyond it. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/** A free text after a colon or a cue has at least this many words. */
const LEAST_WORDS = 2;

/** Any day will do where only the existence and place of values matter. */
export const ANY_DAY = '2026-01-01T00:00:00.000Z';

/** The text, or this part of it, gives a value that some intent takes. */
export const namesSomething = (utterance: Utterance, language: TenantLanguage, within: TokenRange): boolean =>
  language.intents.some(
    (intent) => Object.keys(extractSlots(intent, utterance, language, ANY_DAY, within).slots).length > 0,
  );

/** Slot values by code alone. "Tomorrow" is relative to `now`. */
export function extractSlots(
  { slots: definitions }: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
  within?: TokenRange,
): Extraction {
  const slots: Record<string, unknown> = {};
  const ambiguous = new Set<string>();
  const taken = new Set<number>();
  const places = new Map<string, readonly Found[]>();
  const identifiersFirst = [...definitions].sort((one, other) => rank(one) - rank(other));
  for (const slot of identifiersFirst) {
    const found = candidates(slot, utterance, language, now, places).filter(
      (one) =>
        !taken.has(one.index) && isWithin(one.index, within, slot) && !isMisnumbered(one, slot, definitions, utterance),
    );
    const [first] = found;
    if (!first) continue;
    places.set(slot.name, found);
    if (found.some(({ value }) => value !== first.value)) ambiguous.add(slot.name);
    else slots[slot.name] = first.value;
    for (const { index, end } of found) for (let position = index; position < end; position += 1) taken.add(position);
  }
  return { slots, ambiguous, taken };
}

/** "order 10033" gives no amount. */
const isMisnumbered = (
  { index }: Found,
  { expectedType }: SlotDefinition,
  definitions: readonly SlotDefinition[],
  { tokens }: Utterance,
): boolean =>
  expectedType === 'number' &&
  definitions.some(
    ({ expectedType: kind, cues = [] }) =>
      kind === 'identifier' && cues.some((cue) => cue.toLowerCase() === tokens[index - 1]?.word),
  );

/** A free text after a colon begins right after the clause that announces it. */
const isWithin = (index: number, within: TokenRange | undefined, { expectedType }: SlotDefinition): boolean =>
  within === undefined ||
  (index >= within.start && (index < within.end || (expectedType === 'freeform' && index === within.end)));

/** The number of an order must not be read as an amount or a date. */
const rank = (slot: SlotDefinition): number => (slot.expectedType === 'identifier' ? 0 : 1);

function candidates(
  slot: SlotDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
  places: Places,
): readonly Found[] {
  switch (slot.expectedType) {
    case 'identifier':
      return identifiers(slot, utterance, language);
    case 'number':
      return cued(slot, numbersIn(utterance, language.words), utterance, language);
    case 'date_time':
      return datesIn(utterance, language, now);
    case 'choice':
    case 'choice_or_yes_no':
      return namedChoicesIn(slot.choices ?? [], utterance);
    case 'freeform':
    case 'location':
      return slot.wholeMessage === true ? [] : textAfterCue(slot, utterance, places);
    case 'yes_no':
      return [];
  }
}

/** With cues in the text only the identifiers that they point at; without a pattern nothing else is safe to take. */
function identifiers(slot: SlotDefinition, utterance: Utterance, language: TenantLanguage): readonly Found[] {
  const standing = identifiersIn(slot, utterance).filter(
    (one) => standsForIt(one, slot, utterance, language) && !isLeftOut(one, utterance, language),
  );
  const meant = identifiersMeant(slot, utterance, language);
  const found = meant.length > 0 ? meant : standing;
  const pointedAt = withListed(cued(slot, found, utterance, language), found, utterance, language);
  return pointedAt.length > 0 || slot.pattern === undefined ? pointedAt : found;
}

/** "order 1002 or 1003": an identifier joined to one that is pointed at is pointed at as well. */
function withListed(
  pointedAt: readonly Found[],
  found: readonly Found[],
  { tokens }: Utterance,
  { words: { grammar } }: TenantLanguage,
): readonly Found[] {
  const joins = (from: number, to: number) =>
    tokens.slice(from, to).every(({ word }) => grammar.alternative.has(word) || grammar.coordinating.has(word));
  return found.reduce<readonly Found[]>((all, one) => {
    const before = all.at(-1);
    const isListed = before !== undefined && one.index >= before.end && joins(before.end, one.index);
    return pointedAt.includes(one) || isListed ? [...all, one] : all;
  }, []);
}

function cued(
  slot: SlotDefinition,
  found: readonly Found[],
  utterance: Utterance,
  { words }: TenantLanguage,
): readonly Found[] {
  const cues = cuesIn(slot, utterance);
  return found.filter((one) => isCued(one, cues, slot, utterance, words));
}

/** The places of other slots' values, by their names. */
type Places = ReadonlyMap<string, readonly Found[]>;

/** "open a ticket: the lid is broken", or "because the lid is broken" where the slot has the cue "because" */
function textAfterCue(slot: SlotDefinition, utterance: Utterance, places: Places): readonly Found[] {
  const { tokens, text } = utterance;
  const afterColon = tokens.findIndex(
    (token, index) => index > 0 && /:\s/u.test(text.slice(tokens[index - 1]?.end, token.start)),
  );
  const [cue] = hitsOf(utterance, sharedTable({ cue: (slot.cues ?? []).filter((one) => !VALUE_CUE.test(one)) }));
  const index = cue?.end ?? afterValue(slot, utterance, places) ?? afterColon;
  if (index < 0 || tokens.length - index < LEAST_WORDS) return [];
  return [{ value: text.slice(tokens[index]?.start), index, end: tokens.length }];
}

/** "{orderNumber} to": these words right behind the value of another slot. */
const VALUE_CUE = /^\{(\w+)\} (.+)$/u;

function afterValue({ cues = [] }: SlotDefinition, { tokens }: Utterance, places: Places): number | undefined {
  const ends = cues.flatMap((cue) => {
    const [, name = '', said = ''] = VALUE_CUE.exec(cue) ?? [];
    const words = said.toLowerCase().split(' ');
    const follow = ({ end }: Found) => words.every((word, offset) => tokens[end + offset]?.word === word);
    return (places.get(name) ?? []).filter(follow).map(({ end }) => end + words.length);
  });
  return ends[0];
}
