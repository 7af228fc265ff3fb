import type { ProviderDefinition } from '@arbiter/contracts';
import { MAXIMUM_OUTPUT_TOKENS, type Prompt } from '@arbiter/platform';
import { microdollarsOf } from './cost';

export interface Amount {
  readonly tokens: number;
  readonly microdollars: number;
}

/** What the wire format adds: roles, and the names of fields. */
const FORMAT_TOKENS = 200;

/**
 * The most that one call can take: no token is shorter than a byte, and no answer longer than the provider lets it be.
 * It is far above what most calls take, and stands for a moment only: the settlement says what it was.
 */
export function estimateOf(definition: ProviderDefinition, { instructions, data, schema }: Prompt): Amount {
  const { limits, contextTokens, name } = definition;
  const bytes = Buffer.byteLength(instructions) + Buffer.byteLength(JSON.stringify([data, schema]));
  const inputTokens = Math.min(bytes + FORMAT_TOKENS, contextTokens);
  const outputTokens = Math.min(limits?.outputTokens ?? MAXIMUM_OUTPUT_TOKENS, contextTokens);
  const usage = { inputTokens, outputTokens, cachedTokens: 0 };
  const microdollars = microdollarsOf({ tier: '', provider: name, model: '', definition }, usage) ?? 0;
  return { tokens: inputTokens + outputTokens, microdollars };
}
