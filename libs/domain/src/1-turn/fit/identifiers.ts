import type { Question } from '@arbiter/contracts';
import type { Language } from '../languages';
import { phrasesIn, phraseTable } from '../phrases';
import type { Utterance } from '../utterance';
import type { Found } from './found';

/** An identifier is at most this many words and this long; a tenant's pattern never sees more text at once. */
const LONGEST_IN_WORDS = 3;
const LONGEST_IN_CHARACTERS = 64;
const CHUNK = /[^\s,;!?"'()[\]<>]+/gu;
const WRAPPING = /^[#.:*_-]+|[.:*_-]+$/gu;

type Pattern = Pick<Question, 'pattern' | 'cues'>;

/** Everything in the text that the pattern matches as a whole, in the spelling that matches; without a pattern, every word with a digit. */
export function identifiersIn(question: Pattern, utterance: Utterance): readonly Found[] {
  const matches = matcherOf(question.pattern);
  const chunks = Array.from(utterance.text.matchAll(CHUNK), (match) => ({ start: match.index, end: match.index + match[0].length }));
  const found: Found[] = [];
  let token = 0;
  for (let position = 0; position < chunks.length; ) {
    const match = longestAt(position, chunks, utterance.text, matches);
    if (match) {
      while ((utterance.tokens[token]?.end ?? Number.POSITIVE_INFINITY) <= match.start) token += 1;
      const index = token;
      while ((utterance.tokens[token]?.start ?? Number.POSITIVE_INFINITY) < match.end) token += 1;
      if (token > index) found.push({ value: match.value, index, end: token });
    }
    position += match?.chunks ?? 1;
  }
  return found;
}

type Span = { readonly start: number; readonly end: number };

function longestAt(position: number, chunks: readonly Span[], text: string, matches: (text: string) => string | null) {
  for (let length = LONGEST_IN_WORDS; length > 0; length -= 1) {
    const [first, last] = [chunks[position], chunks[position + length - 1]];
    if (!first || !last || last.end - first.start > LONGEST_IN_CHARACTERS) continue;
    const value = matches(text.slice(first.start, last.end).replace(WRAPPING, ''));
    if (value !== null) return { value, start: first.start, end: last.end, chunks: length };
  }
  return null;
}

const patterns = new Map<string, RegExp | null>();
const MAXIMUM_PATTERNS = 500;

function matcherOf(pattern: string | undefined): (text: string) => string | null {
  if (pattern === undefined) return (text) => (/\p{N}/u.test(text) && !/\s/u.test(text) ? text : null);
  const expression = compiledPattern(pattern);
  return (text) => [text, text.toUpperCase(), text.toLowerCase()].find((spelling) => expression?.test(spelling)) ?? null;
}

/** A pattern that is no regular expression matches nothing: a session must not stand still because of it. */
function compiledPattern(pattern: string): RegExp | null {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  let expression: RegExp | null = null;
  try {
    expression = new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    expression = null;
  }
  if (patterns.size >= MAXIMUM_PATTERNS) patterns.clear();
  patterns.set(pattern, expression);
  return expression;
}

/** The positions of the cue words ("order", "order number") of a question. */
export function cuesIn(question: Pattern, utterance: Utterance): ReadonlySet<number> {
  const hits = phrasesIn(phraseTable({ cue: question.cues ?? [] }), utterance.text, utterance.tokens);
  return new Set(hits.flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset)));
}

/** A cue stands right before it, or only words that say nothing in between: "order number is 1002", "#1002". */
export function isCued(found: Found, cues: ReadonlySet<number>, question: Pattern, utterance: Utterance, words: Language): boolean {
  const start = utterance.tokens[found.index]?.start ?? 0;
  if (question.cues?.includes('#') && utterance.text[start - 1] === '#') return true;
  for (let index = found.index - 1; index >= 0; index -= 1) {
    if (cues.has(index)) return true;
    if (!words.neutral.has(utterance.tokens[index]?.word ?? '')) return false;
  }
  return false;
}
