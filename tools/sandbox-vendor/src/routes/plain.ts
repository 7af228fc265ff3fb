import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { orderOf, type Shop } from '../shop';
import { notFound } from '../vendor-error';
import { checkAmount } from './amount';
import { REFUND_BODY, TICKET_BODY, type RefundBody } from './schemas';

interface TicketBody {
  readonly customerId: string;
  readonly summary: string;
  readonly reference: string;
}

/**
 * Mutations that recognise nothing: each post makes an entry of its own. Tickets can at least be asked for by reference;
 * a plain refund leaves no trace that a caller could read.
 */
export function addPlainRoutes(server: FastifyInstance, shop: Shop, books: Books): void {
  server.post<{ Body: RefundBody }>('/plain/refunds', { schema: { body: REFUND_BODY } }, async (request, reply) => {
    const { customerId, orderNumber, amount } = request.body;
    const order = orderOf(shop, customerId, orderNumber);
    if (!order) throw notFound();
    checkAmount(amount, order);
    const entry = books.post({
      route: 'POST /plain/refunds',
      kind: 'none',
      key: null,
      customerId,
      orderNumber,
      body: { ...request.body },
      result: (sequence) => ({ refundId: `R-${sequence}`, orderNumber, amount, currency: order.currency, status: 'refunded' }),
    });
    reply.code(201);
    return entry.result;
  });

  server.post<{ Body: TicketBody }>('/tickets', { schema: { body: TICKET_BODY } }, async (request, reply) => {
    const { customerId, reference } = request.body;
    if (!shop.customers.has(customerId)) throw notFound();
    const entry = books.post({
      route: 'POST /tickets',
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

  const query = { type: 'object', required: ['reference'], additionalProperties: false, properties: { reference: { type: 'string' } } };
  server.get<{ Querystring: { reference: string } }>('/tickets', { schema: { querystring: query } }, (request, reply) => {
    const { reference } = request.query;
    const found = books.entries.filter((entry) => entry.route === 'POST /tickets' && entry.result['reference'] === reference);
    return reply.send({ tickets: found.map((entry) => entry.result) });
  });
}
