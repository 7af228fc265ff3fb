import { CUSTOMER_COUNT } from '@arbiter/sandbox-vendor';

const PAID = ['processing', 'shipped', 'delivered'];
const THRESHOLD = 50;
const FIRST_RANDOM_CUSTOMER = 3;

export interface Order {
  readonly orderNumber: string;
  readonly customerId: string;
}

/** The refundable orders, of customers who are not named in the documentation. */
export interface Orders {
  /** refunded at once and whole; each can be used once */
  readonly small: Order[];
  /** of which parts are refunded after a yes */
  readonly large: readonly Order[];
}

export async function findOrders(vendorUrl: string): Promise<Orders> {
  const orders: Orders & { large: Order[] } = { small: [], large: [] };
  for (let number = FIRST_RANDOM_CUSTOMER; number <= CUSTOMER_COUNT; number += 1) {
    const customerId = `C-${String(number).padStart(4, '0')}`;
    const response = await fetch(`${vendorUrl}/customers/${customerId}/orders`);
    const found = (await response.json()) as {
      orders: readonly { orderNumber: string; total: number; status: string }[];
    };
    for (const { orderNumber, total, status } of found.orders) {
      if (PAID.includes(status)) orders[total < THRESHOLD ? 'small' : 'large'].push({ orderNumber, customerId });
    }
  }
  return orders;
}
