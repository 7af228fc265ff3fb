import type { Books } from '../books';
import type { LedgerEntry } from '../ledger';
import { FIRST_DAY } from './days';
import { standingRecords } from './settlement';

export const SENDING = 'POST /messages';
export const DRAFTING = 'POST /drafts';
export const DISCARDING = 'DELETE /drafts/{draftId}';
/** The day is set. */
export const CLOCK = 'PUT /_sandbox/studio/today';
/** A payment of today is booked when that one invoice is requested. */
export const BOOKING = 'GET /invoices/{number}';

export interface Touch {
  readonly number: string;
  readonly contactId: string;
  readonly to: string;
  readonly messageId: string;
  /** ISO 8601, on the day that the studio's clock showed */
  readonly sentAt: string;
}

/** The events in the studio, computed from the ledger. */
export interface Diary {
  readonly today: string;
  /** sent letters, oldest first, by invoice */
  readonly touches: ReadonlyMap<string, readonly Touch[]>;
  /** the invoices whose payment has been booked */
  readonly booked: ReadonlySet<string>;
  /** the invoices on which a payment stands recorded */
  readonly recorded: ReadonlySet<string>;
}

export function diaryOf(books: Books): Diary {
  const { entries } = books;
  const today = entries.findLast(({ route }) => route === CLOCK)?.body['today'] ?? FIRST_DAY;
  return {
    today: String(today),
    touches: Map.groupBy(entries.filter(({ route }) => route === SENDING).map(touchOf), ({ number }) => number),
    booked: new Set(entries.filter(({ route }) => route === BOOKING).map(({ body }) => String(body['number']))),
    recorded: new Set(standingRecords(books).map(({ body }) => String(body['number']))),
  };
}

const touchOf = ({ body, result, customerId }: LedgerEntry): Touch => ({
  number: String(body['about']),
  contactId: customerId,
  to: String(body['to']),
  messageId: String(result['messageId']),
  sentAt: String(result['sentAt']),
});

/** The days on which reminders of an invoice were sent, oldest first. */
export const remindersOf = ({ touches }: Diary, number: string): readonly string[] =>
  (touches.get(number) ?? []).map(({ sentAt }) => sentAt.slice(0, 10));

/** The same as it was when today began. */
export const thisMorning = ({ touches, ...diary }: Diary): Diary => ({
  ...diary,
  touches: new Map(
    [...touches].map(([number, sent]) => [number, sent.filter(({ sentAt }) => sentAt.slice(0, 10) < diary.today)]),
  ),
});
