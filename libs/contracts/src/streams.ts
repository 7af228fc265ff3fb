import type { Category } from './events/event-definition';
import { token } from './subject-token';

/** A tenant's name holds neither dash nor dot, so that it always comes apart again from stream ids and subjects. */
export const TENANT_NAME = /^[a-z][a-z0-9]{0,62}$/;

/** `session-shop-…`: category, tenant, key. */
export const streamOf = (category: Category, tenant: string, key: string): string => `${category}-${tenant}-${key}`;

/**
 * The conversation of one person in one chat. Several people may write in the same chat; none may answer, approve or
 * cancel another's question, so each has a conversation of their own.
 */
export const conversationOf = (tenant: string, sessionId: string, customerId: string): string =>
  streamOf('session', tenant, `${token(sessionId)}.${token(customerId)}`);

export function parseStream(stream: string): { category: Category; tenant: string; key: string } {
  const first = stream.indexOf('-');
  const second = stream.indexOf('-', first + 1);
  return {
    category: stream.slice(0, first) as Category,
    tenant: stream.slice(first + 1, second),
    key: stream.slice(second + 1),
  };
}
