import type { Tagged } from '@arbiter/contracts';
import { utteranceOf } from './utterance';

const wordsOf = (text: string, ...personal: readonly Tagged[]): readonly string[] =>
  utteranceOf(text, personal).tokens.map(({ word }) => word);

describe('numbers in a row', () => {
  it.each([
    ['refund 1003 4012 8888 8888 1881', ['refund', '1003 4012 8888 8888 1881']],
    ['refund 1003\t1004', ['refund', '1003\t1004']],
    ['refund 1003 4012-8888-8888-1881', ['refund', '1003 4012-8888-8888-1881']],
    ['call +49 30 1003 1004', ['call', '49 30 1003 1004']],
  ])('are one number: %s', (text, words) => expect(wordsOf(text)).toEqual(words));

  it.each([
    ['refund 1003, 1004', ['refund', '1003', '1004']],
    ['refund 1003 and 1004', ['refund', '1003', 'and', '1004']],
    ['refund\n1003\n1004', ['refund', '1003', '1004']],
    ['refund 35.85 of 1003', ['refund', '35.85', 'of', '1003']],
    ['refund 1003 35.85 EUR', ['refund', '1003', '35.85', 'eur']],
    ['order 1003 2026-11-22', ['order', '1003', '2026-11-22']],
    ['at 1003 14:30', ['at', '1003', '14:30']],
  ])('are several where a mark or a word parts them, or one is an amount or a day: %s', (text, words) =>
    expect(wordsOf(text)).toEqual(words),
  );
});

describe('personal values', () => {
  it('are one word each, whatever they are written with, and digits beside a number belong to it', () => {
    expect(wordsOf('note ida.marsh@example.com.', { dataClass: 'email', value: 'ida.marsh@example.com' })).toEqual([
      'note',
      'ida.marsh@example.com',
    ]);
    const card = { dataClass: 'card', value: '4012\n8888, 8888\n1881' } as const;
    expect(wordsOf('refund 1003 4012\n8888, 8888\n1881 now', card)).toEqual([
      'refund',
      '1003 4012\n8888, 8888\n1881',
      'now',
    ]);
  });

  it('keep the marks that they begin and end with, wherever a text is cut', () => {
    const { tokens, text } = utteranceOf('my phone: (+49) 30 9018', [{ dataClass: 'phone', value: '(+49) 30 9018' }]);
    expect(text.slice(tokens[2]?.start, tokens[2]?.end)).toBe('(+49) 30 9018');
  });

  it('of several words keep them, and no clause begins within', () => {
    const { tokens } = utteranceOf('send it to 12 Kent Road, London. Thanks', [
      { dataClass: 'address', value: '12 Kent Road, London' },
    ]);
    expect(tokens.filter(({ opensClause }) => opensClause).map(({ word }) => word)).toEqual(['send', 'thanks']);
  });
});
