import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import type { LedgerEntry } from '../ledger';
import { orderOf, type Shop } from '../shop';
import { notFound } from '../vendor-error';
import { checkAmount } from './amount';
import { keyOf, once } from './once';
import { HANDOFF_BODY, REFUND_BODY, type RefundBody } from './schemas';

/** Mutations with an Idempotency-Key: the same key and body give the same answer, and one entry in the ledger. */
export function addKeyedRoutes(server: FastifyInstance, shop: Shop, books: Books): void {
  server.post<{ Body: RefundBody }>('/refunds', { schema: { body: REFUND_BODY } }, async (request, reply) => {
    const { customerId, orderNumber, amount } = request.body;
    reply.code(201);
    return once(books, request, 'POST /refunds', request.body, () => {
      const order = orderOf(shop, customerId, orderNumber);
      if (!order) throw notFound();
      checkAmount(amount, order, books);
      return {
        customerId,
        orderNumber,
        result: (sequence) => ({
          refundId: `R-${sequence}`,
          orderNumber,
          amount,
          currency: order.currency,
          status: 'refunded',
          reference: keyOf(request),
        }),
      };
    });
  });

  server.post<{ Body: { customerId: string; reason: string } }>(
    '/handoffs',
    { schema: { body: HANDOFF_BODY } },
    async (request, reply) => {
      const { customerId } = request.body;
      const coming = books.earlier(HANDOFFS, keyOf(request), { ...request.body })
        ? undefined
        : comingHandoff(books, customerId);
      reply.code(coming ? 200 : 201);
      if (coming) return { ...coming.result, status: 'already_queued' };
      return once(books, request, HANDOFFS, request.body, () => {
        if (!shop.customers.has(customerId)) throw notFound();
        return {
          customerId,
          orderNumber: null,
          result: (sequence) => ({ handoffId: `H-${sequence}`, status: 'queued' }),
        };
      });
    },
  );
}

const HANDOFFS = 'POST /handoffs';
/** A person who was called this long ago has arrived. */
const COMING_MILLISECONDS = 30 * 60_000;

/** A person is called once: a repeated call returns the one who is on the way. */
const comingHandoff = (books: Books, customerId: string): LedgerEntry | undefined =>
  books.entries.findLast(
    (entry) =>
      entry.route === HANDOFFS &&
      entry.customerId === customerId &&
      Date.now() - Date.parse(entry.at) < COMING_MILLISECONDS,
  );
