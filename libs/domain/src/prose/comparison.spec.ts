import { checkSegment } from '.';
import { ORDER, orderGround } from './fixtures/order-ground';

const OTHER = {
  ...ORDER,
  orderNumber: '1001',
  status: 'delivered',
  placedOn: '2026-11-10',
  eta: '2026-11-12',
  total: 40,
  items: [],
};
const isFounded = (text: string, language: 'en' | 'de' = 'en', results: readonly object[] = [ORDER, OTHER]): boolean =>
  checkSegment(text, orderGround(language, { results })).isFounded;

describe('a comparison of two things by what is known of each', () => {
  it.each([
    'Order 1002 was dearer than order 1001.',
    '1002 was more expensive than 1001.',
    'Of your last two orders, 1002 was dearer than 1001.',
    'Yes, order 1001 was cheaper than order 1002.',
    'Order 1002 costs more than order 1001.',
    '1001 cost less than 1002.',
    'Your order 1002 is newer than 1001.',
    'Order 1001 is older than order 1002.',
  ])('may be said where it is true: %s', (text) => expect(isFounded(text)).toBe(true));

  it.each([
    'Bestellung 1002 war teurer als Bestellung 1001.',
    'Von Ihren letzten beiden Bestellungen war 1001 günstiger als 1002.',
    'Bestellung 1001 ist älter als 1002.',
  ])('may be said in German: %s', (text) => expect(isFounded(text, 'de')).toBe(true));

  it('takes what is counted in the smallest coin for no amount', () => {
    const [one, other] = [ORDER, OTHER].map((order) => ({ ...order, totalMinor: Math.round(order.total * 100) }));
    expect(isFounded('Order 1002 was dearer than order 1001.', 'en', [one!, other!])).toBe(true);
    expect(isFounded('Order 1002 costs 12647 EUR.', 'en', [one!, other!])).toBe(false);
  });

  it.each([
    ['is false', 'Order 1001 was dearer than order 1002.'],
    ['is false of the days', 'Order 1001 is newer than order 1002.'],
    ['is of an unknown thing', 'Order 1002 was dearer than order 1003.'],
    ['is of one thing', 'Order 1002 was dearer than order 1002.'],
    ['is of several things', 'Orders 1002 and 1001 were dearer than 1001.'],
    ['is denied', 'Order 1002 was not dearer than order 1001.'],
    ['is limited', 'Order 1002 was almost dearer than order 1001.'],
    ['is possible', 'Order 1002 could be dearer than order 1001.'],
    ['says by how much', 'Order 1002 was 5 EUR dearer than order 1001.'],
    ['says more before it', 'Order 1002 was delivered and dearer than order 1001.'],
    ['says more after it', 'Order 1002 was dearer than order 1001 and was delivered.'],
    ['says more behind a comma', 'Order 1002 was dearer than order 1001, which was delivered.'],
    ['says that a deed was done', 'I refunded order 1002, as it was dearer than order 1001.'],
    ['is of no field', 'Order 1002 was better than order 1001.'],
    ['names one thing only', 'Order 1002 was dearer than the other one.'],
  ])('is refused where it %s: %s', (_, text) => expect(isFounded(text)).toBe(false));

  it.each([
    ['equal values', { ...OTHER, total: ORDER.total }],
    ['another currency', { ...OTHER, currency: 'USD' }],
    ['values of another that only names it', { orderNumber: '1003', replaces: '1001', total: 40, currency: 'EUR' }],
    ['no value', { orderNumber: '1001', status: 'delivered' }],
    ['a field that says the opposite', { ...OTHER, shippingFee: 9 }],
  ])('is refused where there are %s', (_, other) => {
    const one = { ...ORDER, shippingFee: 4 };
    expect(isFounded('Order 1002 was dearer than order 1001.', 'en', [one, other])).toBe(false);
  });
});
