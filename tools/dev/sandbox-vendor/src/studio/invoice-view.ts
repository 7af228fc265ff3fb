import { addDays } from './days';
import { remindersOf, type Diary } from './diary';
import type { Invoice, InvoiceStatus } from './studio';

/** The day on which the client reacts in this way; null when they do not, or were not reminded. */
export function reactedOn({ reaction, number }: Invoice, kinds: readonly string[], diary: Diary): string | null {
  const first = remindersOf(diary, number)[0];
  return first !== undefined && reaction && kinds.includes(reaction.kind) ? addDays(first, reaction.days) : null;
}

/** The day on which the money comes; null while it does not. */
export function paidOn(invoice: Invoice, diary: Diary): string | null {
  const days = [invoice.paidOn, reactedOn(invoice, ['pays'], diary)].filter((day) => day !== null);
  return days.sort()[0] ?? null;
}

/** Whether the money has come by now, booked or not. */
export const isPaid = (invoice: Invoice, diary: Diary): boolean => {
  const paid = paidOn(invoice, diary);
  if (invoice.status === 'paid' || diary.recorded.has(invoice.number)) return true;
  return invoice.status === 'open' && paid !== null && paid <= diary.today;
};

/**
 * An invoice as the studio's books show it. A payment of today is not in them before that one invoice is requested, and
 * a dispute is noted the day after it came in.
 */
export function viewOf(invoice: Invoice, diary: Diary) {
  const { number, clientId, contactId, amountMinor, currency, issuedOn, dueOn, holdUntil, note } = invoice;
  return {
    number,
    clientId,
    contactId,
    amount: amountMinor / 100,
    currency,
    issuedOn,
    dueOn,
    status: statusOf(invoice, diary),
    lastReminderOn: remindersOf(diary, number).at(-1) ?? invoice.lastReminderOn,
    holdUntil,
    note,
  };
}

function statusOf(invoice: Invoice, diary: Diary): InvoiceStatus {
  if (diary.recorded.has(invoice.number)) return 'paid';
  if (invoice.status !== 'open') return invoice.status;
  const disputed = reactedOn(invoice, ['disputes'], diary);
  if (isPaid(invoice, diary) && (diary.booked.has(invoice.number) || paidOn(invoice, diary)! < diary.today))
    return 'paid';
  return disputed !== null && disputed < diary.today ? 'disputed' : 'open';
}
