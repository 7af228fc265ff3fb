import { sha256Hex } from '@arbiter/contracts';
import fc from 'fast-check';
import { nativeSha256 } from './native-sha256';

describe('the SHA-256 that a service brings', () => {
  it('is the one that the contracts have of themselves, of any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 60 })), (text) => {
        expect(nativeSha256(text)).toBe(sha256Hex(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the one of the standard (FIPS 180-4)', () => {
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect([nativeSha256('abc'), sha256Hex('abc')]).toEqual([expected, expected]);
  });
});
