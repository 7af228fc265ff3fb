import { checkedProse, checkSegment } from '.';
import { HOSTILE } from './fixtures/hostile';
import { orderGround, passage } from './fixtures/order-ground';

const order = (orderNumber: string, total: number, placedOn: string, more: object = {}) => ({
  orderNumber,
  total,
  currency: 'EUR',
  placedOn,
  notes: ['paid'],
  ...more,
});
const CHEAP = order('1001', 20, '2026-11-10');
const DEAR = order('1002', 126.47, '2026-11-18', { notes: ['paid', 'sent'] });
const isFounded = (text: string, language: 'en' | 'de' = 'en', results: readonly unknown[] = [CHEAP, DEAR]) =>
  checkSegment(text, orderGround(language, { copy: [], results })).isFounded;

const TRUE = {
  en: [
    'Order 1002 was dearer than 1001.',
    'Order 1002 is more expensive than order 1001.',
    'Your order 1001 was cheaper than your order 1002.',
    'Order 1002 cost more than order 1001!',
    '1001 costs less than 1002.',
    'Order 1002 has a higher total than order 1001.',
    'The total of order 1001 is lower than that of order 1002.',
    'Order 1002 is newer than order 1001.',
    'Order 1001 was older than order 1002.',
    'Order 1002 was placed later than order 1001.',
    'Order 1002 has more notes than order 1001.',
    'Order 1001 has fewer notes than order 1002.',
    'Order 1002 is the dearest of the two.',
    'Of the two orders, 1001 was the cheaper.',
    'Order 1002 is the newer of both orders.',
  ],
  de: [
    'Bestellung 1002 war teurer als 1001.',
    'Die Bestellung 1002 ist teurer als die Bestellung 1001.',
    'Bestellung 1001 kostet weniger als Bestellung 1002.',
    'Bestellung 1002 hat einen höheren Gesamtbetrag als Bestellung 1001.',
    'Der Gesamtbetrag der Bestellung 1002 ist höher als der der Bestellung 1001.',
    'Bestellung 1002 ist neuer als Bestellung 1001.',
    'Bestellung 1001 ist älter als Bestellung 1002.',
    'Bestellung 1002 ist die teuerste der beiden.',
    'Von den beiden Bestellungen war 1001 die günstigere.',
  ],
} as const;

const REFUSED = {
  en: [
    ['is false', 'Order 1001 was dearer than 1002.'],
    ['is false', 'Order 1002 is older than order 1001.'],
    ['is false', 'Order 1001 is the dearest of the two.'],
    ['is false', 'The total of order 1001 is higher than that of order 1002.'],
    ['names an unknown object', 'Order 1002 was dearer than 1003.'],
    ['names an unknown object', 'Order 1003 was dearer than 1001.'],
    ['names one object twice', 'Order 1002 was dearer than 1002.'],
    ['names a thing that it is not', 'Invoice 1002 was dearer than order 1001.'],
    ['names no field that there is', 'Order 1002 has a higher weight than order 1001.'],
    ['says not what is compared', 'Order 1002 is higher than order 1001.'],
    ['counts others than there are', 'Order 1002 is the dearest of the three.'],
    ['is about all there are', 'Order 1002 is the dearest.'],
    ['is negated', 'Order 1001 was not dearer than 1002.'],
    ['is negated', 'Order 1002 was never cheaper than 1001.'],
    ['is hypothetical', 'Order 1002 would be dearer than 1001.'],
    ['is hypothetical', 'Order 1002 may be dearer than 1001.'],
    ['is hypothetical', 'If order 1002 was dearer than 1001.'],
    ['is asked', 'Order 1002 was dearer than 1001?'],
    ['is to come', 'Order 1002 will be dearer than 1001.'],
    ['says more', 'Order 1002 was dearer than 1001, and it was refunded.'],
    ['says more', 'Order 1002 was dearer than 1001 because of a fee.'],
    ['says more', 'Order 1002 was dearer than 1001 by 500 EUR.'],
    ['says more', 'Order 1002 was much dearer than 1001.'],
    ['says more', 'Order 1002 was twice dearer than 1001.'],
    ['says more', 'Order 1002 was dearer than 1001 and 1003.'],
    ['is no sentence that is known', 'Dearer than 1001 was 1002, I mean more than that.'],
  ],
  de: [
    ['is false', 'Bestellung 1001 war teurer als 1002.'],
    ['is false', 'Bestellung 1001 ist die teuerste der beiden.'],
    ['names an unknown object', 'Bestellung 1002 war teurer als 1003.'],
    ['is negated', 'Bestellung 1002 war nicht teurer als 1001.'],
    ['is hypothetical', 'Bestellung 1002 wäre teurer als 1001.'],
    ['is hypothetical', 'Vielleicht war Bestellung 1002 teurer als 1001.'],
    ['says more', 'Bestellung 1002 war teurer als 1001 und wurde erstattet.'],
    ['counts others than there are', 'Bestellung 1002 ist die teuerste der drei.'],
  ],
} as const;

