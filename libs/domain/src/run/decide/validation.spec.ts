import { validatedOf } from './validation';

const ORDERS = { orders: [{ status: 'delivered' }] };
const step = (list: { items: string; total?: string; next?: string }) => ({
  expect: 'result.orders.all(order, order.status == "delivered")',
  list,
});

describe('what a step expects of a list (EX-11)', () => {
  it('is judged where its vendor says that nothing follows', () => {
    const list = step({ items: 'orders', next: 'nextPage' });
    expect(validatedOf(list, { ...ORDERS, nextPage: null }, {})).toMatchObject({ status: 'completed', code: null });
  });

  it('is not met while there is more than was read, and the step keeps what was read', () => {
    const list = step({ items: 'orders', next: 'nextPage' });
    const result = { ...ORDERS, nextPage: 'p-2' };
    expect(validatedOf(list, result, {})).toMatchObject({ status: 'failed', code: 'list_incomplete', result });
    expect(validatedOf(step({ items: 'orders', total: 'count' }), { ...ORDERS, count: 2 }, {})).toMatchObject({
      status: 'failed',
      code: 'list_incomplete',
    });
  });

  it('is no matter where nothing is expected', () => {
    const { list } = step({ items: 'orders', next: 'nextPage' });
    expect(validatedOf({ list }, { ...ORDERS, nextPage: 'p-2' }, {})).toMatchObject({ status: 'completed' });
  });
});
