import { tokensIn, type IntentDefinition, type SlotDefinition, type Values } from '@arbiter/contracts';
import { utteranceOf, type TenantLanguage, type Utterance } from '../../language';
import { stemOf } from '../../language/stems';
import { choicesIn } from '../reading/fit/choices';
import { datesIn } from '../reading/fit/dates';
import { identifiersMeant } from '../reading/fit/standing-number';
import { numbersIn } from '../reading/fit/numbers';

/**
 * Of the values that a model proposes for a deed, those that the text states itself: any other one is asked for. An
 * identifier was pointed at in the text already.
 */
export function statedValues(
  { slots }: IntentDefinition,
  proposed: Values,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Values {
  const identified = new Set(
    slots
      .filter(({ expectedType }) => expectedType === 'identifier')
      .flatMap((slot) => identifiersMeant(slot, utterance, language))
      .map(({ index }) => index),
  );
  const isStated = (slot: SlotDefinition): boolean =>
    states(slot, proposed[slot.name], { utterance, language, now, identified });
  return Object.fromEntries(
    slots
      .filter((slot) => Object.hasOwn(proposed, slot.name) && isStated(slot))
      .map(({ name }) => [name, proposed[name]]),
  );
}

interface Stating {
  readonly utterance: Utterance;
  readonly language: TenantLanguage;
  readonly now: string;
  /** the places of numbers that identify something, which are no amounts */
  readonly identified: ReadonlySet<number>;
}

function states(
  { expectedType, choices = [] }: SlotDefinition,
  value: unknown,
  { utterance, language, now, identified }: Stating,
): boolean {
  const { words } = language;
  switch (expectedType) {
    case 'identifier':
      return true;
    case 'number':
      return numbersIn(utterance, words).some((found) => found.value === value && !identified.has(found.index));
    case 'date_time':
      return datesIn(utterance, language, now).some((found) => isSameTime(String(found.value), String(value)));
    case 'choice':
    case 'choice_or_yes_no':
      return choicesIn(choices, utterance, words).some((found) => found.value === value);
    case 'freeform':
    case 'location':
      return isTold(utteranceOf(withoutTokens(String(value))), utterance, language);
    case 'yes_no':
      return false;
  }
}

/** A day, and the same day with a time of day. */
const isSameTime = (found: string, value: string): boolean =>
  found.slice(0, value.length) === value || value.slice(0, found.length) === found;

/** Its words are words of the text, and it leaves out no "not". */
function isTold(value: Utterance, { tokens }: Utterance, { words }: TenantLanguage): boolean {
  const { filling, negating } = words.grammar;
  const said = new Set(tokens.map(({ word }) => stemOf(word, words)));
  const isNegated = (one: readonly { readonly word: string }[]) => one.some(({ word }) => negating.has(word));
  return (
    isNegated(value.tokens) === isNegated(tokens) &&
    value.tokens.every(({ word }) => filling.has(word) || said.has(stemOf(word, words)))
  );
}

/** A token stands for a personal value that was hidden from the model that gives it back. */
const withoutTokens = (value: string): string =>
  tokensIn(value).reduce((text, token) => text.replaceAll(token, ' '), value);
