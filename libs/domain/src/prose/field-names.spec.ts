import { checkSegment } from '.';
import { orderGround } from './fixtures/order-ground';

const isFounded = (text: string, result: object): boolean =>
  checkSegment(text, orderGround('en', { copy: [], results: [{ orderNumber: '1002', ...result }] })).isFounded;

const DEADLINE = { refundBy: '2026-12-01' };

describe('the name of a field (PR-05)', () => {
  it.each([
    'A refund was made.',
    'There is a refund of order 1002.',
    'Order 1002 was refunded.',
    'Order 1002 was refunded by 1 December 2026.',
    'Order 1002 was refunded on 2026-12-01.',
    'I have refunded order 1002.',
    'Order 1002 will be refunded.',
    'Order 1002 can be refunded.',
    'Order 1002 can be refunded from 1 December on.',
  ])('that is a deadline is no deed, and nothing without its day: %s', (text) =>
    expect(isFounded(text, DEADLINE)).toBe(false),
  );

  it.each([
    'Order 1002: refund by 1 December 2026.',
    'Order 1002 can be refunded by 1 December.',
    'You may get a refund until December 1.',
    'The day is 1 December.',
  ])('that is a deadline is told with its day: %s', (text) =>
    expect(isFounded(text, { ...DEADLINE, day: true })).toBe(true),
  );

  it.each([
    ['The order was refunded.', { refundAmount: 20, currency: 'EUR' }],
    ['20 EUR were refunded.', { refundAmount: 20, currency: 'EUR' }],
    ['Order 1002 was shipped.', { shippingCost: 5, currency: 'EUR' }],
    ['Order 1002 was delivered on 1 December.', { deliveryDate: '2026-12-01' }],
    ['Order 1002 was paid.', { payment: 'PayPal' }],
    ['Order 1002 was delivered.', { deliveredUntil: '2026-12-01' }],
  ])('that is a thing is no deed: %s', (text, result) => expect(isFounded(text, result)).toBe(false));

  it.each([
    ['The refund amount is 20 EUR.', { refundAmount: 20, currency: 'EUR' }],
    ['Order 1002 was refunded on 1 December.', { refundedOn: '2026-12-01' }],
    ['Order 1002 is cancelled.', { cancelled: true }],
    ['Order 1002 is refunded.', { status: 'refunded' }],
    ['It was refunded by hand.', { refundedBy: 'hand' }],
    ['You ordered a desk lamp.', { item: 'desk lamp' }],
    ['The delivery date is 1 December.', { deliveryDate: '2026-12-01' }],
    ['It can be changed until 1 December.', { changeableUntil: '2026-12-01', changed: true }],
  ])('that says so is one, and any is said of its value: %s', (text, result) =>
    expect(isFounded(text, result)).toBe(true),
  );

  it.each(['Es wurde erstattet.', 'Bestellung 1002 wurde erstattet.'])('is read alike in German: %s', (text) => {
    const held = (result: object) =>
      checkSegment(text, orderGround('de', { copy: [], results: [{ orderNumber: '1002', ...result }] })).isFounded;
    expect(held({ erstattungBis: '2026-12-01' })).toBe(false);
    expect(held({ erstattetAm: '2026-12-01' })).toBe(true);
  });
});
