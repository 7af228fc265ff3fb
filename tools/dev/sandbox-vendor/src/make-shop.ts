import { CARRIERS, FAMILY_NAMES, GIVEN_NAMES, PRODUCTS, STREETS, type Product } from './catalogue';
import { seededRandom, type SeededRandom } from './random';
import { ORDER_STATUSES, type Customer, type Order, type OrderItem, type OrderStatus, type Shop } from './shop';

export const CUSTOMER_COUNT = 240;
const ORDER_COUNT = 602;
const FIRST_ORDER_NUMBER = 1001;
const TODAY = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;

/** These orders are the same whatever the seed: demo, documentation and tests name them. */
const FIXED: Readonly<
  Record<string, { customer: number; status: OrderStatus; basket: readonly (readonly [string, number])[] }>
> = {
  1001: {
    customer: 1,
    status: 'processing',
    basket: [
      ['POT-01', 1],
      ['MUG-01', 2],
    ],
  },
  1002: {
    customer: 1,
    status: 'shipped',
    basket: [
      ['COF-01', 2],
      ['BIS-01', 1],
    ],
  },
  1003: {
    customer: 1,
    status: 'delivered',
    basket: [
      ['TEA-01', 1],
      ['MUG-01', 1],
    ],
  },
  1004: {
    customer: 1,
    status: 'delivered',
    basket: [
      ['COF-02', 1],
      ['COF-01', 2],
    ],
  },
  1005: { customer: 2, status: 'shipped', basket: [['KET-01', 1]] },
  1601: { customer: 1, status: 'cancelled', basket: [['TOW-01', 2]] },
  1602: {
    customer: 1,
    status: 'processing',
    basket: [
      ['TEA-02', 2],
      ['SPO-01', 1],
    ],
  },
};

/** The whole shop, from the seed alone: two calls with the same seed give equal shops. */
export function makeShop(seed: number): Shop {
  const random = seededRandom(seed);
  const customers = Array.from({ length: CUSTOMER_COUNT }, (_, index) => makeCustomer(random, index + 1));
  const orders = Array.from({ length: ORDER_COUNT }, (_, index) =>
    makeOrder(random, String(FIRST_ORDER_NUMBER + index)),
  );
  return {
    customers: new Map(customers.map((customer) => [customer.customerId, customer])),
    orders: new Map(orders.map((order) => [order.orderNumber, order])),
  };
}

const customerIdOf = (number: number): string => `C-${String(number).padStart(4, '0')}`;

function makeCustomer(random: SeededRandom, number: number): Customer {
  const given = random.pick(GIVEN_NAMES);
  const family = random.pick(FAMILY_NAMES);
  return {
    customerId: customerIdOf(number),
    name: `${given} ${family}`,
    email: `${given}.${family}.${number}@example.com`.toLowerCase(),
  };
}

function makeOrder(random: SeededRandom, orderNumber: string): Order {
  const fixed = FIXED[orderNumber];
  const status = fixed?.status ?? random.pick(ORDER_STATUSES);
  const items = fixed ? fixed.basket.map(([sku, quantity]) => itemOf(productOf(sku), quantity)) : makeItems(random);
  const totalMinor = items.reduce((sum, item) => sum + item.quantity * item.unitPriceMinor, 0);
  const customerId = customerIdOf(fixed?.customer ?? random.between(3, CUSTOMER_COUNT));
  const delivery = makeDelivery(random, status);
  return {
    orderNumber,
    customerId,
    status,
    placedOn: dayOf(-PLACED_DAYS_AGO[status]),
    address: addressOf(orderNumber),
    items,
    totalMinor,
    total: totalMinor / 100,
    currency: 'EUR',
    ...delivery,
  };
}

function makeItems(random: SeededRandom): OrderItem[] {
  const first = random.between(0, PRODUCTS.length - 1);
  const kinds = random.between(1, 3);
  // Neighbours in the catalogue, so that no product comes twice in one order.
  return Array.from({ length: kinds }, (_, index) =>
    itemOf(PRODUCTS[(first + index) % PRODUCTS.length] as Product, random.between(1, 3)),
  );
}

const productOf = (sku: string): Product => PRODUCTS.find(([known]) => known === sku) as Product;
const itemOf = ([sku, name, unitPriceMinor, german]: Product, quantity: number): OrderItem => ({
  sku,
  name,
  names: { en: name, de: german },
  quantity,
  unitPriceMinor,
});

const dayOf = (offset: number): string => new Date(TODAY + offset * DAY).toISOString().slice(0, 10);
/** Longer than any parcel takes. */
const PLACED_DAYS_AGO: Readonly<Record<OrderStatus, number>> = {
  processing: 1,
  shipped: 3,
  delivered: 10,
  cancelled: 12,
};

const addressOf = (orderNumber: string): string =>
  `${STREETS[Number(orderNumber) % STREETS.length]} ${Number(orderNumber) % 97}, 10115 Berlin`;

function makeDelivery(random: SeededRandom, status: OrderStatus): Pick<Order, 'carrier' | 'eta' | 'tracking'> {
  const carrier = random.pick(CARRIERS);
  const days = random.between(1, 6);
  switch (status) {
    case 'processing':
      return {
        carrier: null,
        eta: dayOf(days + 2),
        tracking: `still being packed, expected to arrive on ${dayOf(days + 2)}`,
      };
    case 'shipped':
      return {
        carrier,
        eta: dayOf(days),
        tracking: `on its way with ${carrier}, expected to arrive on ${dayOf(days)}`,
      };
    case 'delivered':
      return { carrier, eta: dayOf(-days), tracking: `brought by ${carrier} on ${dayOf(-days)}` };
    case 'cancelled':
      return { carrier: null, eta: null, tracking: 'nothing is on its way' };
  }
}
