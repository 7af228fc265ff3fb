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
