import type { ProviderDefinition } from '@arbiter/contracts';
import { MAXIMUM_OUTPUT_TOKENS, type Prompt } from '@arbiter/models';
import { microdollarsOf } from './cost';

export interface Amount {
  readonly tokens: number;
  readonly microdollars: number;
}

/** The tokens that the wire format adds: roles, and the names of fields. */
const FORMAT_TOKENS = 200;

/**
 * The greatest cost of one call: no token is shorter than a byte, and no answer longer than the provider permits. It is
 * far above the cost of most calls, and counts for a moment only: the settlement replaces it.
 */
export function estimateOf(
  definition: ProviderDefinition,
  { instructions, data, schema, notes, tools }: Prompt,
): Amount {
  const { limits, contextTokens, name } = definition;
  const bytes = Buffer.byteLength(instructions) + Buffer.byteLength(JSON.stringify([data, schema, notes, tools]));
  const inputTokens = Math.min(bytes + FORMAT_TOKENS, contextTokens);
  const outputTokens = Math.min(limits?.outputTokens ?? MAXIMUM_OUTPUT_TOKENS, contextTokens);
  const usage = { inputTokens, outputTokens, cachedTokens: 0 };
  const microdollars = microdollarsOf({ tier: '', provider: name, model: '', definition }, usage) ?? 0;
  return { tokens: inputTokens + outputTokens, microdollars };
}
