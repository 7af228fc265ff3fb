import { Haystack } from './haystack';

const WORD = 'Quixworth';
const asBase64 = (text: string) => Buffer.from(text).toString('base64');

describe('a haystack', () => {
  it.each([
    ['in clear', `dear ${WORD},`, 'clear'],
    ['in other letters', `dear ${WORD.toUpperCase()},`, 'clear'],
    ['as hexadecimal', `\\x00${Buffer.from(WORD).toString('hex')}ff`, 'hexadecimal'],
    ['as base64 at the beginning of a group', asBase64(`${WORD} of Bath`), 'base64'],
    ['as base64 one byte into a group', asBase64(`a${WORD} of Bath`), 'base64'],
    ['as base64 two bytes into a group', asBase64(`ab${WORD} of Bath`), 'base64'],
    ['as base64 in small letters', asBase64(`mail ida@${WORD.toLowerCase()}.example`), 'base64'],
  ])('gives the word away %s', (_, content, as) => {
    const haystack = new Haystack(WORD);
    haystack.look('here', content);
    expect(haystack.finds).toContainEqual({ where: 'here', as, around: expect.any(String) });
  });

  it('without the word gives nothing away', () => {
    const haystack = new Haystack(WORD);
    haystack.look('here', `${asBase64('Quickworth')} Quickworth ${Buffer.from('quick').toString('hex')}`);
    expect([haystack.finds, haystack.bytes > 0]).toEqual([[], true]);
  });
});
