import { excerpt } from './excerpt';

describe('excerpt (CX-03)', () => {
  it('is the whole text where that is short enough', () => expect(excerpt(' as it is ', 10)).toBe(' as it is '));

  it.each([
    ['ends between two words', 'one two three', 9, 'one two'],
    ['of one long word is cut anywhere', 'abcdefghij', 4, 'abcd'],
    ['never ends within a number', 'my card is 4012 8888 8888 1881 now', 25, 'my card is'],
  ])('%s', (_, text, longest, expected) => expect(excerpt(text, longest)).toBe(expected));

  it('never ends within a personal value', () => {
    const text = 'my IBAN is GB29 NWBK 6016 1331 9268 19 and no other';
    const personal = [{ dataClass: 'iban', value: 'GB29 NWBK 6016 1331 9268 19' }] as const;
    expect(excerpt(text, 25, personal)).toBe('my IBAN is');
    expect(excerpt(text, 40, personal)).toBe('my IBAN is GB29 NWBK 6016 1331 9268 19');
  });
});
