import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { etagOf, viewOf } from '../order-view';
import { orderOf, type Order, type Shop } from '../shop';
import { notFound } from '../vendor-error';
import { NEWEST_QUERY } from './schemas';

interface OrderPath {
  readonly customerId: string;
  readonly orderNumber: string;
}

interface OrdersOf {
  readonly Params: { customerId: string };
  readonly Querystring: { newest?: string };
}

/** The data that customers may read. An order's changes are part of its state, so they change the ETag. */
export function addReads(server: FastifyInstance, shop: Shop, books: Books): void {
  server.get<{ Params: { customerId: string } }>('/customers/:customerId', async ({ params }) => {
    const customer = shop.customers.get(params.customerId);
    if (!customer) throw notFound();
    return customer;
  });

  server.get<OrdersOf>(
    '/customers/:customerId/orders',
    { schema: { querystring: NEWEST_QUERY } },
    async ({ params, query: { newest } }) => {
      if (!shop.customers.has(params.customerId)) throw notFound();
      const orders = [...shop.orders.values()].filter((order) => order.customerId === params.customerId);
      const wanted = newest === undefined ? orders : orders.sort(byNewest).slice(0, Number(newest));
      return { orders: wanted.map((order) => viewOf(order, books)), inAll: orders.length };
    },
  );

  server.get<{ Params: OrderPath }>('/customers/:customerId/orders/:orderNumber', async ({ params }, reply) => {
    const order = orderOf(shop, params.customerId, params.orderNumber);
    if (!order) throw notFound();
    reply.header('etag', etagOf(order, books));
    return viewOf(order, books);
  });
}

const byNewest = (one: Order, other: Order): number =>
  other.placedOn.localeCompare(one.placedOn) || other.orderNumber.localeCompare(one.orderNumber);
