import { REDACTING } from '../read-models';
import type { Sealer } from '../sealing';
import { cipherIn, openData, sealData, type SealedData, type SealedPlaces } from './sealed-data';

const OWNER = { tenant: 'shop', customerId: 'C-1', stream: 'run-shop-1', version: 3 };
const PLACES: SealedPlaces = new Map<string, unknown>([
  ['text', '[erased]'],
  ['args', {}],
  ['answer.value', null],
]);

/** Its ciphers can be read, and open in their place only. */
const sealer = (hasKey = true): Sealer => ({
  load: async () => undefined,
  seal: (_customer, context, value) => JSON.stringify([context, value]),
  open: (_customer, context, sealed, erased) => {
    if (!hasKey) return erased;
    const [sealedFor, value] = JSON.parse(sealed) as [string, unknown];
    if (sealedFor !== context) throw new Error(`sealed for ${sealedFor}`);
    return value;
  },
});
const sealed = (data: Record<string, unknown>, together = true) => sealData(OWNER, data, PLACES, sealer(), together);
const opened = (given: SealedData, hasKey = true) => openData(OWNER, given, PLACES, sealer(hasKey));

const DATA = { code: 'a', text: 'hello', args: { order: 1 }, answer: { kind: 'chosen', value: 'blue' } };

describe('the personal values of an event', () => {
  it('stand together in one cipher, and each place says how long its value is', () => {
    expect(sealed(DATA)).toEqual({
      data: {
        code: 'a',
        text: { sealed: '.7' },
        args: { sealed: '.11' },
        answer: { kind: 'chosen', value: { sealed: '.6' } },
      },
      sealeddata: JSON.stringify(['run-shop-1@3#*', { text: 'hello', args: { order: 1 }, 'answer.value': 'blue' }]),
    });
  });

  it.each([true, false])('are read as they were, sealed together: %s', (together) => {
    for (const data of [DATA, { ...DATA, text: '' }, { ...DATA, text: null, args: {} }, { code: 'a', answer: null }])
      expect(opened(sealed(data, together))).toEqual(data);
  });

  it('are sealed as before where there is one, and where they are to be sealed one by one', () => {
    const text = { sealed: JSON.stringify(['run-shop-1@3#text', 'hello']) };
    expect(sealed({ text: 'hello', args: {} })).toEqual({ data: { text, args: {} } });
    expect(sealed({ text: 'hello', args: { order: 1 } }, false)).toEqual({
      data: { text, args: { sealed: JSON.stringify(['run-shop-1@3#args', { order: 1 }]) } },
    });
  });

  it.each([true, false])('read as erased, each in its way, once the key is gone, sealed together: %s', (together) => {
    expect(opened(sealed(DATA, together), false)).toEqual({
      code: 'a',
      text: '[erased]',
      args: {},
      answer: { kind: 'chosen', value: null },
    });
  });

  it('do not open where their cipher was put at another place, or into another event', () => {
    const { text, args } = sealed(DATA, false).data;
    expect(() => opened({ data: { text: args, args: text } })).toThrow('sealed for run-shop-1@3#args');
    expect(() => openData({ ...OWNER, version: 4 }, sealed(DATA), PLACES, sealer())).toThrow(
      'sealed for run-shop-1@3#*',
    );
  });

  it('name their key wherever their cipher stands', () => {
    expect(cipherIn(sealed(DATA), PLACES)).toContain('run-shop-1@3#*');
    expect(cipherIn(sealed({ answer: { value: 'blue' } }), PLACES)).toContain('run-shop-1@3#answer.value');
    expect(cipherIn({ data: { code: 'a' } }, PLACES)).toBeUndefined();
  });

  it.each([true, false])('show without a key how long each text is, sealed together: %s', (together) => {
    const ofItsLength: Sealer = {
      ...sealer(),
      seal: (_customer, _context, value) =>
        `key.${Buffer.alloc(28 + Buffer.byteLength(JSON.stringify(value))).toString('base64url')}`,
    };
    const data = { ...DATA, text: 'Grüezi "Ada"' };
    expect(openData(OWNER, sealData(OWNER, data, PLACES, ofItsLength, together), PLACES, REDACTING)).toMatchObject({
      text: '[redacted, 15 bytes]',
      args: {},
    });
  });

  it('leave the data that is given as it is', () => {
    const before = JSON.stringify(DATA);
    opened(sealed(DATA));
    expect(JSON.stringify(DATA)).toBe(before);
  });
});
