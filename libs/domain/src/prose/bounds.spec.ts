import { checkSegment } from '.';
import { orderGround, passage } from './fixtures/order-ground';

type Language = 'en' | 'de';

/** Ways to say one bound of a value; those of one row say the same, and no other row does. */
const AMOUNTS: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['over 50 EUR', 'of more than 50 EUR', 'above 50 EUR', 'exceeding 50 EUR'],
    ['of at least 50 EUR', 'from 50 EUR', 'of 50 EUR or more', 'of no less than 50 EUR'],
    ['under 50 EUR', 'of less than 50 EUR', 'below 50 EUR'],
    ['of at most 50 EUR', 'up to 50 EUR', 'of no more than 50 EUR', 'of 50 EUR or less'],
  ],
  de: [
    ['über 50 EUR', 'von mehr als 50 EUR', 'oberhalb von 50 EUR'],
    ['ab 50 EUR', 'von mindestens 50 EUR', 'von 50 EUR und mehr'],
    ['unter 50 EUR', 'von weniger als 50 EUR', 'unterhalb von 50 EUR'],
    ['bis 50 EUR', 'bis zu 50 EUR', 'von höchstens 50 EUR', 'von maximal 50 EUR', 'von nicht mehr als 50 EUR'],
  ],
};
const SENTENCE = { en: 'Orders N are sent free.', de: 'Bestellungen N werden kostenlos verschickt.' };
const sentence = (language: Language, bound: string): string => SENTENCE[language].replace('N', bound);

const DAYS: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['after 30 November', 'later than November 30'],
    ['from 30 November', 'since 30 November', 'on or after November 30'],
    ['before 30 November', 'before the 30 November', 'earlier than November 30'],
    ['by 30 November', 'until November 30', 'up to 30 November', 'no later than 30 November'],
  ],
  de: [
    ['nach dem 30. November', 'später als am 30. November'],
    ['ab dem 30. November', 'seit dem 30. November', 'frühestens am 30. November'],
    ['vor dem 30. November', 'früher als am 30. November'],
    ['bis zum 30. November', 'spätestens am 30. November'],
  ],
};
const LENGTHS: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['after 30 days', 'after more than 30 days'],
    ['within 30 days', 'up to 30 days', 'at most 30 days'],
  ],
  de: [
    ['nach 30 Tagen', 'nach mehr als 30 Tagen'],
    ['innerhalb von 30 Tagen', 'bis zu 30 Tage', 'binnen 30 Tagen', 'höchstens 30 Tage'],
  ],
};
const RETURNED = { en: 'You can return shoes N.', de: 'Sie können Schuhe N zurückgeben.' };

/** Whether a sentence may be said where the tenant has written the other. */
function isFounded(said: string, written: string, language: Language): boolean {
  const ground = orderGround(language, { copy: [], results: [], evidence: [passage(written)] });
  return checkSegment(said, ground).isFounded;
}
const isHeld = (said: string, result: object, language: Language = 'en'): boolean =>
  checkSegment(said, orderGround(language, { copy: [], results: [result] })).isFounded;

