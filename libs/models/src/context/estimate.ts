import type { Prompt, Usage } from '../provider';

/**
 * Rather too many than too few: on running text the tokenizers in use take about four characters, or three bytes, a
 * token.
 */
const ASCII_CHARACTERS_A_TOKEN = 3;
const OTHER_BYTES_A_TOKEN = 2;

/** About how many tokens a text takes. */
export function estimatedTokens(text: string): number {
  const other = Buffer.byteLength(text.replace(/[ -~]/g, ''));
  return Math.ceil((Buffer.byteLength(text) - other) / ASCII_CHARACTERS_A_TOKEN + other / OTHER_BYTES_A_TOKEN);
}

/** What an answer took up to where it was stopped, by our own count: all of the prompt, at its full price. */
export const estimatedUsage = ({ instructions, data, from, schema, notes, tools }: Prompt, written: string): Usage => ({
  inputTokens: estimatedTokens(instructions + JSON.stringify({ data, from, schema, notes, tools })),
  outputTokens: estimatedTokens(written),
  cachedTokens: null,
  isEstimated: true,
});
