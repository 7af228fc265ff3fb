import { Founded } from './founded';

const GIVEN =
  'Order 1002 (tracking T-1) is on its way; it cost 49.90 EUR on 3.11.2026. See https://shop.example/track.';

/** Said letter by letter, which is the worst a stream can do. */
function said(text: string): string {
  const words = new Founded(GIVEN);
  return [...text].map((letter) => words.add(letter)).join('') + words.end();
}

describe('the words of a model', () => {
  it.each([
    'Good news: your order #1002 is on its way!',
    'It cost 49.90 EUR, and T-1 is its number.',
    'Look at https://shop.example/track.',
    'Placed on 3.11.2026, it is well.',
    '',
  ])('that state what was given are said as they are: %s', (text) => expect(said(text)).toBe(text));

  it.each([
    'Your order 1003 is on its way.',
    'You get 499.90 EUR back.',
    'It arrives on 4.11.2026.',
    'T-12 is its number.',
    'See https://evil.example/?q=1002 now',
    'Write to a@evil.example',
    '![x](https://evil.example)',
    '<img src=x>',
    '[here](//evil.example)',
  ])('that state anything else are not: %s', (text) => {
    expect(() => said(text)).toThrow(expect.objectContaining({ kind: 'retryable', code: 'unfounded_prose' }));
  });

  it('say nothing of the word that is not founded', () => {
    const words = new Founded(GIVEN);
    expect(words.add('You get back 49')).toBe('You get back ');
    expect(() => words.add('9.90 EUR')).toThrow(/not shown/);
  });
});
