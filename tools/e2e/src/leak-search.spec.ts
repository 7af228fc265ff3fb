import { LeakSearch } from './leak-search';

const WORD = 'Quixwörth';
const asBase64 = (text: string) => Buffer.from(text).toString('base64');

describe('a search for a secret', () => {
  it.each<[string, string | Buffer, string]>([
    ['in clear', `dear ${WORD},`, 'clear'],
    ['in other letters', `dear ${WORD.toUpperCase()},`, 'clear'],
    ['in some other letters', 'dear qUIXwörTH,', 'clear'],
    ['with its marks apart', `dear ${WORD.normalize('NFD')},`, 'clear'],
    ['in Latin-1', Buffer.from(`dear ${WORD},`, 'latin1'), 'Latin-1'],
    ['in UTF-16', Buffer.from(`dear ${WORD},`, 'utf16le'), 'UTF-16, little end first'],
    ['in UTF-16 the other way round', Buffer.from(`dear ${WORD},`, 'utf16le').swap16(), 'UTF-16, big end first'],
    ['in the escapes of JSON', '{"name":"dear Quixw\\u00F6rth"}', 'JSON escapes'],
    [
      'in escapes throughout',
      [...WORD].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      'JSON escapes throughout',
    ],
    ['in a URL', `/find?name=${encodeURIComponent(`dear ${WORD}`).toLowerCase()}`, 'URL encoding'],
    ['in HTML', '<p>dear Quixw&#246;rth</p>', 'HTML entities'],
    ['as hexadecimal', `\\x00${Buffer.from(WORD).toString('hex')}ff`, 'hexadecimal'],
    ['as base64 at the beginning of a group', asBase64(`${WORD} of Bath`), 'base64'],
    ['as base64 one byte into a group', asBase64(`a${WORD} of Bath`), 'base64'],
    ['as base64 two bytes into a group', asBase64(`ab${WORD} of Bath`), 'base64'],
    ['as base64 in small letters', asBase64(`mail ida@${WORD.toLowerCase()}.example`), 'base64'],
  ])('gives the word away %s', (_, content, as) => {
    const search = new LeakSearch(WORD);
    search.look('here', content);
    expect(search.finds).toContainEqual({ where: 'here', as, around: expect.any(String) });
  });

  it('knows both alphabets of base64', () => {
    const word = '>>>???ÿÿÿ';
    for (const encoding of ['base64', 'base64url'] as const) {
      const search = new LeakSearch(word);
      search.look('here', Buffer.from(`a ${word} b`).toString(encoding));
      expect(search.finds.map(({ as }) => as)).toContain('base64');
    }
  });

  it('without the word gives nothing away', () => {
    const search = new LeakSearch(WORD);
    search.look('here', `${asBase64('Quickwörth')} Quickwörth Quixworth ${Buffer.from('quick').toString('hex')}`);
    expect([search.finds, search.bytes > 0]).toEqual([[], true]);
  });
});
