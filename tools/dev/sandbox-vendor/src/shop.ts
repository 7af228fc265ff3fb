/** The shop's record of a customer. */
export interface Customer {
  readonly customerId: string;
  readonly name: string;
  readonly email: string;
}

export const ORDER_STATUSES = ['processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderItem {
  readonly sku: string;
  readonly name: string;
  /** by language */
  readonly names: { readonly en: string; readonly de: string };
  readonly quantity: number;
  readonly unitPriceMinor: number;
}

/** An order as it was placed; its later changes are in the ledger. Amounts in cents, `total` in euros. */
export interface Order {
  readonly orderNumber: string;
  readonly customerId: string;
  readonly status: OrderStatus;
  /** YYYY-MM-DD */
  readonly placedOn: string;
  /** where it goes, on one line */
  readonly address: string;
  readonly items: readonly OrderItem[];
  readonly totalMinor: number;
  readonly total: number;
  readonly currency: 'EUR';
  /** null until the parcel has left */
  readonly carrier: string | null;
  /** the day of arrival, expected or actual (YYYY-MM-DD); null when nothing is on its way */
  readonly eta: string | null;
  /** status, carrier and day in words */
  readonly tracking: string;
}

export interface Shop {
  readonly customers: ReadonlyMap<string, Customer>;
  readonly orders: ReadonlyMap<string, Order>;
}

/** The order if it is this customer's. Another customer's order and one that does not exist are the same answer. */
export function orderOf(shop: Shop, customerId: string, orderNumber: string): Order | undefined {
  const order = shop.orders.get(orderNumber);
  return order?.customerId === customerId ? order : undefined;
}
