import type { Values } from '../vocabulary';
import { oneLine } from '../safe-text';
import type { IntentDefinition } from './intent';
import { withoutLinks } from './quoted-data';

const LONGEST_VALUE = 40;

/**
 * The name of a topic on a small label: "Refund 1004". Only slots that are not sensitive are named, whatever the label
 * says (CL-11); one without a value is left out.
 */
export function labelOf(intentId: string, intents: readonly IntentDefinition[], values: Values = {}): string {
  const definition = intents.find(({ intent }) => intent === intentId);
  if (definition?.label === undefined) return capitalised(definition?.title ?? intentId.replaceAll('_', ' '));
  const shown = new Set(shownSlots(definition));
  const filled = definition.label.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    shown.has(name) ? textOf(values[name]) : '',
  );
  return filled.replace(/\s+/g, ' ').trim();
}

/** The slots that a label may name. */
export const shownSlots = ({ slots }: IntentDefinition): readonly string[] =>
  slots.filter(({ sensitive }) => sensitive !== true).map(({ name }) => name);

function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return withoutLinks(oneLine(String(value), LONGEST_VALUE + 1));
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
