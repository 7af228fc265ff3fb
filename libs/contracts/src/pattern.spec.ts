import { compiledPattern, patternProblem } from './pattern';

describe('a pattern of an artifact', () => {
  it.each(['^\\d{4}$', '^[A-Z]{2}-\\d{1,6}$', '^(?:gold|silver)-\\d+$', '^\\(\\d{3}\\)\\+$', '[(]+'])(
    '%s is simple enough',
    (pattern) => {
      expect(patternProblem(pattern)).toBeNull();
    },
  );

  it.each([
    ['^(\\d+)+$', 'repeats a group'],
    ['^(?:a|aa){2,9}$', 'repeats a group'],
    ['\\d+\\d+x', 'repeats without bound more than once'],
    ['\\d{2,}.*', 'repeats without bound more than once'],
    ['(a)\\1', 'refers back to a group'],
    ['(?<x>a)\\k<x>', 'refers back to a group'],
    ['^(?=a)', 'looks around or names a group'],
    ['(?<!a)b', 'looks around or names a group'],
    ['[', 'is not a regular expression'],
    ['a'.repeat(201), 'is longer than 200 characters'],
    [`${'a?'.repeat(60)}${'a'.repeat(60)}`, 'too many ways'],
    [`^${'(a|a)'.repeat(38)}$`, 'too many ways'],
    [`${'a{0,999}'.repeat(4)}x`, 'too many ways'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'repeats a group'],
    ['^(?:x+x+)+y$', 'repeats a group'],
  ])('%s is not', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
  });
});

/** Patterns of all parts that the guard knows, at random: which of them it takes is for it to say. */
function* generated(count: number): Generator<string> {
  const atoms = ['a', '[ab]', '\\w', '.', '(a|b)', '(?:a|ab)', '(a|a)', 'b'];
  const counts = ['', '', '?', '*', '+', '{0,9}', '{1,99}', '{2,}', '+?', '{0,999}'];
  let seed = 7;
  const any = (list: readonly string[]): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return list[(seed >> 8) % list.length]!;
  };
  for (let index = 0; index < count; index += 1) {
    const parts = Array.from({ length: 1 + (index % 12) }, () => any(atoms) + any(counts));
    yield any(['', '^']) + parts.join('') + any(['', '$', 'x$']);
  }
}

const EVIL = ['a', 'ab'].map((part) => `${part.repeat(5_000).slice(0, 9_990)}!`);

it('no pattern that is taken holds the process up, whatever the text (generated)', () => {
  const patterns = [...generated(800)].filter((pattern) => patternProblem(pattern) === null);
  expect(patterns.length).toBeGreaterThan(50);
  for (const pattern of patterns) {
    const { test, fits } = compiledPattern(pattern);
    for (const text of EVIL) expect([test(text), fits(text), test(text.slice(-1_500))]).toHaveLength(3);
  }
});

it('a pattern that is not taken matches nothing, and a text that would take too long does not match', () => {
  expect(compiledPattern('^(a+)+$').test('a')).toBe(false);
  expect(compiledPattern('a+b').test(`${'a'.repeat(9_000)}b`)).toBe(false);
  expect(compiledPattern('^.{1,5000}$').test('a'.repeat(5_000))).toBe(true);
});

it.each([
  ['^INV-\\d{4,6}$', 'INV-2001', 'an INV-2001'],
  ['gold|silver', 'gold', 'golden'],
  ['^[A-Z]{3}$', 'EUR', 'EURO'],
  ['^(INV-\\d{4,6}|P-\\d{3})$', 'P-115', 'P-1150'],
  ['^\\p{L}{1,50}$', 'Müller', 'Müller 2'],
  ['^[^@\\s]{1,64}@[^@\\s]{1,99}$', 'ada@example.org', 'ada at example.org'],
])('%s is an ordinary pattern: %s fits it as a whole, %s does not', (pattern, fitting, other) => {
  expect(patternProblem(pattern)).toBeNull();
  expect([fitting, other].map(compiledPattern(pattern).fits)).toEqual([true, false]);
});
