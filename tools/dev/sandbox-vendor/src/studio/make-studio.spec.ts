import { FIXED_INVOICES } from './fixed-invoices';
import { makeStudio } from './make-studio';
import { INVOICE_STATUSES } from './studio';

const studio = makeStudio(7);
const invoices = [...studio.invoices.values()];

describe('the studio', () => {
  it('has at least 120 invoices over 40 clients, numbered in sequence', () => {
    expect(invoices.length).toBeGreaterThanOrEqual(120);
    expect(studio.contacts.size).toBe(40);
    expect(new Set(invoices.map(({ clientId }) => clientId)).size).toBe(40);
    expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_, index) => `INV-${2001 + index}`));
  });

  it('follows from its seed alone', () => {
    expect(makeStudio(7)).toEqual(studio);
    expect(makeStudio(8)).not.toEqual(studio);
  });

  it('every invoice has a contact at its client', () => {
    const strangers = invoices.filter(
      ({ clientId, contactId }) => studio.contacts.get(contactId)?.clientId !== clientId,
    );
    expect(strangers).toEqual([]);
  });

  it('every case occurs', () => {
    const open = invoices.filter(({ status }) => status === 'open');
    expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(INVOICE_STATUSES));
    expect(new Set(open.map(({ reaction }) => reaction?.kind))).toEqual(
      new Set(['pays', 'promises', 'disputes', undefined]),
    );
    for (const occurs of [
      open.filter(({ holdUntil }) => holdUntil !== null),
      open.filter(({ paidOn }) => paidOn !== null),
      open.filter(({ correspondence }) => correspondence?.disputed),
      open.filter(({ lastReminderOn }) => lastReminderOn !== null),
      open.filter(({ contactId }) => studio.contacts.get(contactId)!.doNotContact),
    ])
      expect(occurs.length).toBeGreaterThanOrEqual(1);
  });

  it.each([1, 2, 3])('the named invoices do not depend on the seed (%i)', (seed) => {
    const seeded = makeStudio(seed);
    expect(Object.keys(FIXED_INVOICES).map((number) => seeded.invoices.get(number))).toEqual(
      Object.keys(FIXED_INVOICES).map((number) => studio.invoices.get(number)),
    );
  });

  it('may be as large as a bench needs it', () => {
    expect(makeStudio(7, 1_000).invoices.size).toBe(1_000);
  });
});
