import type { ArbiterError } from '@arbiter/contracts';
import { failureOfStatus } from '../provider-status';
import { objectIn, type JsonObject } from './wire-rule';

/** The status that a vendor's word for an error stands for; the first one that fits counts. */
const STATUS_OF_WORD: readonly (readonly [RegExp, number])[] = [
  [/insufficient_?(?:quota|balance|credit)|billing|payment/, 402],
  [/rate_?limit|too_?many|throttl|exhausted/, 429],
  [/auth(?:entication|orized|enticated)|api_?key/, 401],
  [/permission|forbidden|access_?denied/, 403],
  [/not_?found|does_?not_?exist/, 404],
  [/overload|unavailable|capacity|insufficient_?system/, 503],
  [/timeout|timed_?out|deadline/, 504],
  [/server_?error|api_?error|internal/, 500],
  [
    /invalid|bad_?request|context_?length|too_?(?:large|long)|unprocessable|validation|content_?(?:filter|policy)|unsupported/,
    400,
  ],
];
const UNKNOWN_ERROR = 500;

/** The error that an event or an answer reports, whichever way the vendor writes it; null: it reports none. */
export function errorIn(event: JsonObject): JsonObject | null {
  const { error } = event;
  if (typeof error === 'string' && error !== '') return event;
  if (typeof error === 'object' && error !== null) return objectIn(error);
  return event['type'] === 'error' || event['object'] === 'error' ? event : null;
}

/**
 * The failure that an error within an answer means, as its HTTP status would: the status it names, else what its code
 * and then its type stand for. Its message is not read: it may quote a person.
 */
export function failureOfError(error: JsonObject): ArbiterError {
  const named = ['code', 'status', 'http_status_code', 'type', 'error_type'].map((field) => error[field]);
  const status = named.map(statusIn).find((found) => found !== null) ?? UNKNOWN_ERROR;
  return failureOfStatus(status, undefined);
}

function statusIn(named: unknown): number | null {
  if (typeof named !== 'string' && typeof named !== 'number') return null;
  const status = Number(named);
  if (Number.isInteger(status)) return status >= 400 && status <= 599 ? status : null;
  const word = String(named)
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[\s-]+/g, '_')
    .toLowerCase();
  return STATUS_OF_WORD.find(([words]) => words.test(word))?.[1] ?? null;
}
