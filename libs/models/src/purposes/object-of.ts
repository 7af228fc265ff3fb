import { readJson } from '@arbiter/contracts';
import type { Completion } from '../completion';
import { invalidProposal } from '../invalid-proposal';

const FENCED = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** The object that a model was asked for, from its object or its text. Throws a retryable `invalid_proposal`. */
export function objectOf({ object, text }: Completion): Readonly<Record<string, unknown>> {
  const value = object === undefined ? parsed(text.trim()) : object;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidProposal('the answer', 'is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** Models that are not held to a schema like to put JSON between fences. */
function parsed(text: string): unknown {
  try {
    return readJson(FENCED.exec(text)?.[1] ?? text);
  } catch {
    return undefined;
  }
}
