import {
  compiledPattern,
  isExactNumber,
  type IntentDefinition,
  type SlotDefinition,
  type Values,
} from '@arbiter/contracts';
import { freeformIn } from './freeform';
import { textsAfter } from './phrases';

/** A value comes within so many words of its cue: "order number is 1002". */
const CUE_REACH = 3;
const READ_WORDS = 200;

/**
 * The values that the text gives for the intent's slots: identifiers and numbers by pattern and cue, choices by name,
 * freeform as the text after the trigger. A slot without a value, or with two different ones, stays open and the person
 * is asked. Dates, places and yes or no are left to the question that asks for them.
 */
export function slotsIn(text: string, intent: IntentDefinition): Values {
  const taken = new Set<string>();
  const filled = intent.slots.flatMap((slot): [string, unknown][] => {
    const value = valueOf(text, slot, intent, taken);
    if (value === undefined) return [];
    taken.add(String(value));
    return [[slot.name, value]];
  });
  return Object.fromEntries(filled);
}

function valueOf(text: string, slot: SlotDefinition, intent: IntentDefinition, taken: ReadonlySet<string>): unknown {
  switch (slot.expectedType) {
    case 'identifier':
      return found(text, slot, taken, (word) => (matches(word, slot.pattern) ? word : undefined));
    case 'number':
      return found(text, slot, taken, numberOf);
    case 'choice':
    case 'choice_or_yes_no':
      return onlyOne((slot.choices ?? []).filter((choice) => holdsPhrase(text, choice)));
    case 'freeform':
      return freeformIn(text, intent, slot);
    default:
      return undefined;
  }
}

/** `1,200` is twelve hundred, `12,50` twelve and a half. */
function numberOf(word: string): number | undefined {
  if (/^-?\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?$/.test(word)) return exactly(word.replaceAll(',', ''));
  return /^-?\d{1,15}(?:[.,]\d{1,6})?$/.test(word) ? exactly(word.replace(',', '.')) : undefined;
}

const exactly = (digits: string): number | undefined => (isExactNumber(digits) ? Number(digits) : undefined);

/**
 * The only value in the text; of several, the only one with a cue if it comes first. "Refund 1003 and track order 1004"
 * has none: a wrong guess would be carried out.
 */
function found<T>(
  text: string,
  slot: SlotDefinition,
  taken: ReadonlySet<string>,
  read: (word: string) => T | undefined,
): T | undefined {
  const readable = (word: string): T | undefined =>
    [word, bare(word)].map(read).find((value) => value !== undefined && !taken.has(String(value)));
  const valuesIn = (words: readonly string[]): readonly T[] => [
    ...new Set(words.map(readable).filter((value) => value !== undefined)),
  ];
  const all = valuesIn(wordsOf(text));
  if (all.length < 2) return all[0] ?? onlyOne(cuedIn(text, slot, valuesIn));
  const cued = onlyOne(cuedIn(text, slot, valuesIn));
  return cued === all[0] ? cued : undefined;
}

/** The first value after each cue. */
function cuedIn<T>(
  text: string,
  { cues = [] }: SlotDefinition,
  valuesIn: (words: readonly string[]) => readonly T[],
): readonly T[] {
  const firsts = cues.flatMap((cue) =>
    textsAfter(text, cue).map((rest) => valuesIn(wordsOf(rest).slice(0, CUE_REACH))[0]),
  );
  return [...new Set(firsts.filter((value) => value !== undefined))];
}

function matches(word: string, pattern: string | undefined): boolean {
  return pattern === undefined ? /\d/.test(word) : compiledPattern(pattern).fits(word);
}

const holdsPhrase = (text: string, phrase: string): boolean => textsAfter(text, phrase).length > 0;
const onlyOne = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);
const wordsOf = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, READ_WORDS);
/** The word without the signs around it: "#1002," and "1002's" are 1002. */
const bare = (word: string): string => word.replaceAll(/^[^\p{L}\p{N}-]+|(?:['’]s)?[^\p{L}\p{N}]*$/gu, '');
