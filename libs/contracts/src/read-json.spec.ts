import fc from 'fast-check';
import { isExactNumber, isInexactNumber } from './exact-number';
import { readJson } from './read-json';

const LONG = '2512292042121000001';

describe('JSON from elsewhere', () => {
  it.each<[string, unknown]>([
    [LONG, LONG],
    [`{"order":{"ids":[${LONG},7]}}`, { order: { ids: [LONG, 7] } }],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9223372036854775808', '9223372036854775808'],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['1e-400', '1e-400'],
    ['[12345678901234567.5]', ['12345678901234567.5']],
  ])('keeps a number that a double would change as its text: %s', (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  it.each<[string, number]>([
    ['9007199254740992', 9007199254740992],
    ['1.0', 1],
    ['1e21', 1e21],
    ['12345678901234500000', 12345678901234500000],
    ['0.10000000000000000000', 0.1],
    ['0.10000000000000001', 0.1],
    ['35.850000000000001', 35.85],
    ['0.30000000000000004', 0.30000000000000004],
    ['5e-324', 5e-324],
    ['1E+2', 100],
  ])('keeps a number that a double holds as a number: %s', (text, value) => {
    expect(readJson(`[${text}]`)).toEqual([value]);
  });

  it('takes -0 for 0', () => {
    expect(Object.is((readJson('{"a":-0,"b":[-0.0e3]}') as { a: number }).a, 0)).toBe(true);
    expect(readJson('[-0,-0.0]')).toEqual([0, 0]);
  });

  it('leaves texts alone that look like numbers', () => {
    const value = { id: LONG, at: '2026-11-22T10:00:00.123456789Z', uuid: '3e4f0000-0000-0000-0000-000000000000' };
    expect(readJson(JSON.stringify(value))).toEqual(value);
  });

  it('a mark of its byte order is no part of it', () => {
    expect(readJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['{"amount":1,"amount":500}', /the name amount twice/],
    ['{"a":{"b":[{"x":1,"\\u0078":2}]}}', /the name x twice/],
    ['{"__proto__":1,"__proto__":2}', /the name __proto__ twice/],
    ['{"a":', /is no JSON/],
    ['{"a":NaN}', /is no JSON/],
    ['{"a":01}', /is no JSON/],
    [`${'['.repeat(65)}${']'.repeat(65)}`, /deeper than 64 levels/],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, /deeper than 64 levels|no JSON/],
  ])('refuses %#', (text, reason) => {
    expect(() => readJson(text)).toThrow(reason);
  });

  it('the same name in two objects, or in a text, is none that is repeated', () => {
    const value: unknown = [{ a: 1 }, { a: 2, b: '"a": \\' }, { 'a"': 'a', constructor: 'a' }];
    expect(readJson(JSON.stringify(value))).toEqual(value);
  });

  it('is what the engine reads, where the engine wrote it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(readJson(text))).toBe(text);
      }),
    );
  });

  it('keeps every whole number: what is written again is what was read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (whole) => {
        expect(JSON.stringify(readJson(`[${whole}]`)).replaceAll('"', '')).toBe(`[${whole}]`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a long row of zeros takes no time', () => {
    expect(isExactNumber(`1${'0'.repeat(200_000)}1`)).toBe(false);
    expect(isExactNumber(`0.${'0'.repeat(200_000)}1`)).toBe(false);
  });

  it('only the text of a changed number stands for one', () => {
    expect([LONG, '1003', '12 34', '', 7, null].map(isInexactNumber)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
