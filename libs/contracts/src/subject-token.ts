/** A text as one subject token: unchanged when it is safe, else its UTF-8 bytes as hex after a tilde. */
export function token(text: string): string {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(text)) return text;
  return `~${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
