import type { Books } from './books';
import type { LedgerEntry } from './ledger';
import type { Order, OrderStatus } from './shop';

const DAY = 86_400_000;
/** How long a bank takes, in days. */
const BANK_DAYS = 5;

/** The changes of an order, by the answers of its routes. */
const changed = (books: Books, orderNumber: string, status: string): readonly LedgerEntry[] =>
  books.changesOf(orderNumber).filter(({ result }) => result['status'] === status);

export const statusOf = ({ orderNumber, status }: Order, books: Books): OrderStatus =>
  changed(books, orderNumber, 'cancelled').length > 0 ? 'cancelled' : status;

/** The amount left to refund, in cents. */
export const refundableMinor = ({ orderNumber, totalMinor }: Order, books: Books): number =>
  changed(books, orderNumber, 'refunded').reduce(
    (left, { result }) => left - Math.round(Number(result['amount']) * 100),
    totalMinor,
  );

/**
 * An order as its customer may read it: as it was placed, with its changes since. `refund`, `cancellation` and
 * `addressChange` are the latest, null until there is one; a change that leaves no trace is in none of them.
 */
export function viewOf(order: Order, books: Books) {
  const status = statusOf(order, books);
  const refunds = changed(books, order.orderNumber, 'refunded');
  const addressChange = changed(books, order.orderNumber, 'address_changed').at(-1)?.result ?? null;
  return {
    ...order,
    status,
    ...(status === order.status ? {} : { carrier: null, eta: null, tracking: 'nothing is on its way' }),
    address: addressChange === null ? order.address : String(addressChange['address']),
    items: order.items.map((item) => ({
      ...item,
      price: (item.quantity * item.unitPriceMinor) / 100,
      currency: order.currency,
    })),
    refundable: refundableMinor(order, books) / 100,
    refunds: refunds.map(refundView),
    refund: refunds.at(-1)?.result ?? null,
    cancellation: changed(books, order.orderNumber, 'cancelled').at(-1)?.result ?? null,
    addressChange,
  };
}

const refundView = ({ at, result }: LedgerEntry) => ({
  refundId: result['refundId'],
  amount: result['amount'],
  currency: result['currency'],
  refundedOn: at.slice(0, 10),
  arrivesOn: new Date(Date.parse(at) + BANK_DAYS * DAY).toISOString().slice(0, 10),
});

/** Whatever becomes of an order changes its ETag. */
export const etagOf = ({ orderNumber }: Order, books: Books): string =>
  `"${orderNumber}-${books.changesOf(orderNumber).at(-1)?.sequence ?? 0}"`;
