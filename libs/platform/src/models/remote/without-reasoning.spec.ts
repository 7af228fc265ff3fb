import { WithoutReasoning } from './without-reasoning';

/** Said of the text, cut at these places. */
function said(text: string, cuts: readonly number[]): string {
  const filter = new WithoutReasoning();
  const pieces = [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
  return pieces.map((piece) => filter.add(piece)).join('') + filter.end();
}
const everyCut = (text: string): readonly (readonly number[])[] => [
  [],
  ...Array.from(text, (_, index) => [index]),
  Array.from(text, (_, index) => index),
];

describe('a text without its reasoning', () => {
  it.each([
    ['<think>secret plan</think>Hello.', 'Hello.'],
    ['Hello <THINKING>secret plan</thinking>there.', 'Hello there.'],
    ['a <reasoning>secret </think> still</reasoning>b <think>secret</think>c', 'a b c'],
    ['Hello. <think>secret that never ends', 'Hello. '],
    ['1 < 2 and <b>bold</b> <thin', '1 < 2 and <b>bold</b> <thin'],
    ['', ''],
  ])('%j is %j, wherever it is cut (CX-09)', (text, expected) => {
    for (const cuts of everyCut(text)) expect(said(text, cuts)).toBe(expected);
  });

  it('is none when it does not say where the reasoning began', () => {
    for (const cuts of everyCut('secret plan</think>Hello.'))
      expect(() => said('secret plan</think>Hello.', cuts)).toThrow(
        expect.objectContaining({ code: 'reasoning_leaked' }),
      );
  });

  it('holds no more of an endless thought than a tag', () => {
    const filter = new WithoutReasoning();
    filter.add('<think>');
    for (let piece = 0; piece < 1_000; piece += 1) expect(filter.add('x'.repeat(1_000))).toBe('');
    expect(filter.add('</think>well')).toBe('well');
  });
});
