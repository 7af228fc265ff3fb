import { FAMILY_NAMES, GIVEN_NAMES } from '../catalogue';
import { seededRandom, type SeededRandom } from '../random';
import { FIRST_DAY, addDays } from './days';
import { FIXED_INVOICES, NOT_TO_BE_CONTACTED, WITHOUT_ADDRESS, type InvoiceOutline } from './fixed-invoices';
import { FIXED_PAYMENTS } from './fixed-payments';
import type { Contact, Correspondence, Invoice, Reaction, Studio } from './studio';

const CLIENT_COUNT = 40;
const INVOICE_COUNT = 132;
const FIRST_NUMBER = 2001;
/** The days that a client has to pay an invoice. */
const TERM_DAYS = 14;

/** The whole studio, from the seed alone: two calls with the same seed give equal studios. */
export function makeStudio(seed: number, invoiceCount: number = INVOICE_COUNT): Studio {
  const random = seededRandom(seed);
  const contacts = Array.from({ length: CLIENT_COUNT }, (_, index) => makeContact(random, index + 1));
  const invoices = Array.from({ length: invoiceCount }, (_, index) => {
    const number = `INV-${FIRST_NUMBER + index}`;
    return invoiceOf(number, FIXED_INVOICES[number] ?? makeOutline(random, clientOf(index)));
  });
  return {
    contacts: new Map(contacts.map((contact) => [contact.contactId, contact])),
    invoices: new Map(invoices.map((invoice) => [invoice.number, invoice])),
    payments: new Map(FIXED_PAYMENTS.map((payment) => [payment.payment, payment])),
  };
}

const clientIdOf = (client: number): string => `CL-${String(client).padStart(2, '0')}`;
const contactIdOf = (client: number): string => `P-${String(client).padStart(3, '0')}`;

function makeContact(random: SeededRandom, client: number): Contact {
  const given = random.pick(GIVEN_NAMES);
  const family = random.pick(FAMILY_NAMES);
  return {
    contactId: contactIdOf(client),
    clientId: clientIdOf(client),
    name: `${given} ${family}`,
    email: WITHOUT_ADDRESS.includes(client) ? null : `${given}.${family}@client-${client}.example.com`.toLowerCase(),
    phone: random.between(1, 4) === 1 ? null : `+49 30 5550${String(random.between(0, 9_999)).padStart(4, '0')}`,
    doNotContact: NOT_TO_BE_CONTACTED.includes(client),
  };
}

/** The clients of the named invoices have no others. */
const NAMED = Object.keys(FIXED_INVOICES).length;
const clientOf = (index: number): number => NAMED + 1 + ((index - NAMED) % (CLIENT_COUNT - NAMED));

/** Of ten invoices seven are open for a while, and of these some are held, disputed by mail, or paid before long. */
function makeOutline(random: SeededRandom, client: number): InvoiceOutline {
  const amountMinor = random.between(200, 6_000) * 100;
  const status = random.pick([
    'open',
    'open',
    'open',
    'open',
    'open',
    'open',
    'open',
    'paid',
    'disputed',
    'void',
  ] as const);
  const due = status === 'open' ? random.between(-60, 6) : random.between(-90, -8);
  const special = random.between(1, 12);
  const correspondence = makeCorrespondence(random, special);
  const reaction = makeReaction(random);
  const chance = random.between(1, 20);
  return {
    client,
    amountMinor,
    due,
    status,
    ...(special === 1 ? { heldUntil: chance, note: 'Paying in instalments, as agreed' } : {}),
    ...(special === 2 ? { paid: chance % 5 } : {}),
    ...(special === 3 || special === 4 ? { reminded: -chance } : {}),
    ...(correspondence ? { correspondence } : {}),
    ...(reaction ? { reaction } : {}),
  };
}

const SNIPPETS = ['Thank you, noted.', 'Could you send the time sheet again?', 'It is with our accountants.'] as const;

function makeCorrespondence(random: SeededRandom, special: number): InvoiceOutline['correspondence'] {
  const last = -random.between(2, 30);
  const lastFrom = random.pick(['client', 'us'] as const);
  const snippet = random.pick(SNIPPETS);
  if (special === 5) return { last, lastFrom: 'client', disputed: true, snippet: 'This is not what we agreed upon.' };
  return special >= 9 ? { last, lastFrom, disputed: false, snippet } : undefined;
}

const REACTIONS = ['pays', 'pays', 'promises', 'disputes', null, null] as const;
function makeReaction(random: SeededRandom): Reaction | null {
  const kind = random.pick(REACTIONS);
  const days = random.between(1, 5);
  return kind && { kind, days };
}

function invoiceOf(number: string, outline: InvoiceOutline): Invoice {
  const { client, amountMinor, due, status = 'open', note = '', reaction = null } = outline;
  const day = (offset: number | undefined) => (offset === undefined ? null : addDays(FIRST_DAY, offset));
  return {
    number,
    clientId: clientIdOf(client),
    contactId: contactIdOf(client),
    amountMinor,
    currency: 'EUR',
    issuedOn: addDays(FIRST_DAY, due - TERM_DAYS),
    dueOn: addDays(FIRST_DAY, due),
    status,
    lastReminderOn: day(outline.reminded),
    holdUntil: day(outline.heldUntil),
    note,
    paidOn: status === 'open' ? day(outline.paid) : null,
    reaction,
    correspondence: correspondenceOf(outline),
  };
}

function correspondenceOf({ correspondence }: InvoiceOutline): Correspondence | null {
  if (!correspondence) return null;
  const { last, ...said } = correspondence;
  return { lastMessageOn: addDays(FIRST_DAY, last), ...said };
}
