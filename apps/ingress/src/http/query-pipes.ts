import type { PipeTransform } from '@nestjs/common';
import { Identifier, Instant } from '@arbiter/contracts';
import { fieldProblem, invalidRequest } from '@arbiter/runtime';
import type { ApprovalPlace } from '../views/approvals';
import type { ListPlace } from '../views/session-directory';

const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;
/** `2026-03-02T10:00:00.000Z/the session`: the last chat of the page before. */
const SESSION_PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/(.{1,128})$/;

/** Where a page of chats begins; null for the newest. */
export class SessionPlacePipe implements PipeTransform<unknown, ListPlace | null> {
  transform(before: unknown): ListPlace | null {
    if (before === undefined) return null;
    const [, receivedAt, sessionId] = SESSION_PLACE.exec(typeof before === 'string' ? before : '') ?? [];
    if (receivedAt !== undefined && sessionId !== undefined && !Number.isNaN(Date.parse(receivedAt)))
      return { receivedAt, sessionId };
    throw wrong('before', 'before must be the text that a page named as its own `before`');
  }
}

/** The place where a page of messages ends; null for the newest page. */
export class MessagePlacePipe implements PipeTransform<unknown, number | null> {
  transform(before: unknown): number | null {
    if (before === undefined) return null;
    if (typeof before === 'string' && /^[1-9]\d{0,8}$/.test(before)) return Number(before);
    throw wrong('before', 'before must be the number that a page named as its own `before`');
  }
}

/** `askedAt/id`, as the page before told it; null for the oldest. */
export class ApprovalPlacePipe implements PipeTransform<unknown, ApprovalPlace | null> {
  transform(after: unknown): ApprovalPlace | null {
    if (after === undefined) return null;
    const [askedAt = '', ...rest] = typeof after === 'string' ? after.split('/') : [];
    const id = rest.join('/');
    if (!fieldProblem('after', Instant, askedAt) && !fieldProblem('after', Identifier, id)) return { askedAt, id };
    throw wrong('after', 'after must be what the page before told as its `after`');
  }
}

/** The language that titles are wanted in; English by default. */
export class LocalePipe implements PipeTransform<unknown, string> {
  transform(locale: unknown): string {
    if (locale === undefined) return 'en';
    if (typeof locale === 'string' && LANGUAGE_TAG.test(locale)) return locale;
    throw wrong('locale', 'locale must be a language tag such as en or de-AT');
  }
}

const wrong = (field: string, detail: string) => invalidRequest([{ field, detail }]);
