import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import type { LedgerEntry } from '../ledger';
import type { Shop } from '../shop';
import { notFound } from '../vendor-error';
import { REFERENCE_QUERY, TICKETS_QUERY, TICKET_BODY } from './schemas';

const ROUTE = 'POST /tickets';

interface TicketBody {
  readonly customerId: string;
  readonly summary: string;
  readonly reference: string;
}

interface TicketsOf {
  readonly Params: { customerId: string };
  readonly Querystring: { newest?: string; ticketId?: string };
}

/**
 * Tickets recognise no repetition: each post makes one of its own. They can be asked for by reference, and by their
 * customer.
 */
export function addTickets(server: FastifyInstance, shop: Shop, books: Books): void {
  server.post<{ Body: TicketBody }>('/tickets', { schema: { body: TICKET_BODY } }, async (request, reply) => {
    const { customerId, reference } = request.body;
    if (!shop.customers.has(customerId)) throw notFound();
    const entry = books.post({
      route: ROUTE,
      kind: 'none',
      key: null,
      customerId,
      orderNumber: null,
      body: { ...request.body },
      result: (sequence) => ({ ticketId: `T-${sequence}`, status: 'open', reference }),
    });
    reply.code(201);
    return entry.result;
  });

  server.get<{ Querystring: { reference: string } }>(
    '/tickets',
    { schema: { querystring: REFERENCE_QUERY } },
    async ({ query: { reference } }) => {
      const found = books.entries.filter((entry) => entry.route === ROUTE && entry.result['reference'] === reference);
      return { tickets: found.map(({ result }) => result) };
    },
  );

  server.get<TicketsOf>(
    '/customers/:customerId/tickets',
    { schema: { querystring: TICKETS_QUERY } },
    async ({ params: { customerId }, query: { newest, ticketId } }) => {
      const own = books.entries.filter((entry) => entry.route === ROUTE && entry.customerId === customerId);
      const wanted =
        ticketId === undefined ? own : own.filter(({ result }) => result['ticketId'] === ticketId.toUpperCase());
      if (!shop.customers.has(customerId) || (ticketId !== undefined && wanted.length === 0)) throw notFound();
      return {
        tickets: wanted
          .reverse()
          .slice(0, Number(newest ?? wanted.length))
          .map(ticketView),
      };
    },
  );
}

const ticketView = ({ at, result }: LedgerEntry) => ({
  ticketId: result['ticketId'],
  status: result['status'],
  openedOn: at.slice(0, 10),
});
