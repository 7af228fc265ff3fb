import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { orderOf, type Order, type Shop } from '../shop';
import { notFound } from '../vendor-error';

interface OrderPath {
  readonly customerId: string;
  readonly orderNumber: string;
}

/** What customers may read. A refund is part of an order's state, so it changes the ETag. */
export function addReads(server: FastifyInstance, shop: Shop, books: Books): void {
  server.get<{ Params: { customerId: string } }>('/customers/:customerId', async ({ params }) => {
    const customer = shop.customers.get(params.customerId);
    if (!customer) throw notFound();
    return customer;
  });

  server.get<{ Params: { customerId: string } }>('/customers/:customerId/orders', async ({ params }) => {
    if (!shop.customers.has(params.customerId)) throw notFound();
    const orders = [...shop.orders.values()].filter((order) => order.customerId === params.customerId);
    return { orders: orders.map((order) => viewOf(order, books)) };
  });

  server.get<{ Params: OrderPath }>('/customers/:customerId/orders/:orderNumber', async ({ params }, reply) => {
    const order = orderOf(shop, params.customerId, params.orderNumber);
    if (!order) throw notFound();
    reply.header('etag', etagOf(order, books));
    return viewOf(order, books);
  });
}

/** `refund` is null until one was made by a route that the order knows of. */
export const viewOf = (order: Order, books: Books) => ({ ...order, refund: books.refundOf(order.orderNumber)?.result ?? null });

export const etagOf = (order: Order, books: Books): string => `"${order.orderNumber}-${books.refundOf(order.orderNumber)?.sequence ?? 0}"`;
