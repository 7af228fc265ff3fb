import { REDACTING, type Sealer } from '../sealing';
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
const sealed = (data: Record<string, unknown>) => sealData(OWNER, data, PLACES, sealer());
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

  it('are read as they were', () => {
    for (const data of [
      DATA,
      { ...DATA, text: '' },
      { ...DATA, text: null, args: {} },
      { ...DATA, text: '', answer: null },
      { code: 'a', answer: null },
    ])
      expect(opened(sealed(data))).toEqual(data);
  });

  it('stand in their place where there is one', () => {
    const text = { sealed: JSON.stringify(['run-shop-1@3#text', 'hello']) };
    expect(sealed({ text: 'hello', args: {} })).toEqual({ data: { text, args: {} } });
  });

  it('read as erased, each in its way, once the key is gone', () => {
    expect(opened(sealed(DATA), false)).toEqual({
      code: 'a',
      text: '[erased]',
      args: {},
      answer: { kind: 'chosen', value: null },
    });
    expect(opened(sealed({ text: 'hello' }), false)).toEqual({ text: '[erased]' });
  });

  it('do not open where their cipher was put at another place, or into another event', () => {
    const { args } = sealed({ args: { order: 1 } }).data;
    expect(() => opened({ data: { text: args } })).toThrow('sealed for run-shop-1@3#args');
    expect(() => openData({ ...OWNER, version: 4 }, sealed(DATA), PLACES, sealer())).toThrow(
      'sealed for run-shop-1@3#*',
    );
  });

  it('name their key wherever their cipher stands', () => {
    expect(cipherIn(sealed(DATA), PLACES)).toContain('run-shop-1@3#*');
    expect(cipherIn(sealed({ answer: { value: 'blue' } }), PLACES)).toContain('run-shop-1@3#answer.value');
    expect(cipherIn({ data: { code: 'a' } }, PLACES)).toBeUndefined();
  });

  it('show without a key how long each text is', () => {
    const ofItsLength: Sealer = {
      ...sealer(),
      seal: (_customer, _context, value) =>
        `key.${Buffer.alloc(28 + Buffer.byteLength(JSON.stringify(value))).toString('base64url')}`,
    };
    const shown = (data: Record<string, unknown>) =>
      openData(OWNER, sealData(OWNER, data, PLACES, ofItsLength), PLACES, REDACTING);
    const [text, redacted] = ['Grüezi "Ada"', '[redacted, 15 bytes]'];
    expect(shown({ ...DATA, text })).toMatchObject({ text: redacted, args: {} });
    expect(shown({ text })).toEqual({ text: redacted });
  });

  it('leave the data that is given as it is', () => {
    const before = JSON.stringify(DATA);
    opened(sealed(DATA));
    expect(JSON.stringify(DATA)).toBe(before);
  });
});
