const MAXIMUM_LENGTH = 200;
const CLASS = /\\.|\[(?:\\.|[^\]\\])*\]/gs;

/**
 * What makes a slot's pattern unfit, or null. Text from strangers is matched against it, so it must not backtrack far:
 * at most one unbounded repetition, no repeated group, no look-around, no back reference.
 */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > MAXIMUM_LENGTH) return `is longer than ${MAXIMUM_LENGTH} characters`;
  try {
    new RegExp(pattern, 'u').test('');
  } catch (error) {
    return `is not a regular expression: ${(error as Error).message}`;
  }
  if (/\\[1-9k]/.test(pattern)) return 'refers back to a group';
  // Escapes and character classes hold no structure; one letter stands for each.
  const structure = pattern.replaceAll(CLASS, 'x');
  if (/\(\?(?!:)/.test(structure)) return 'looks around or names a group';
  if (/\)[*+?{]/.test(structure)) return 'repeats a group';
  if ((structure.match(/[*+]|\{\d+,\}/g) ?? []).length > 1) return 'repeats without bound more than once';
  return null;
}
