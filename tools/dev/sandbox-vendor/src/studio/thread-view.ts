import { remindersOf, type Diary } from './diary';
import { reactedOn } from './invoice-view';
import type { Correspondence, Invoice } from './studio';

const REPLIES = {
  promises: 'Sorry, we overlooked it. We will pay this week.',
  disputes: 'We do not agree with this invoice.',
} as const;

/** The correspondence about an invoice, by its last message; null when there is none. */
export function threadOf(invoice: Invoice, diary: Diary) {
  const last = [replyTo(invoice, diary), sentBy(invoice, diary), invoice.correspondence]
    .filter((one) => one !== null)
    .reduce<Correspondence | null>(
      (latest, one) => (latest === null || one.lastMessageOn > latest.lastMessageOn ? one : latest),
      null,
    );
  if (!last) return null;
  return {
    threadId: invoice.number.replace('INV', 'TH'),
    subject: `Invoice ${invoice.number}`,
    ...last,
    disputed: isDisputed(invoice, diary),
  };
}

/** A dispute stays, whichever side wrote last. */
export function isDisputed(invoice: Invoice, diary: Diary): boolean {
  const disputed = reactedOn(invoice, ['disputes'], diary);
  return invoice.correspondence?.disputed === true || (disputed !== null && disputed <= diary.today);
}

function replyTo(invoice: Invoice, diary: Diary): Correspondence | null {
  const day = reactedOn(invoice, Object.keys(REPLIES), diary);
  if (day === null || day > diary.today) return null;
  const kind = invoice.reaction!.kind as keyof typeof REPLIES;
  return { lastMessageOn: day, lastFrom: 'client', disputed: kind === 'disputes', snippet: REPLIES[kind] };
}

function sentBy({ number }: Invoice, diary: Diary): Correspondence | null {
  const day = remindersOf(diary, number).at(-1);
  return day === undefined ? null : { lastMessageOn: day, lastFrom: 'us', disputed: false, snippet: 'A reminder' };
}
