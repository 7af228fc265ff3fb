import { compiledPattern, type CompiledPattern, type Question } from '@arbiter/contracts';
import type { Language } from '../../../language';
import { memoiseEach } from '../../../memoise';
import { sharedTable } from '../../../language/phrases';
import type { Token } from '../../../language/tokens';
import { coveredBy, type Utterance } from '../../../language/utterance';
import type { Found } from './found';

/** An identifier is at most this many words and this long; a tenant's pattern never sees more text at once. */
const LONGEST_IN_WORDS = 3;
const LONGEST_IN_CHARACTERS = 64;
const CHUNK = /[^\s,;!?"'()[\]<>]+/gu;
const WRAPPING = /^[#.:*_-]+|[.:*_-]+$/gu;

type Pattern = Pick<Question, 'pattern' | 'cues'>;

/**
 * Everything in the text that the pattern matches as a whole, in the spelling that matches; without a pattern, every
 * word with a digit.
 */
export const identifiersIn = ({ pattern }: Pattern, utterance: Utterance): readonly Found[] =>
  foundBy(utterance, matcherOf(pattern));

const foundBy = memoiseEach((utterance: Utterance, matches: Matcher): readonly Found[] => {
  const chunks = Array.from(utterance.text.matchAll(CHUNK), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: Found[] = [];
  let token = 0;
  for (let position = 0; position < chunks.length;) {
    const match = longestAt(position, chunks, utterance.text, matches);
    if (match) {
      while ((utterance.tokens[token]?.end ?? Number.POSITIVE_INFINITY) <= match.start) token += 1;
      const index = token;
      while ((utterance.tokens[token]?.start ?? Number.POSITIVE_INFINITY) < match.end) token += 1;
      const isWhole = !utterance.tokens.slice(index, token).some((one) => isCut(one, match));
      if (token > index && isWhole) found.push({ value: match.value, index, end: token });
    }
    position += match?.chunks ?? 1;
  }
  return found;
});

const isCut = ({ isWhole, start, end }: Token, match: Span): boolean =>
  isWhole === true && (start < match.start || end > match.end);

type Span = { readonly start: number; readonly end: number };

function longestAt(position: number, chunks: readonly Span[], text: string, matches: Matcher) {
  for (let length = LONGEST_IN_WORDS; length > 0; length -= 1) {
    const [first, last] = [chunks[position], chunks[position + length - 1]];
    if (!first || !last || last.end - first.start > LONGEST_IN_CHARACTERS) continue;
    const value = matches(text.slice(first.start, last.end).replace(WRAPPING, ''));
    if (value !== null) return { value, start: first.start, end: last.end, chunks: length };
  }
  return null;
}

/**
 * The spelling of a text that a pattern matches. One a pattern, so that many questions with the same pattern read a
 * text once.
 */
type Matcher = (text: string) => string | null;

const matchers = new Map<string, Matcher>();
const MAXIMUM_PATTERNS = 500;

const withDigit: Matcher = (text) => (/\p{N}/u.test(text) && !/\s/u.test(text) ? text : null);

function matcherOf(pattern: string | undefined): Matcher {
  if (pattern === undefined) return withDigit;
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const expression = compiled(pattern);
  const matcher: Matcher = (text) =>
    expression?.fits(text)
      ? text
      : ([text.toUpperCase(), text.toLowerCase()].find((spelling) => spelling !== text && expression?.fits(spelling)) ??
        null);
  if (matchers.size >= MAXIMUM_PATTERNS) matchers.clear();
  matchers.set(pattern, matcher);
  return matcher;
}

/** A pattern that is no regular expression matches nothing: a session must not get stuck because of it. */
function compiled(pattern: string): CompiledPattern | null {
  try {
    return compiledPattern(pattern);
  } catch {
    return null;
  }
}

/** The positions of the cue words ("order", "order number") of a question. */
export const cuesIn = ({ cues = [] }: Pattern, utterance: Utterance): ReadonlySet<number> =>
  coveredBy(utterance, sharedTable({ cue: cues }));

/** A cue comes right before it, with only empty words in between: "order number is 1002", "#1002". */
export function isCued(
  found: Found,
  cues: ReadonlySet<number>,
  question: Pattern,
  utterance: Utterance,
  words: Language,
): boolean {
  const start = utterance.tokens[found.index]?.start ?? 0;
  if (question.cues?.includes('#') && utterance.text[start - 1] === '#') return true;
  for (let index = found.index - 1; index >= 0; index -= 1) {
    if (cues.has(index)) return true;
    if (!words.neutral.has(utterance.tokens[index]?.word ?? '')) return false;
  }
  return false;
}
