import type { Order } from './play';
import type { Scenario } from './scenarios';

const PAID = ['processing', 'shipped', 'delivered'];
const THRESHOLD = 50;
const LIMIT = 1_000;
const FIRST_RANDOM_CUSTOMER = 3;
const CUSTOMERS = 150;

type Found = { readonly orderNumber: string; readonly total: number; readonly status: string };

/** Orders of customers the documentation does not name; each is handed out once. */
export async function orders(vendorUrl: string): Promise<(scenario: Scenario) => Order> {
  const left: Record<Scenario['order'], Order[]> = { small: [], large: [] };
  await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, index) => {
      const customerId = `C-${String(FIRST_RANDOM_CUSTOMER + index).padStart(4, '0')}`;
      const response = await fetch(`${vendorUrl}/customers/${customerId}/orders`);
      for (const { orderNumber, total, status } of ((await response.json()) as { orders: readonly Found[] }).orders) {
        if (PAID.includes(status) && total <= LIMIT)
          left[total < THRESHOLD ? 'small' : 'large'].push({ orderNumber, customerId });
      }
    }),
  );
  return ({ order }) => left[order].pop() ?? fail(order);
}

function fail(order: string): never {
  throw new Error(`the demo shop has no ${order} order left`);
}
