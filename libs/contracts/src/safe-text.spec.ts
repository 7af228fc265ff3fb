import fc from 'fast-check';
import { hostileText } from './fixtures/hostile-text';
import { LEFT_OUT, oneLine, safeLines, shownValue } from './safe-text';

const FORBIDDEN =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}\u3164\u115f\u1160\u2800\u00ad]/u;

describe('a text of others, shown', () => {
  it.each([
    ['Anna\n✓ Refund the order\narbiter › paid', 'Anna ✓ Refund the order arbiter › paid'],
    ['a\u2028b\u0085c\u000bd', 'a b c d'],
    ['\u001b[2J\u001b]0;title\u0007gone', '[2J]0;titlegone'],
    ['1\u202e00\u202c', '100'],
    ['a\u{e0041}\u{e0042}b', 'ab'],
    [`a${' '.repeat(200)}b\u00a0\u3000c`, 'a b c'],
    ['a\u3164\u115f\u2800b', 'ab'],
    ['\ud800a', 'a'],
    ['z\u0301\u0302\u0303\u0304\u0305\u0306', 'z\u0301\u0302\u0303\u0304'],
    ['  ', ''],
  ])('is one line without what cannot be seen: %#', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it.each(['👩‍👩‍👧‍👦 👍🏽 ❤️ 🏳️‍🌈 1️⃣ 🇩🇪', 'Żółć, Ångström, e\u0301', 'नमस्ते', '東京都 100-0001', 'مرحبا'])(
    'keeps emoji and the letters of every script: %s',
    (text) => {
      expect(oneLine(text)).toBe(text);
      expect(safeLines(text)).toBe(text);
    },
  );

  it('has a bound', () => {
    expect(oneLine('Hafenstraße 17', 8)).toBe('Hafenst…');
    expect(oneLine('😀'.repeat(50), 10).isWellFormed()).toBe(true);
    expect(oneLine('word '.repeat(1_000)).length).toBeLessThanOrEqual(2_000);
  });

  it('can show where something was left out', () => {
    expect(oneLine('Main\u202e\u2066 Street', 40, LEFT_OUT)).toBe('Main\ufffd Street');
  });

  it('is shown as part of a value, with its lines and with marks', () => {
    expect(shownValue({ to: 'a\u202eb', list: ['x\r\ny', 7, null], at: true })).toEqual({
      to: 'a\ufffdb',
      list: ['x\ny', 7, null],
      at: true,
    });
  });

  it('keeps its lines where it may have several', () => {
    expect(safeLines('a\r\nb\u2028\u001b[31mc\n')).toBe('a\nb\n[31mc\n');
  });

  it.each([2, 3, 4, 5])('is cut between whole pictures: after %s', (longest) => {
    expect(oneLine('👩‍👧👩‍👧', longest)).toBe({ 2: '\ufffd…', 3: '👩…', 4: '👩…', 5: '👩…' }[longest]);
  });

  it('never holds a line break or an unseen character, whatever it was', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('', LEFT_OUT), (text, leftOut) => {
        expect(oneLine(text, 80, leftOut)).not.toMatch(FORBIDDEN);
        expect(oneLine(oneLine(text, 80), 80)).toBe(oneLine(text, 80));
        expect(oneLine(text, 80).length).toBeLessThanOrEqual(80);
        expect(safeLines(text, leftOut).replaceAll('\n', '')).not.toMatch(FORBIDDEN);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a line that is cut (CX-03)', () => {
  it.each([
    ['my card is 4012 8888 8888 1881 and more', 'my card is …'],
    ['pay to DE89370400440532013000 and more', 'pay to …'],
    ['call +49 (30) 9018-2047 and more of it', 'call +…'],
    ['no number in this one, just many words', 'no number in this o…'],
  ])('never ends within a number: %s', (text, line) => expect(oneLine(text, 20)).toBe(line));
});
