/** Rather too many than too few: on running text the tokenizers in use take about four characters, or three bytes, a token. */
const ASCII_CHARACTERS_A_TOKEN = 3;
const OTHER_BYTES_A_TOKEN = 2;

/** About how many tokens a text takes. */
export function estimatedTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  const other = text.length === bytes ? 0 : bytes - (text.match(/[\u0000-\u007f]/g)?.length ?? 0);
  return Math.ceil((bytes - other) / ASCII_CHARACTERS_A_TOKEN + other / OTHER_BYTES_A_TOKEN);
}
