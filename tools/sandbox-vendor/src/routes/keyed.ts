import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Books, Mutation } from '../books';
import { orderOf, type Shop } from '../shop';
import { VendorError, alreadyRefunded, notFound } from '../vendor-error';
import { checkAmount } from './amount';
import { HANDOFF_BODY, REFUND_BODY, type RefundBody } from './schemas';

/** Mutations with an Idempotency-Key: the same key and body give the same answer, and one entry in the ledger. */
export function addKeyedRoutes(server: FastifyInstance, shop: Shop, books: Books): void {
  server.post<{ Body: RefundBody }>('/refunds', { schema: { body: REFUND_BODY } }, async (request, reply) => {
    const { customerId, orderNumber, amount } = request.body;
    reply.code(201);
    return once(books, request, 'POST /refunds', request.body, () => {
      const order = orderOf(shop, customerId, orderNumber);
      if (!order) throw notFound();
      checkAmount(amount, order);
      if (books.refundOf(orderNumber)) throw alreadyRefunded(orderNumber);
      return {
        customerId,
        orderNumber,
        result: (sequence) => ({ refundId: `R-${sequence}`, orderNumber, amount, currency: order.currency, status: 'refunded', reference: keyOf(request) }),
      };
    });
  });

  server.post<{ Body: { customerId: string; reason: string } }>('/handoffs', { schema: { body: HANDOFF_BODY } }, async (request, reply) => {
    const { customerId } = request.body;
    reply.code(201);
    return once(books, request, 'POST /handoffs', request.body, () => {
      if (!shop.customers.has(customerId)) throw notFound();
      return { customerId, orderNumber: null, result: (sequence) => ({ handoffId: `H-${sequence}`, status: 'queued' }) };
    });
  });
}

type Effect = Pick<Mutation, 'customerId' | 'orderNumber' | 'result'>;

function once(books: Books, request: FastifyRequest, route: string, body: object, effect: () => Effect): Mutation['body'] {
  const key = keyOf(request);
  const posted = { ...body };
  const entry = books.earlier(route, key, posted) ?? books.post({ route, kind: 'native_key', key, body: posted, ...effect() });
  return entry.result;
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') throw new VendorError(400, 'idempotency_key_missing', 'send an Idempotency-Key header');
  return key;
}
