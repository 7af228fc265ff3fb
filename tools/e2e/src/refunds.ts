import { alteredShop } from './altered-shop';
import type { TestSystem, SharedTestSystem } from './test-system';

/** The three kinds of vendors, by the template that refunds through each. */
export const TEMPLATES = { native: 'refund_order', etag: 'refund_order_etag', plain: 'refund_order_plain' } as const;
export type Kind = keyof typeof TEMPLATES;
export const KINDS = Object.keys(TEMPLATES) as readonly Kind[];

export const REFUND_ROUTES: Readonly<Record<Kind, string>> = {
  native: 'POST /refunds',
  etag: 'PUT /customers/{customerId}/orders/{orderNumber}/refund',
  plain: 'POST /plain/refunds',
};

export interface Refund {
  readonly kind: Kind;
  readonly orderNumber: string;
  readonly customerId: string;
}

const THRESHOLD = 50;
const PAID = ['processing', 'shipped', 'delivered'];
const CUSTOMERS = 150;
const FIRST_RANDOM_CUSTOMER = 3;

/** Orders a refund does not have to ask for, of customers the documentation does not name; each is handed out once. */
export async function smallOrders({ system }: TestSystem | SharedTestSystem): Promise<(kind: Kind) => Refund> {
  const numbers = Array.from({ length: CUSTOMERS }, (_, index) => FIRST_RANDOM_CUSTOMER + index);
  const orders = await Promise.all(
    numbers.map((number) => ordersOf(system.vendorUrl, `C-${String(number).padStart(4, '0')}`)),
  );
  const left = orders.flat();
  return (kind) => {
    const order = left.pop();
    if (!order) throw new Error('the demo shop has no order left below the threshold');
    return { kind, ...order };
  };
}

async function ordersOf(vendorUrl: string, customerId: string): Promise<readonly Omit<Refund, 'kind'>[]> {
  const response = await fetch(`${vendorUrl}/customers/${customerId}/orders`);
  const { orders } = (await response.json()) as {
    orders: readonly { orderNumber: string; total: number; status: string }[];
  };
  return orders
    .filter(({ total, status }) => total < THRESHOLD && PAID.includes(status))
    .map(({ orderNumber }) => ({ orderNumber, customerId }));
}

/** The demo tenant with shorter timeouts of its tools, so that work of a killed gateway is taken up sooner. */
export const impatientShop = (timeoutMilliseconds: number): string =>
  alteredShop({
    'tools.yaml': ({ tools, extensions }) => ({
      extensions,
      tools: tools.map((tool) => ({ ...tool, timeoutMilliseconds })),
    }),
  });
