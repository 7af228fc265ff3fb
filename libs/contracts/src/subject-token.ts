/** A text as one subject token: unchanged when it is safe, else its UTF-8 bytes as hex after a tilde. */
export function token(text: string): string {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(text)) return text;
  return `~${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The text that a token was made from. */
export function textOf(token: string): string {
  if (!token.startsWith('~')) return token;
  const bytes = token.slice(1).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
