import type { IntentDefinition, SlotDefinition, Values } from '@arbiter/contracts';
import { utteranceOf, type TenantLanguage, type Utterance } from '../../language';
import { identifiersMeant } from '../reading/fit/standing-number';

/** A proposed text is at most this long. */
const LONGEST_TEXT = 2_000;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/u;

/** The proposed values that fit their slots, in normal form; any other is left out and will be asked for. */
export function checkedSlots(
  { slots: definitions }: IntentDefinition,
  proposed: Values,
  utterance: Utterance,
  language: TenantLanguage,
): Values {
  const checked: Record<string, unknown> = {};
  for (const slot of definitions) {
    const value = Object.hasOwn(proposed, slot.name)
      ? checkedValue(slot, proposed[slot.name], utterance, language)
      : null;
    if (value !== null && !isRequestItself(slot, value, definitions, utterance, language)) checked[slot.name] = value;
  }
  return checked;
}

/**
 * A free text that contains the order's number is the request itself, not a value of it: the value will be asked for.
 */
function isRequestItself(
  slot: SlotDefinition,
  value: unknown,
  definitions: readonly SlotDefinition[],
  utterance: Utterance,
  language: TenantLanguage,
): boolean {
  if (slot.expectedType !== 'freeform' && slot.expectedType !== 'location') return false;
  const identifiers = definitions
    .filter(({ expectedType }) => expectedType === 'identifier')
    .flatMap((other) => identifiersMeant(other, utterance, language));
  const words = new Set(utteranceOf(String(value)).tokens.map(({ word }) => word));
  return identifiers.some((identifier) => words.has(String(identifier.value).toLowerCase()));
}

function checkedValue(slot: SlotDefinition, value: unknown, utterance: Utterance, language: TenantLanguage): unknown {
  switch (slot.expectedType) {
    case 'identifier':
      return spokenIdentifier(slot, value, utterance, language);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'date_time':
      return typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
    case 'yes_no':
      return typeof value === 'boolean' ? value : null;
    case 'choice':
      return namedChoice(slot, value);
    case 'choice_or_yes_no':
      return typeof value === 'boolean' ? value : namedChoice(slot, value);
    case 'freeform':
    case 'location':
      return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT ? value.trim() : null;
  }
}

/**
 * A model may point at an identifier in the text, but not invent one, nor use a number that identifies something else.
 */
function spokenIdentifier(
  slot: SlotDefinition,
  value: unknown,
  utterance: Utterance,
  language: TenantLanguage,
): unknown {
  const wanted = String(value).toLowerCase();
  return (
    identifiersMeant(slot, utterance, language).find((found) => String(found.value).toLowerCase() === wanted)?.value ??
    null
  );
}

const namedChoice = ({ choices = [] }: SlotDefinition, value: unknown): string | null =>
  choices.find((choice) => choice.toLowerCase() === String(value).toLowerCase()) ?? null;
