import { deedOf } from './binding';

const TOOL = 'shop.refund.create';

describe('a deed', () => {
  it('is the same in whatever order its arguments are written', () => {
    const deed = deedOf(TOOL, { orderNumber: '1003', amount: 35.85 }, 'C-0001');
    expect(deedOf(TOOL, { amount: 35.85, orderNumber: '1003' }, 'C-0001')).toBe(deed);
  });

  it.each([
    ['person', TOOL, 35.85, 'C-0002'],
    ['value', TOOL, 35, 'C-0001'],
    ['tool', 'shop.refund_etag.create', 35.85, 'C-0001'],
  ] as const)('is another with another %s', (_, tool, amount, customerId) => {
    const deed = deedOf(TOOL, { orderNumber: '1003', amount: 35.85 }, 'C-0001');
    expect(deedOf(tool, { orderNumber: '1003', amount }, customerId)).not.toBe(deed);
  });
});
