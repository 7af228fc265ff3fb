import { ChannelName, Identifier } from '@arbiter/contracts';
import { fieldProblem, invalidRequest } from '@arbiter/platform';
import type { ListPlace, WantedSessions } from '../views/session-directory';

const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;
/** `2026-03-02T10:00:00.000Z/the session`: the last chat of the page before. */
const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/(.{1,128})$/;

/** Whose chats are asked for. Throws a problem that names the field. */
export function wantedSessions(tenant: string, userId: unknown, channel: unknown): WantedSessions {
  const problem =
    fieldProblem('userId', Identifier, userId) ??
    (channel === undefined ? null : fieldProblem('channel', ChannelName, channel));
  if (problem) throw invalidRequest([problem]);
  return { tenant, customerId: userId as string, channel: (channel as string | undefined) ?? null };
}

/** Where a page of chats begins; null for the newest. */
export function listPlace(before: unknown): ListPlace | null {
  if (before === undefined) return null;
  const [, receivedAt, sessionId] = PLACE.exec(typeof before === 'string' ? before : '') ?? [];
  if (receivedAt === undefined || sessionId === undefined || Number.isNaN(Date.parse(receivedAt))) {
    throw invalidRequest([
      { field: 'before', detail: 'before must be the text that a page named as its own `before`' },
    ]);
  }
  return { receivedAt, sessionId };
}

/** The language that titles are wanted in; English by default. */
export function localeIn(locale: unknown): string {
  if (locale === undefined) return 'en';
  if (typeof locale === 'string' && LANGUAGE_TAG.test(locale)) return locale;
  throw invalidRequest([{ field: 'locale', detail: 'locale must be a language tag such as en or de-AT' }]);
}
