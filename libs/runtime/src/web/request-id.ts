import { hash } from 'node:crypto';
import { derivedUuid } from '@arbiter/contracts';

/**
 * The id of the turn, its run and its trace: the same message always gets the same one, wherever and however often it
 * comes in (CH-05).
 */
export const requestIdOf = (tenant: string, channel: string, sessionId: string, messageId: string): string =>
  derivedUuid(hash('sha256', JSON.stringify([tenant, channel, sessionId, messageId]), 'hex'));
