import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { etagOf } from '../order-view';
import { orderOf, type Shop } from '../shop';
import { notFound } from '../vendor-error';
import { checkAmount } from './amount';
import { matchedEtag } from './etag';
import { ORDER_REFUND_BODY } from './schemas';

interface OrderRefund {
  readonly Params: { customerId: string; orderNumber: string };
  readonly Body: { amount: number; reference: string };
}

/** A mutation guarded by the order's ETag: 428 without If-Match, 412 when the order has changed since it was read. */
export function addOrderRefund(server: FastifyInstance, shop: Shop, books: Books): void {
  const path = '/customers/:customerId/orders/:orderNumber/refund';
  server.put<OrderRefund>(path, { schema: { body: ORDER_REFUND_BODY } }, async (request, reply) => {
    const { customerId, orderNumber } = request.params;
    const { amount, reference } = request.body;
    const order = orderOf(shop, customerId, orderNumber);
    if (!order) throw notFound();
    const match = matchedEtag(request, order, books);
    checkAmount(amount, order, books);
    const entry = books.post({
      route: 'PUT /customers/{customerId}/orders/{orderNumber}/refund',
      kind: 'etag',
      key: match,
      customerId,
      orderNumber,
      body: { amount, reference },
      result: (sequence) => ({
        refundId: `R-${sequence}`,
        orderNumber,
        amount,
        currency: order.currency,
        status: 'refunded',
        reference,
      }),
    });
    reply.header('etag', etagOf(order, books)).code(201);
    return entry.result;
  });
}
