import type { FastifyInstance } from 'fastify';
import type { Books } from '../../books';
import { BOOKING, diaryOf } from '../../studio/diary';
import { isPaid, viewOf } from '../../studio/invoice-view';
import type { Contact, InvoiceStatus, Studio } from '../../studio/studio';
import { threadOf } from '../../studio/thread-view';
import { notFound } from '../../vendor-error';
import { paged } from './paged';
import { CONTACTS_QUERY, INVOICES_QUERY, THREADS_QUERY } from './schemas';

const INVOICES_A_PAGE = 50;
const CONTACTS_A_PAGE = 25;

interface InvoicesOf {
  readonly Querystring: { page: string; status?: InvoiceStatus; number?: string };
}

/** The studio's books, address book and mail, as its programs read them. */
export function addStudioRecords(server: FastifyInstance, studio: Studio, books: Books): void {
  server.get<InvoicesOf>('/invoices', { schema: { querystring: INVOICES_QUERY } }, async ({ query }) => {
    const { page, status, number } = query;
    if (number !== undefined) bookPayment(studio, books, number);
    const diary = diaryOf(books);
    const invoices = [...studio.invoices.values()]
      .filter((invoice) => number === undefined || invoice.number === number)
      .map((invoice) => viewOf(invoice, diary))
      .filter((invoice) => status === undefined || invoice.status === status);
    return paged('invoices', invoices, Number(page), INVOICES_A_PAGE);
  });

  server.get<{ Params: { number: string } }>('/invoices/:number', async ({ params: { number } }) => {
    const invoice = studio.invoices.get(number);
    if (!invoice) throw notFound();
    bookPayment(studio, books, number);
    return viewOf(invoice, diaryOf(books));
  });

  server.get<{ Querystring: { page: string } }>(
    '/contacts',
    { schema: { querystring: CONTACTS_QUERY } },
    async ({ query: { page } }) =>
      paged('contacts', [...studio.contacts.values()].map(contactView), Number(page), CONTACTS_A_PAGE),
  );

  server.get<{ Params: { contactId: string } }>('/contacts/:contactId', async ({ params }) => {
    const contact = studio.contacts.get(params.contactId);
    if (!contact) throw notFound();
    return contactView(contact);
  });

  server.get<{ Querystring: { contactId: string; about: string } }>(
    '/threads',
    { schema: { querystring: THREADS_QUERY } },
    async ({ query: { contactId, about } }) => {
      const invoice = studio.invoices.get(about);
      const thread = invoice?.contactId === contactId ? threadOf(invoice, diaryOf(books)) : null;
      return { threads: thread ? [thread] : [] };
    },
  );
}

/** A request for one invoice books a payment that has come by now, so that later requests see it too. */
function bookPayment({ invoices }: Studio, books: Books, number: string): void {
  const invoice = invoices.get(number);
  const diary = diaryOf(books);
  if (invoice?.status !== 'open' || !isPaid(invoice, diary)) return;
  if (diary.booked.has(number) || diary.recorded.has(number)) return;
  books.post({
    route: BOOKING,
    kind: 'none',
    key: null,
    customerId: invoice.contactId,
    orderNumber: null,
    body: { number },
    result: () => ({ status: 'paid' }),
  });
}

const contactView = ({ contactId, name, email, phone, doNotContact }: Contact) => ({
  contactId,
  name,
  email,
  phone,
  doNotContact,
});
