import { daysBetween } from './days';
import { remindersOf, thisMorning, type Diary } from './diary';
import { isPaid, paidOn, viewOf } from './invoice-view';
import type { Invoice, Studio } from './studio';
import { isDisputed } from './thread-view';

/** The lists of objects that the truth has. */
export const STUDIO_TRUTH = ['due', 'paidInBetween', 'doNotContact', 'withoutAddress', 'disputed', 'unmet'] as const;

/** The rules of the follow-up: the same values as the judged playbook's. */
export interface Cadence {
  /** more than so many days must have passed since the due day before the first reminder */
  readonly firstAfterDays: number;
  /** and more than so many between two */
  readonly intervalDays: number;
}

/**
 * The right results on this day: for the evaluation of a follow-up, never for a tool. They stay the same while
 * reminders go out, except `unmet`: the invoices that are not being followed up now and that no owner holds, by the
 * studio's books.
 */
export function truthOf({ invoices, contacts }: Studio, diary: Diary, cadence: Cadence) {
  const beforeToday = thisMorning(diary);
  const all = [...invoices.values()];
  const numbersOf = (wanted: (invoice: Invoice) => boolean) => all.filter(wanted).map(({ number }) => number);
  const isPaidToday = (invoice: Invoice) => invoice.status === 'open' && paidOn(invoice, beforeToday) === diary.today;
  const mayBeWritten = (invoice: Invoice) => {
    const { email, doNotContact } = contacts.get(invoice.contactId)!;
    return email !== null && !doNotContact && !isDisputed(invoice, beforeToday);
  };
  return {
    day: diary.today,
    due: numbersOf((invoice) => mayBeWritten(invoice) && isInNeed(invoice, beforeToday, cadence)),
    paidInBetween: numbersOf(isPaidToday),
    doNotContact: numbersOf(({ contactId }) => contacts.get(contactId)!.doNotContact),
    withoutAddress: numbersOf(({ contactId }) => contacts.get(contactId)!.email === null),
    disputed: numbersOf((invoice) => invoice.status === 'disputed' || isDisputed(invoice, beforeToday)),
    unmet: numbersOf((invoice) => isUnmet(invoice, diary, cadence)),
  };
}

function isUnmet(invoice: Invoice, diary: Diary, { firstAfterDays, intervalDays }: Cadence): boolean {
  const { status, holdUntil, dueOn, lastReminderOn: last } = viewOf(invoice, diary);
  if (status !== 'open' || (holdUntil !== null && holdUntil >= diary.today)) return false;
  const isFollowedUp = last !== null && daysBetween(last, diary.today) <= intervalDays;
  return daysBetween(dueOn, diary.today) > firstAfterDays && !isFollowedUp;
}

function isInNeed(invoice: Invoice, diary: Diary, { firstAfterDays, intervalDays }: Cadence): boolean {
  const { status, holdUntil, dueOn } = viewOf(invoice, diary);
  if (status !== 'open' || isPaid(invoice, diary)) return false;
  if (holdUntil !== null && holdUntil >= diary.today) return false;
  const last = remindersOf(diary, invoice.number).at(-1) ?? invoice.lastReminderOn;
  return (
    daysBetween(dueOn, diary.today) > firstAfterDays && (last === null || daysBetween(last, diary.today) > intervalDays)
  );
}
