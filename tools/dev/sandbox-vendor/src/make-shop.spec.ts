import { makeShop } from './make-shop';
import { ORDER_STATUSES, orderOf } from './shop';

const shop = makeShop(7);
const orders = [...shop.orders.values()];

describe('the shop', () => {
  it('has at least 200 customers and 500 orders, numbered in sequence', () => {
    expect([...shop.customers.keys()].slice(0, 2)).toEqual(['C-0001', 'C-0002']);
    expect(shop.customers.size).toBeGreaterThanOrEqual(200);
    expect(orders.length).toBeGreaterThanOrEqual(500);
    expect(orders.map((order) => Number(order.orderNumber))).toEqual(orders.map((_, index) => 1001 + index));
  });

  it('follows from its seed alone', () => {
    expect(makeShop(7)).toEqual(shop);
    expect(makeShop(8)).not.toEqual(shop);
  });

  it('every total is the sum of its items, in cents and in euros', () => {
    for (const order of orders) {
      const sum = order.items.reduce((total, item) => total + item.quantity * item.unitPriceMinor, 0);
      expect(order.totalMinor).toBe(sum);
      expect(order.total).toBe(Number((sum / 100).toFixed(2)));
    }
  });

  it('every order belongs to a customer, and every status occurs', () => {
    expect(orders.filter((order) => !shop.customers.has(order.customerId))).toEqual([]);
    expect(new Set(orders.map((order) => order.status))).toEqual(
      new Set(['processing', 'shipped', 'delivered', 'cancelled']),
    );
  });

  it.each([1, 2, 3])('the demo orders do not depend on the seed (%i)', (seed) => {
    const seeded = makeShop(seed);
    const firstCustomer = [...seeded.orders.values()].filter((order) => order.customerId === 'C-0001');
    expect(firstCustomer.map((order) => order.orderNumber)).toEqual(['1001', '1002', '1003', '1004', '1601', '1602']);
    expect(new Set(firstCustomer.map((order) => order.status))).toEqual(new Set(ORDER_STATUSES));
    expect(seeded.orders.get('1002')).toMatchObject({
      status: 'shipped',
      carrier: expect.any(String),
      eta: expect.any(String),
    });
    expect(seeded.orders.get('1003')).toMatchObject({ status: 'delivered', total: 21.44 });
    expect(seeded.orders.get('1004')).toMatchObject({ status: 'delivered', total: 126.47 });
    expect(seeded.orders.get('1005')?.customerId).toBe('C-0002');
  });

  it('another customer has no such order', () => {
    expect(orderOf(shop, 'C-0001', '1005')).toBeUndefined();
    expect(orderOf(shop, 'C-0002', '1005')?.orderNumber).toBe('1005');
  });
});