describe('a bound has a direction and a value (PR-05)', () => {
  const cases = (['en', 'de'] as const).flatMap((language) =>
    [
      { frame: SENTENCE[language], rows: AMOUNTS[language] },
      { frame: RETURNED[language], rows: DAYS[language] },
      { frame: RETURNED[language], rows: LENGTHS[language] },
    ].flatMap(({ frame, rows }) =>
      rows.flatMap((row, of) =>
        row.map((bound) => ({ language, of, rows, bound, inWords: (words: string) => frame.replace('N', words) })),
      ),
    ),
  );

  it.each(cases)('and is said by all words that say the same, in $language: $bound', (one) => {
    const { language, of, rows, bound, inWords } = one;
    const founding = rows.map((row) => row.filter((other) => isFounded(inWords(bound), inWords(other), language)));
    expect(founding).toEqual(rows.map((row, index) => (index === of ? row : [])));
  });

  it.each([
    ['en', 'from an order value of 50 EUR on', 'from 50 EUR', 'below 50 EUR'],
    ['en', 'under a total of 50 EUR', 'under 50 EUR', 'over 50 EUR'],
    ['de', 'ab einem Bestellwert von 50 EUR', 'ab 50 EUR', 'bis 50 EUR'],
    ['de', 'über einem Gesamtbetrag von 50 EUR', 'über 50 EUR', 'unter 50 EUR'],
  ] as const)('also where other words stand between them, in %s: %s', (language, written, same, other) => {
    const said = (bound: string) => isFounded(sentence(language, bound), sentence(language, written), language);
    expect([written, same, other].map(said)).toEqual([true, true, false]);
  });

  it.each(['en', 'de'] as const)('and with another value it is another one, in %s', (language) => {
    for (const bound of AMOUNTS[language].flat())
      expect(isFounded(sentence(language, bound.replace('50', '60')), sentence(language, bound), language)).toBe(false);
  });

  it.each(['en', 'de'] as const)('and is no bound of a value that is only named, in %s', (language) => {
    const plain = sentence(language, language === 'en' ? 'of 50 EUR' : 'von 50 EUR');
    for (const bound of AMOUNTS[language].flat())
      expect(isFounded(sentence(language, bound), plain, language)).toBe(false);
  });

  it.each([
    ['More than 5 items are packed.', 'Fewer than 5 items are packed.'],
    ['Over 5 items are packed.', 'Under 5 items are packed.'],
    ['5 or more items are packed.', '5 or fewer items are packed.'],
    ['It saves at least 5 %.', 'It saves at most 5 %.'],
    ['It is packed before 18:00.', 'It is packed after 18:00.'],
  ])('of counts, shares and times: %s', (one, other) => {
    expect([isFounded(one, one, 'en'), isFounded(other, other, 'en')]).toEqual([true, true]);
    expect([isFounded(one, other, 'en'), isFounded(other, one, 'en')]).toEqual([false, false]);
  });
});

describe('a value that is no bound', () => {
  const ORDER = { orderNumber: '1002', total: 50, currency: 'EUR', eta: '2026-11-30' };

  it.each([
    'Order 1002 arrives by 30 November.',
    'Order 1002 arrives no later than November 30.',
    'Order 1002 is there from 30 November on.',
  ])('is a day that something is done by, and from which on it is so: %s', (text) =>
    expect(isHeld(text, { ...ORDER, arrives: true, there: true })).toBe(true),
  );

  it.each([
    'Order 1002 arrives before 30 November.',
    'Order 1002 arrives after 30 November.',
    'The total is over 50 EUR.',
    'The total is under 50 EUR.',
    'The total is up to 50 EUR.',
    'The total is 50 EUR or more.',
  ])('is none that is more or less: %s', (text) => expect(isHeld(text, { ...ORDER, arrives: true })).toBe(false));

  it('is the sum of what goes by one', () => {
    const rows = [
      ['Rechnung 1002 über 50 EUR.', 'Rechnung 1002 beträgt 50 EUR.', 'de'],
      ['Invoice 1002 over 50 EUR.', 'Invoice 1002 amounts to 50 EUR.', 'en'],
    ] as const;
    for (const [said, written, language] of rows) {
      expect(isFounded(said, written, language)).toBe(true);
      expect(isFounded(written, said, language)).toBe(true);
    }
    expect(isFounded('Invoice 1002 is over 50 EUR.', 'Invoice 1002 is 50 EUR.', 'en')).toBe(false);
    expect(isFounded('Bestellungen über 50 EUR.', 'Bestellungen von 50 EUR.', 'de')).toBe(false);
    expect(isFounded('Eine Bestellung über 50 EUR.', 'Bestellungen unter 50 EUR.', 'de')).toBe(false);
  });

  it.each(['Order 1002 is filed under 1002.', 'It is under the number 1002.', 'An update about 1002: filed.'])(
    'is a name: %s',
    (text) => expect(isHeld(text, { orderNumber: '1002', filed: true, update: true })).toBe(true),
  );
});

describe('a field whose name says that it is a bound', () => {
  const RULE = { name: 'free', minimumAmount: 50, maximumPrice: 90, currency: 'EUR', payUntil: '2026-11-30' };

  it.each(['The amount is at least 50 EUR.', 'The price is up to 90 EUR.', 'Pay by 30 November.'])(
    'founds that one: %s',
    (text) => expect(isHeld(text, RULE)).toBe(true),
  );

  it.each(['The amount is at most 50 EUR.', 'The price is at least 90 EUR.', 'Pay from 30 November.'])(
    'founds no other: %s',
    (text) => expect(isHeld(text, RULE)).toBe(false),
  );
});
