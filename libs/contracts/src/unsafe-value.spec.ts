import { findUnsafe } from './unsafe-value';

const nested = (levels: number): unknown => (levels === 0 ? 'x' : { deeper: nested(levels - 1) });

describe('an unsafe value', () => {
  it.each<[string, unknown, string]>([
    ['NUL', { text: 'a\0' }, 'text'],
    ['NUL in a list', { a: { b: ['x', { c: '\0' }] } }, 'a.b[1].c'],
    ['NUL in a property name', { a: { 'b\0': 1 } }, 'a'],
    ['a lone surrogate', { text: '\udc00' }, 'text'],
    ['a number beyond a double', JSON.parse('{"n":[1e999]}'), 'n[0]'],
    ['a prototype', JSON.parse('{"a":{"__proto__":{}}}'), 'a'],
    ['a bare text', '\0', 'body'],
  ])('is found where it stands: %s', (_name, value, field) => {
    expect(findUnsafe(value)).toMatchObject({ field });
  });

  it('is nested deeper than 32 levels', () => {
    expect(findUnsafe(nested(31))).toBeNull();
    expect(findUnsafe(nested(33))?.reason).toMatch(/deeper/);
  });

  it('is named by at most 120 characters', () => {
    expect(findUnsafe({ ['😀'.repeat(1_000)]: '\0' })!.field.length).toBeLessThanOrEqual(120);
  });

  it('is nothing that an event can hold', () => {
    expect(findUnsafe({ text: 'Grüße 😀', list: [null, true, -1.5e-300], constructor: { prototype: 'x' } })).toBeNull();
  });
});
