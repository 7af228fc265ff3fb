/** A SHA-256 digest, in hex, in the form of a UUID of version 8: like any other request's id. */
export function derivedUuid(digest: string): string {
  const variant = '89ab'[Number.parseInt(digest.charAt(16), 16) & 3];
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
