import { canonicalJson } from '@arbiter/contracts';
import fc from 'fast-check';
import { isSameValue } from './canonical-hash';

/** Few names and leaves, so that two values are often the same, or nearly. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(0, 1, '', '1', true, null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('value'), { maxKeys: 2 }),
  ),
}));

describe('two values', () => {
  it('are the same where their canonical form is', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSameValue(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
        expect(isSameValue(one, JSON.parse(canonicalJson(one)))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ 0: 'a' }, ['a'], false],
    [JSON.parse('{"__proto__":{}}'), { a: 1 }, false],
    [null, undefined, false],
  ])('%j and %j: %p', (one, other, same) => {
    expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([same, same]);
  });
});
