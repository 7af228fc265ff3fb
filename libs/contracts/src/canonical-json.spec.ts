import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json';

/** Names as they come, and those that an engine orders or takes otherwise. */
const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('10', '9', '09', '1a', '-1', '__proto__', 'constructor', 'toJSON', '', 'é', '\u{1f600}', '\ufb33'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(names, tie('value'), { noNullPrototype: true }),
  ),
}));

describe('the canonical form of a value', () => {
  it('is that of RFC 8785, whatever its names are', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(canonicalJson(one)).toBe(canonicalize(one));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not depend on the order of members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: 'x' })).toBe('{"a":"x","b":[{"c":2,"d":1}]}');
    expect(canonicalJson({ 2: 'b', 10: 'a', x: 1 })).toBe('{"10":"a","2":"b","x":1}');
  });

  it('leaves out what is undefined, and writes null for it in a list', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('keeps a member named __proto__', () => {
    const parsed: unknown = JSON.parse('{"b":1,"__proto__":{"a":1}}');
    expect(canonicalJson(parsed)).toBe('{"__proto__":{"a":1},"b":1}');
  });

  it('is that of what an object says of itself', () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [{ '\ud800': 1 }]])('refuses %p', (refused) => {
    expect(() => canonicalJson([refused])).toThrow();
  });
});
