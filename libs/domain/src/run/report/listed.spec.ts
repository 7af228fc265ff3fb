import { shopBundle } from '../../fixtures/shop-bundle';
import { listedIn } from './listed';

type Steps = Parameters<typeof listedIn>[0]['steps'];
const steps = (result: unknown) =>
  ({ list: { status: 'completed', code: null, message: '', result } }) as unknown as Steps;
const listed = (result: unknown) => listedIn({ steps: steps(result) }, shopBundle);

test('the objects of a list are known by the slot that takes one, in their order', () => {
  expect(
    listed({
      orders: [
        { orderNumber: '1602', total: 3 },
        { orderNumber: '1001', total: 4 },
      ],
    }),
  ).toEqual({ orderNumber: ['1602', '1001'] });
});

test.each([
  ['no result', null],
  ['a text', 'orderNumber'],
  ['a list of texts', { orders: ['1602'] }],
  ['an empty list', { orders: [] }],
  ['items without the property', { orders: [{ id: '1602' }] }],
  ['an item that lacks it', { orders: [{ orderNumber: '1602' }, {}] }],
  ['one object', { orderNumber: '1602' }],
])('%s lists nothing', (_, result) => {
  expect(listed(result)).toEqual({});
});

test('no more is counted than anybody would', () => {
  const orders = Array.from({ length: 50 }, (_, index) => ({ orderNumber: String(1000 + index) }));
  expect(listed({ orders })['orderNumber']).toHaveLength(20);
});
