import { upcast } from './upcast';

describe('old facts', () => {
  it('read as what they mean today: a turn of version 1 was written in English', () => {
    expect(upcast('turn.received', 1, 2, { text: 'hello' })).toEqual({ locale: 'en', channelMetadata: {}, text: 'hello' });
  });

  it('of the current version read as they stand', () => {
    const data = { locale: 'de', text: 'hallo' };
    expect(upcast('turn.received', 2, 2, data)).toBe(data);
  });

  it('whose version nobody can lift are refused, naming the step that is missing', () => {
    expect(() => upcast('turn.routed', 1, 2, {})).toThrow('no upcaster takes turn.routed from version 1 to 2');
  });
});
