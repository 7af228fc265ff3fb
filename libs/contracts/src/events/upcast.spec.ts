import { upcast } from './upcast';

describe('facts of an earlier schema version', () => {
  const upcasters = {
    'turn.received': {
      1: (data: object) => ({ locale: 'en', ...data }),
      2: ({ text, ...data }: Record<string, unknown>) => ({ ...data, said: text }),
    },
  };

  it('are lifted from version to version, from the one they were written as', () => {
    expect(upcast('turn.received', 1, 3, { text: 'hello' }, upcasters)).toEqual({ locale: 'en', said: 'hello' });
    expect(upcast('turn.received', 2, 3, { locale: 'de', text: 'hallo' }, upcasters)).toEqual({
      locale: 'de',
      said: 'hallo',
    });
  });

  it('of the present version are read as they are', () => {
    const data = { text: 'hello' };
    expect(upcast('turn.received', 3, 3, data, upcasters)).toBe(data);
  });

  it('cannot be read when a step is missing', () => {
    expect(() => upcast('turn.received', 1, 4, {}, upcasters)).toThrow(
      'no upcaster takes turn.received from version 3 to 4',
    );
    expect(() => upcast('turn.routed', 1, 2, {})).toThrow('no upcaster takes turn.routed from version 1 to 2');
  });
});
