import { hash } from 'node:crypto';

/**
 * The id of the turn, its run and its trace: the same message always gets the same one, wherever and however often it comes
 * in (CH-05). SHA-256 in the form of a UUID of version 8.
 */
export function requestIdOf(tenant: string, channel: string, sessionId: string, messageId: string): string {
  const digest = hash('sha256', JSON.stringify([tenant, channel, sessionId, messageId]), 'hex');
  const variant = '89ab'[Number.parseInt(digest[16]!, 16) & 3]!;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
