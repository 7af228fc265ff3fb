import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { statusOf } from '../order-view';
import { orderOf, type Shop } from '../shop';
import { checkUnshipped, notFound } from '../vendor-error';
import { ADDRESS_CHANGE_BODY, REFERENCE_QUERY } from './schemas';

const ROUTE = 'POST /address-changes';

interface AddressChange {
  readonly customerId: string;
  readonly orderNumber: string;
  readonly address: string;
  readonly reference: string;
}

/** Where an order goes, until it has left. Recognises no repetition, but can be asked by reference. */
export function addAddressChanges(server: FastifyInstance, shop: Shop, books: Books): void {
  server.post<{ Body: AddressChange }>(
    '/address-changes',
    { schema: { body: ADDRESS_CHANGE_BODY } },
    async (request, reply) => {
      const { customerId, orderNumber, address, reference } = request.body;
      const order = orderOf(shop, customerId, orderNumber);
      if (!order) throw notFound();
      checkUnshipped(orderNumber, statusOf(order, books));
      const entry = books.post({
        route: ROUTE,
        kind: 'none',
        key: null,
        customerId,
        orderNumber,
        body: { ...request.body },
        result: (sequence) => ({
          changeId: `A-${sequence}`,
          orderNumber,
          address,
          status: 'address_changed',
          reference,
        }),
      });
      reply.code(201);
      return entry.result;
    },
  );

  server.get<{ Querystring: { reference: string } }>(
    '/address-changes',
    { schema: { querystring: REFERENCE_QUERY } },
    async ({ query: { reference } }) => {
      const found = books.entries.filter((entry) => entry.route === ROUTE && entry.result['reference'] === reference);
      return { changes: found.map(({ result }) => result).reverse() };
    },
  );
}
