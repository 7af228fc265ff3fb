import type { DataClass, Tagged } from '@arbiter/contracts';
import { spelled, type Token } from './tokens';

/** Only blanks stand between numbers in a row: no "and", no comma, no line break. */
const BLANKS = /^[^\S\n]+$/u;
/** Digits, in groups that dashes hold together as well; no day, no amount. */
const NUMBER = /^(?!\d{4}-\d\d?-\d\d?$|\d\d?-\d\d?-\d{2,4}$)\p{N}+(?:-\p{N}+)*$/u;
const LETTER = /\p{L}/u;
/** Several words each: they stay words, and none of them opens a clause. */
const WORDED: ReadonlySet<DataClass> = new Set(['address', 'person']);

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isWorded: boolean;
}

/**
 * The tokens of a spelled text once more, with each number that is written in pieces, and each personal value, as one:
 * no part of it is a word of the text. "1003 4012 8888" is one number, "1003, 4012 and 8888" are three.
 */
export function joinedTokens(tokens: readonly Token[], text: string, personal: readonly Tagged[]): readonly Token[] {
  const values = personal.length === 0 ? [] : spansOf(text, personal);
  const joined: Token[] = [];
  for (const single of tokens) {
    const last = joined.at(-1);
    const value = values.find(({ start, end }) => start < single.end && single.start < end);
    const token = value === undefined || value.isWorded ? single : spanning(single, value, text);
    const isInside = value !== undefined && last !== undefined && value.start < last.end;
    if (value?.isWorded) joined.push(isInside ? { ...token, opensClause: false, opensSentence: false } : token);
    else if (last && (isInside || isInRow(last, token, text))) joined[joined.length - 1] = spanning(last, token, text);
    else joined.push(token);
  }
  return joined;
}

/** The marks at the ends of a value belong to it: "+49 30 1234". */
function spanning(first: Token, other: Pick<Token, 'start' | 'end'>, text: string): Token {
  const [start, end] = [Math.min(first.start, other.start), Math.max(first.end, other.end)];
  return { ...first, start, end, word: text.slice(start, end).toLowerCase(), isWhole: true };
}

const isInRow = (last: Token, token: Token, text: string): boolean =>
  isNumber(last) && isNumber(token) && BLANKS.test(text.slice(last.end, token.start));

const isNumber = ({ word, isWhole }: Token): boolean => (isWhole ? !LETTER.test(word) : NUMBER.test(word));

function spansOf(text: string, personal: readonly Tagged[]): readonly Span[] {
  const found = personal.flatMap(({ dataClass, value }) => {
    const sought = spelled(value);
    const spans: Span[] = [];
    if (sought === '') return spans;
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
      spans.push({ start: at, end: at + sought.length, isWorded: WORDED.has(dataClass) });
    return spans;
  });
  return found.sort((one, other) => one.start - other.start);
}
