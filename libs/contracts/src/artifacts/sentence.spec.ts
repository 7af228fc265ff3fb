import { fillSentence, placeOf, type Speech } from './sentence';

const ENGLISH: Speech = {
  locale: 'en',
  sentences: { line: '{number}: {status:words.status}, {total:money.currency}', endless: '{items:lines.endless}' },
  words: {
    status: { shipped: 'on its way with {carrier}', processing: 'being packed' },
    found: { none: 'Nothing.', one: 'One:\n{items:lines.line}', many: '{items:lines.line}' },
  },
};
const GERMAN: Speech = { locale: 'de', timeZone: 'Europe/Berlin', sentences: {} };

describe('a sentence', () => {
  it('takes its values by name and by path', () => {
    const values = { name: 'A', args: { amount: 4.5 }, steps: { lookup: { result: { items: ['x', 'y'] } } } };
    expect(fillSentence('{name}: {args.amount} of {steps.lookup.result.items}', values)).toBe('A: 4.5 of x, y');
  });

  it('says that a value is missing rather than nothing', () => {
    expect(fillSentence('[{gone}] [{empty}] [{none}]', { empty: '', none: null })).toBe('[—] [—] [—]');
  });

  it('takes values as they stand: braces inside them mean nothing', () => {
    expect(fillSentence('{one} {two}', { one: '{two}', two: '$&' })).toBe('{two} $&');
  });

  it('reads no name that every object has', () => {
    expect(
      fillSentence(
        '{constructor} {args.__proto__} {a:words.constructor} {a:lines.toString}',
        { args: {}, a: ['toString'] },
        ENGLISH,
      ),
    ).toBe('— — — —');
  });

  it('knows its places', () => {
    expect(placeOf('args.amount:money.EUR')).toEqual({ path: ['args', 'amount'], formatter: 'money', argument: 'EUR' });
    expect(placeOf('eta:date')).toEqual({ path: ['eta'], formatter: 'date', argument: null });
    expect(placeOf('a:b:c')).toBeNull();
  });
});

/** What Intl gives differs between versions of its data; these are what people read, byte for byte. */
describe('a value is written in the language of the sentence (CL-12)', () => {
  it.each([
    ['{v:money.EUR}', { v: 126.47 }, '126.47 EUR', '126,47 EUR'],
    ['{v:money.EUR}', { v: 12345.6 }, '12,345.60 EUR', '12.345,60 EUR'],
    ['{v:money.currency}', { v: 23.9, currency: 'EUR' }, '23.90 EUR', '23,90 EUR'],
    ['{a.v:money.currency}', { a: { v: 1200, currency: 'JPY' } }, '1,200 JPY', '1.200 JPY'],
    ['{v:date}', { v: '2026-11-22' }, 'November 22, 2026', '22. November 2026'],
    ['{v:date}', { v: '2026-03-01T23:30:00.000Z' }, 'March 1, 2026', '2. März 2026'],
    ['{v:time}', { v: '2026-11-22T08:05:00.000Z' }, '08:05', '09:05'],
  ])('%s of %j', (sentence, values, english, german) => {
    expect(fillSentence(sentence, values, ENGLISH)).toBe(english);
    expect(fillSentence(sentence, values, GERMAN)).toBe(german);
  });

  it.each([
    ['an amount that is a text', '{v:money.EUR}', { v: '12' }],
    ['an amount without its currency', '{v:money.currency}', { v: 12 }],
    ['an amount in the words of a vendor', '{v:money.currency}', { v: 12, currency: 'gold pieces' }],
    ['a day that is none', '{v:date}', { v: 'soon' }],
    ['a time that is none', '{v:time}', { v: 7 }],
    ['a code without words', '{v:words.status}', { v: 'LOST_IN_SPACE' }],
    ['an unknown formatter', '{v:shout}', { v: 'x' }],
  ])('%s is a dash, never the raw value', (_, sentence, values) => {
    expect(fillSentence(sentence, values, ENGLISH)).toBe('—');
  });

  it('values in an unknown language are written as in English, whatever the locale of the machine', () => {
    expect(
      fillSentence('{v:money.EUR}, {d:date}', { v: 1234.5, d: '2026-11-22' }, { locale: 'qqq', sentences: {} }),
    ).toBe('1,234.50 EUR, November 22, 2026');
  });
});

describe('words and lines', () => {
  const item = (number: string, status: string) => ({ number, status, carrier: 'UPS', total: 5, currency: 'EUR' });

  it('a code is said by its words, which may speak of what is beside it', () => {
    expect(fillSentence('It is {status:words.status}.', { status: 'shipped', carrier: 'UPS' }, ENGLISH)).toBe(
      'It is on its way with UPS.',
    );
  });

  it('a list is a line an item, and its count chooses the words around it', () => {
    const said = (...items: object[]) => fillSentence('{items:count.found}', { items }, ENGLISH);
    expect(said()).toBe('Nothing.');
    expect(said(item('1', 'shipped'))).toBe('One:\n1: on its way with UPS, 5.00 EUR');
    expect(said(item('1', 'shipped'), item('2', 'processing'))).toBe(
      '1: on its way with UPS, 5.00 EUR\n2: being packed, 5.00 EUR',
    );
  });

  it('a list is cut, and what leads back to itself ends', () => {
    expect(
      fillSentence(
        '{items:lines.line}',
        { items: Array.from({ length: 50 }, () => item('1', 'processing')) },
        ENGLISH,
      ).split('\n'),
    ).toHaveLength(20);
    const items: { items?: unknown }[] = [{}];
    items[0]!.items = items;
    expect(fillSentence('{items:lines.endless}', { items }, ENGLISH)).toBe('—');
  });
});
