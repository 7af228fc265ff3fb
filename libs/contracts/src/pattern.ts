/**
 * Regular expressions that come with an artifact, from whatever file. JavaScript's engine tries one way after another
 * of matching a text, so a pattern is only taken when the number of its ways is small, and a text only when the pattern
 * gets through all of them soon: no text of a stranger and no pattern of a tenant holds a service up.
 */
export interface CompiledPattern {
  /** Whether the text holds what the pattern describes, as JSON Schema has it. */
  readonly test: (text: string) => boolean;
  /** Whether the text as a whole is what the pattern describes. */
  readonly fits: (text: string) => boolean;
}

const MAXIMUM_LENGTH = 200;
/** Steps of the engine for one text, about a tenth of a second. A text that could take more does not match. */
const MAXIMUM_STEPS = 20_000_000;
const LONGEST_TEXT = 10_000;
/** A pattern that could not even take a text of this length within the steps is refused. */
const SHORTEST_TEXT = 100;
const MAXIMUM_CACHED = 500;

const CLASS = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gsu;

/** The pattern with a letter for each escape and each class of characters: those hold no structure. */
const structureOf = (source: string): string => source.replaceAll(CLASS, 'x');

const cache = new Map<string, CompiledPattern>();

/** The pattern, compiled once. Throws what `RegExp` throws. */
export function compiledPattern(source: string): CompiledPattern {
  const known = cache.get(source);
  if (known) return known;
  const [part, whole] = [new RegExp(source, 'u'), new RegExp(`^(?:${source})$`, 'u')];
  const longest = patternProblem(source) === null ? longestTextOf(source) : 0;
  const compiled: CompiledPattern = {
    test: (text) => text.length <= longest && part.test(text),
    fits: (text) => text.length <= longest && whole.test(text),
  };
  if (cache.size >= MAXIMUM_CACHED) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

/**
 * What makes a pattern of an artifact unfit, or null. It must not backtrack far: at most one unbounded repetition, no
 * repeated group, no look-around, no back reference, and few ways to match by what it counts, may leave out or chooses
 * from.
 */
export function patternProblem(source: string): string | null {
  if (source.length > MAXIMUM_LENGTH) return `is longer than ${MAXIMUM_LENGTH} characters`;
  try {
    new RegExp(source, 'u').test('');
  } catch (error) {
    return `is not a regular expression: ${(error as Error).message}`;
  }
  if (/\\[1-9k]/.test(source)) return 'refers back to a group';
  const structure = structureOf(source);
  if (/\(\?(?!:)/.test(structure)) return 'looks around or names a group';
  if (/\)[*+?{]/.test(structure)) return 'repeats a group';
  if ((structure.match(UNBOUNDED) ?? []).length > 1) return 'repeats without bound more than once';
  if (longestTextOf(source) < SHORTEST_TEXT)
    return 'may match a text in too many ways, by what it counts or chooses from';
  return null;
}

const UNBOUNDED = /[*+]|\{\d+,\}/g;
const COUNTED = /\{(\d+),(\d+)\}/g;

/**
 * How long a text may be: the ways of matching it, each tried from every place at which a match may begin and each as
 * long as the pattern, take no more than the steps that there are.
 */
function longestTextOf(source: string): number {
  const structure = structureOf(source).replaceAll('(?:', '(');
  const counted = [...structure.matchAll(COUNTED)].map(([, least, most]) => Number(most) - Number(least) + 1);
  const leftOut = structure.match(/\?/g)?.length ?? 0;
  const chosen = structure.match(/\|/g)?.length ?? 0;
  const ways = counted.reduce((product, factor) => product * factor, 2 ** (leftOut + chosen));
  const unbounded = structure.match(UNBOUNDED)?.length ?? 0;
  const growing = structure.startsWith('^') && chosen === 0 ? unbounded : unbounded + 1;
  const texts = MAXIMUM_STEPS / (ways * structure.length);
  if (growing === 0) return texts < 1 ? 0 : LONGEST_TEXT;
  return Math.min(LONGEST_TEXT, Math.floor(texts ** (1 / growing)));
}
