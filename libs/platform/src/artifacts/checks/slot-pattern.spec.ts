import { patternProblem } from './slot-pattern';

describe('a slot pattern', () => {
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
  ])('%s is not', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
  });
});
