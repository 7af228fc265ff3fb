import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { etagOf, statusOf } from '../order-view';
import { orderOf, type Shop } from '../shop';
import { checkUnshipped, notFound } from '../vendor-error';
import { matchedEtag } from './etag';
import { CANCELLATION_BODY } from './schemas';

interface Cancellation {
  readonly Params: { customerId: string; orderNumber: string };
  readonly Body: { reference: string };
}

/** Stops an order that has not left, guarded by its ETag: 409 when it has, or when it was cancelled before. */
export function addOrderCancellation(server: FastifyInstance, shop: Shop, books: Books): void {
  const path = '/customers/:customerId/orders/:orderNumber/cancellation';
  server.put<Cancellation>(path, { schema: { body: CANCELLATION_BODY } }, async (request, reply) => {
    const { customerId, orderNumber } = request.params;
    const { reference } = request.body;
    const order = orderOf(shop, customerId, orderNumber);
    if (!order) throw notFound();
    const match = matchedEtag(request, order, books);
    checkUnshipped(orderNumber, statusOf(order, books));
    const entry = books.post({
      route: 'PUT /customers/{customerId}/orders/{orderNumber}/cancellation',
      kind: 'etag',
      key: match,
      customerId,
      orderNumber,
      body: { reference },
      result: (sequence) => ({ cancellationId: `X-${sequence}`, orderNumber, status: 'cancelled', reference }),
    });
    reply.header('etag', etagOf(order, books)).code(201);
    return entry.result;
  });
}
