import { Identifier } from '@arbiter/contracts';
import { fieldProblem, invalidRequest } from '@arbiter/runtime';

const LONGEST_WAIT_SECONDS = 60;

export const wantsEventStream = (accept: string | undefined): boolean =>
  /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept ?? '');

/** `Prefer: wait=N` in seconds, at most 60; null without it. A value that cannot be read is ignored (RFC 7240). */
export function preferredWait(prefer: string | undefined): number | null {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? null : Math.min(LONGEST_WAIT_SECONDS, Number(seconds));
}

/** Throws a problem when it is missing, though it must be there, or is not a key. */
export function idempotencyKey(header: string | undefined, required: true): string;
export function idempotencyKey(header: string | undefined, required: false): string | undefined;
export function idempotencyKey(header: string | undefined, required: boolean): string | undefined {
  if (header === undefined && !required) return undefined;
  const problem = fieldProblem('idempotency-key', Identifier, header);
  if (problem) throw invalidRequest([problem]);
  return header;
}

/** The number of the last event the client has; the header wins over the query. 0 for none. */
export function lastEventId(header: string | undefined, query: unknown): number {
  const given = header ?? query;
  if (given === undefined || given === '') return 0;
  if (typeof given === 'string' && /^\d{1,9}$/.test(given)) return Number(given);
  throw invalidRequest([
    {
      field: header === undefined ? 'lastEventId' : 'last-event-id',
      detail: 'last-event-id must be the id of an event, a whole number',
    },
  ]);
}
