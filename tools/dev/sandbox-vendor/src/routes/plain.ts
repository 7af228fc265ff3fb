import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { orderOf, type Shop } from '../shop';
import { notFound } from '../vendor-error';
import { checkAmount } from './amount';
import { REFUND_BODY, type RefundBody } from './schemas';

/**
 * A mutation that recognises nothing: each post makes an entry of its own, and leaves no trace that a caller could
 * read.
 */
export function addPlainRefunds(server: FastifyInstance, shop: Shop, books: Books): void {
  server.post<{ Body: RefundBody }>('/plain/refunds', { schema: { body: REFUND_BODY } }, async (request, reply) => {
    const { customerId, orderNumber, amount } = request.body;
    const order = orderOf(shop, customerId, orderNumber);
    if (!order) throw notFound();
    checkAmount(amount, order, books);
    const entry = books.post({
      route: 'POST /plain/refunds',
      kind: 'none',
      key: null,
      customerId,
      orderNumber,
      body: { ...request.body },
      result: (sequence) => ({
        refundId: `R-${sequence}`,
        orderNumber,
        amount,
        currency: order.currency,
        status: 'refunded',
      }),
    });
    reply.code(201);
    return entry.result;
  });
}
