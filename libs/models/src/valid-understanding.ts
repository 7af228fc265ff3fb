import { compiledPattern, type IntentDefinition, type SlotDefinition } from '@arbiter/contracts';
import { invalidProposal as invalid } from './invalid-proposal';
import type { IntentPrompt, Understanding } from './purposes/intent-prompt';

/**
 * PV-10: checks a provider's proposal before it is used. Throws a retryable `invalid_proposal`, so that another
 * provider is asked; the message names the property, never its value.
 */
export function checkUnderstanding(
  { intentId, confidence, slots }: Understanding,
  { intents, eligible }: IntentPrompt,
): void {
  if (!(Number.isFinite(confidence) && confidence >= 0 && confidence <= 1))
    throw invalid('confidence', 'is no number from 0 to 1');
  if (intentId === null) return;
  const intent = eligible.includes(intentId) ? intents.find((candidate) => candidate.intent === intentId) : undefined;
  if (!intent) throw invalid('intentId', 'is none of the eligible intents');
  for (const [name, value] of Object.entries(slots)) checkSlot(intent, name, value);
}

function checkSlot(intent: IntentDefinition, name: string, value: unknown): void {
  const slot = intent.slots.find((candidate) => candidate.name === name);
  if (!slot) throw invalid(`slots.${name}`, `is no slot of ${intent.intent}`);
  if (!fits(value, slot)) throw invalid(`slots.${name}`, `is no ${slot.expectedType}`);
}

function fits(value: unknown, { expectedType, pattern, choices }: SlotDefinition): boolean {
  switch (expectedType) {
    case 'identifier':
      return typeof value === 'string' && (pattern === undefined || compiledPattern(pattern).fits(value));
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'choice':
      return typeof value === 'string' && (choices ?? []).includes(value);
    case 'yes_no':
      return typeof value === 'boolean';
    case 'choice_or_yes_no':
      return typeof value === 'boolean' || (typeof value === 'string' && (choices ?? []).includes(value));
    default:
      return typeof value === 'string';
  }
}