describe('a comparison (PR-05)', () => {
  for (const language of ['en', 'de'] as const) {
    it.each(TRUE[language])(`that holds may be said, in ${language}: %s`, (text) => {
      expect(isFounded(text, language)).toBe(true);
      expect(isFounded(text, language, [{ orders: [CHEAP, DEAR] }])).toBe(true);
    });

    it.each(TRUE[language])(`is refused where the values are the other way round, in ${language}: %s`, (text) =>
      expect(
        isFounded(text, language, [
          { ...CHEAP, orderNumber: '1002' },
          { ...DEAR, orderNumber: '1001' },
        ]),
      ).toBe(false),
    );

    it.each(TRUE[language])(`is refused where the values are equal, in ${language}: %s`, (text) =>
      expect(isFounded(text, language, [{ ...DEAR, orderNumber: '1001' }, DEAR])).toBe(false),
    );

    it.each(TRUE[language])(`is refused where one of them is not known, in ${language}: %s`, (text) => {
      expect(isFounded(text, language, [DEAR])).toBe(false);
      expect(isFounded(text, language, [{ orderNumber: '1001' }, DEAR])).toBe(false);
    });

    it.each(REFUSED[language])(`is refused where it %s, in ${language}: %s`, (_, text) =>
      expect(isFounded(text, language)).toBe(false),
    );
  }

  it.each([
    ['of two currencies', [{ ...CHEAP, currency: 'USD' }, DEAR]],
    ['without a currency', [CHEAP, DEAR].map((one) => ({ ...one, currency: null }))],
    [
      'of prices that differ both ways',
      [
        { ...CHEAP, shippingCost: 5 },
        { ...DEAR, shippingCost: 4 },
      ],
    ],
    ['of a price that one has', [CHEAP, { ...DEAR, shippingCost: 4 }]],
    ['of an object that two results tell differently', [CHEAP, DEAR, { ...DEAR, total: 1 }]],
    ['of what another thing names', [CHEAP, DEAR, { ...order('1003', 9, '2026-11-20'), replacesNumber: '1002' }]],
    ['of what goes by the number of another thing', [CHEAP, DEAR].map((one) => ({ customerId: 'C-1', ...one }))],
    [
      'of what is named after another thing',
      [
        { id: 'R-1', ...CHEAP },
        { id: 'R-2', ...DEAR },
      ],
    ],
    ['of what goes by two kinds of name', [CHEAP, DEAR, { invoiceNumber: '1002' }]],
  ])('%s is refused', (_, results) => {
    expect(isFounded('Order 1002 was dearer than 1001.')).toBe(true);
    expect(isFounded('Order 1002 was dearer than 1001.', 'en', results)).toBe(false);
  });

  it('is made of things that belong to others', () => {
    const owned = [CHEAP, DEAR].map((one) => ({ ...one, customerId: 'C-1', trackingNumber: `JD${one.orderNumber}` }));
    expect(isFounded('Order 1002 was dearer than 1001.', 'en', owned)).toBe(true);
    expect(isFounded('Order 1001 was dearer than 1002.', 'en', owned)).toBe(false);
  });

  it('of days is made at their instants, and never of a day with an instant', () => {
    const placed = (first: string, second: string) =>
      isFounded('Order 1002 is newer than 1001.', 'en', [
        { orderNumber: '1001', placedOn: first },
        { orderNumber: '1002', placedOn: second },
      ]);
    expect(placed('2026-11-10T10:00:00+02:00', '2026-11-10T09:00:00Z')).toBe(true);
    expect(placed('2026-11-10T10:00:00Z', '2026-11-10T11:00:00+02:00')).toBe(false);
    expect(placed('2026-11-10', '2026-11-11T11:00:00Z')).toBe(false);
  });

  it('of lists with quantities is refused: their lines are no count', () => {
    const items = (orderNumber: string, ...quantities: readonly number[]) => ({
      orderNumber,
      items: quantities.map((quantity) => ({ quantity })),
    });
    expect(isFounded('Order 1002 has more items than 1001.', 'en', [items('1001', 5), items('1002', 1, 1)])).toBe(
      false,
    );
  });

  it.each([
    ['dearer', 'is dearer', { shippingCost: 3, currency: 'EUR' }, { shippingCost: 4, currency: 'EUR' }],
    ['newer', 'is newer', { eta: '2026-12-01' }, { eta: '2026-12-03' }],
    ['refunded', 'was refunded later', { refundBy: '2026-12-01' }, { refundBy: '2026-12-03' }],
    ['delivered', 'was delivered later', { deliveredUntil: '2026-12-01' }, { deliveredUntil: '2026-12-03' }],
    ['higher', 'has a higher total', { estimatedTotal: 3, currency: 'EUR' }, { estimatedTotal: 4, currency: 'EUR' }],
  ])('is refused where only a part, a plan or a deadline of it is known: %s', (_, said, first, second) =>
    expect(
      isFounded(`Order 1002 ${said} than order 1001.`, 'en', [
        { orderNumber: '1001', ...first },
        { orderNumber: '1002', ...second },
      ]),
    ).toBe(false),
  );

  it.each([
    ['en', 'Order 1001 costs the most.'],
    ['en', 'Order 1001 costs most.'],
    ['en', 'Order 1002 costs the least.'],
    ['en', 'Order 1001 has the most.'],
    ['en', 'Order 1002 has the fewest.'],
    ['en', 'The total of order 1002 is more than 126.47 EUR.'],
    ['en', 'Order 1002 cost at least 126.47 EUR.'],
    ['en', 'Your last order is 1001.'],
    ['en', 'Order 1002 is your first.'],
    ['de', 'Bestellung 1001 kostet am meisten.'],
    ['de', 'Der Gesamtbetrag der Bestellung 1002 ist mehr als 126,47 EUR.'],
    ['de', 'Ihre letzte Bestellung ist 1001.'],
    ['de', 'Ihre erste Bestellung ist 1002.'],
  ] as const)('with all others, or with a value, is refused, in %s: %s', (language, text) =>
    expect(isFounded(text, language)).toBe(false),
  );

  it('in what the tenant has written is said in its direction', () => {
    const evidence = [passage('Orders of more than 50 EUR are sent free.')];
    const ground = orderGround('en', { copy: [], results: [], evidence });
    expect(checkSegment('Orders of more than 50 EUR are sent free.', ground).isFounded).toBe(true);
    expect(checkSegment('Orders of less than 50 EUR are sent free.', ground).isFounded).toBe(false);
  });

  it.each(['Order 1001 is so much more than order 1002.', '1001 has more on it than 1002.'])(
    'of what only a sentence names is refused: %s',
    (text) => {
      const ground = orderGround('en', { copy: ['I found orders 1001 and 1002.'], results: [DEAR] });
      expect(checkSegment(text, ground).isFounded).toBe(false);
    },
  );

  it('is refused where there is more than is read', () => {
    const many = Array.from({ length: 401 }, (_, index) => ({ orderNumber: `${2000 + index}` }));
    const results = [{ orders: many }, { ...CHEAP, otherNumber: '1002' }, DEAR];
    expect(isFounded('Order 1001 cost more than order 1002.', 'en', results)).toBe(false);
    expect(isFounded('Order 1002 cost more than order 1001.', 'en', results)).toBe(false);
  });

  it.each(['Is there anything more I can do for you?', 'I can tell you more.', 'First, a word of thanks.'])(
    'is not read into courtesy: %s',
    (text) => expect(isFounded(text)).toBe(true),
  );

  it('that is not known is refused even where one sentence names both', () => {
    const ground = orderGround('en', { copy: ['I found orders 1001 and 1002.'], results: [CHEAP, DEAR] });
    expect(checkSegment('1001 is more than 1002.', ground).isFounded).toBe(false);
    expect(checkSegment('I found orders 1001 and 1002.', ground).isFounded).toBe(true);
  });

  it('leads to no other claim', () => {
    const said = (text: string) => checkedProse(text, orderGround('en', { copy: [], results: [CHEAP, DEAR] }), '').said;
    expect(said('Order 1002 was dearer than 1001. It was refunded.').trim()).toBe('Order 1002 was dearer than 1001.');
    expect(said('Order 1002 was dearer than 1001. The total is 20 EUR.').trim()).toBe(
      'Order 1002 was dearer than 1001.',
    );
  });

  const hostile = Object.entries(HOSTILE).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const));
  it.each(hostile)('is not what lets out %s: %s', (kind, text) => {
    const language = kind.includes('German') ? 'de' : 'en';
    const ground = orderGround(language, { results: [CHEAP, ...orderGround(language).results] });
    expect(checkedProse(text, ground, ground.copy[0]!).said.trim()).toBe(ground.copy[0]);
  });
});
