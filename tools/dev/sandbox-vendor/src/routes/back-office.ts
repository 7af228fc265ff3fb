import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { statusOf } from '../order-view';
import type { Order, OrderStatus, Shop } from '../shop';
import { notFound } from '../vendor-error';
import { once } from './once';
import { ORDERS_QUERY, ORDER_NOTE_BODY } from './schemas';

const NOTES = 'POST /order-notes';
/** The lists of objects that the truth of the shop has. */
export const SHOP_TRUTH = ['processing'] as const;
const PAGE_SIZE = 100;

interface OrdersOf {
  readonly Querystring: { status: OrderStatus; page: string };
}

/** The data of the shop's own people: the orders of all customers, and notes on them that no customer sees. */
export function addBackOffice(server: FastifyInstance, shop: Shop, books: Books): void {
  server.get<OrdersOf>('/orders', { schema: { querystring: ORDERS_QUERY } }, async ({ query: { status, page } }) => {
    const orders = [...shop.orders.values()].filter((order) => statusOf(order, books) === status);
    const notedOn = lastNotes(books);
    const from = (Number(page) - 1) * PAGE_SIZE;
    return {
      orders: orders.slice(from, from + PAGE_SIZE).map((order) => lineOf(order, status, notedOn)),
      page: Number(page),
      pages: Math.max(1, Math.ceil(orders.length / PAGE_SIZE)),
    };
  });

  // For the evaluation of the back office, never for a tool.
  server.get('/_sandbox/shop/truth', async () => ({
    processing: [...shop.orders.values()]
      .filter((order) => statusOf(order, books) === 'processing')
      .map(({ orderNumber }) => orderNumber),
  }));

  server.post<{ Body: { orderNumber: string; note: string } }>(
    '/order-notes',
    { schema: { body: ORDER_NOTE_BODY } },
    async (request, reply) => {
      reply.code(201);
      return once(books, request, NOTES, request.body, () => {
        const order = shop.orders.get(request.body.orderNumber);
        if (!order) throw notFound();
        // The order itself stays as it is, and so does its ETag.
        return {
          customerId: order.customerId,
          orderNumber: null,
          result: (sequence) => ({ noteId: `N-${sequence}`, orderNumber: order.orderNumber, status: 'noted' }),
        };
      });
    },
  );
}

/** By order, the day of its last note. */
const lastNotes = (books: Books): ReadonlyMap<unknown, string> =>
  new Map(
    books.entries
      .filter(({ route }) => route === NOTES)
      .map(({ result, at }) => [result['orderNumber'], at.slice(0, 10)]),
  );

const lineOf = (
  { orderNumber, placedOn, total, currency }: Order,
  status: OrderStatus,
  notedOn: ReadonlyMap<unknown, string>,
) => ({ orderNumber, status, placedOn, total, currency, notedOn: notedOn.get(orderNumber) ?? null });
