import { retryable } from '@arbiter/contracts';
import type { Completion } from '../completion';

const FENCED = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** The object that a model was asked for, from its object or its text. Throws a retryable `invalid_proposal`. */
export function objectOf({ object, text }: Completion): Readonly<Record<string, unknown>> {
  const value = object === undefined ? parsed(text.trim()) : object;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidProposal('the answer', 'is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** Names the property that is wrong, never its value. */
export const invalidProposal = (field: string, reason: string): Error => retryable('invalid_proposal', `the provider's proposal is not used: ${field} ${reason}`);

/** Models that are not held to a schema like to put JSON between fences. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(FENCED.exec(text)?.[1] ?? text) as unknown;
  } catch {
    return undefined;
  }
}
