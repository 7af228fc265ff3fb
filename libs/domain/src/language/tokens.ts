/** One word of a text, in lower case, with its place in the text. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** the first word of the text, or one that follows a mark which ends a clause */
  readonly opensClause: boolean;
  /** the same of a mark that ends a sentence */
  readonly opensSentence: boolean;
  /** it is in quotation marks: mentioned, not said */
  readonly quoted: boolean;
  /** it is a misspelling, and this is the probable word: enough to understand, never enough to act on */
  readonly isGuessed?: boolean;
  /** it is a number that is written in pieces, or a personal value: no part of it is a word or an identifier */
  readonly isWhole?: true;
}

/**
 * Letters and digits, held together by apostrophes, hyphens and underscores, and by marks inside numbers and dates; and
 * the signs that say yes, no, or that nothing is meant.
 */
const WORD = /[👍👎👌✅❌🚫⛔😂🤣😉🙄😜🙃😏]|[\p{L}\p{N}]+(?:(?:['_-]|(?<=\p{N})[.,:/](?=\p{N}))[\p{L}\p{N}]+)*/gu;
const CLAUSE_END = /[.,;:!?\n…–—]|\s-\s/u;
const SENTENCE_END = /[.;!?\n…]/u;
const QUOTE = /["«»`']|^\s*>/mu;
const QUOTED = /"[^"]*"|«[^»]*»|»[^«]*«|`[^`]*`|(?<=^|\s)'[^']*'(?=$|[\s.,;:!?])/gu;

const QUOTED_LINE = /^\s*>.*$/gmu;

/** Letters, digits and marks of East Asian width. */
const WIDE = /[\uff01-\uff5e]/gu;
const narrow = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);

/** Digits of other scripts; each script has its ten in a row. */
const DIGIT = /(?![0-9])\p{Nd}/gu;
const ZEROS = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20];
function inAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
}

/** The one spelling that everything else reads: composed letters, straight quotation marks, no space around it. */
export const spelled = (text: string): string =>
  text
    .normalize('NFC')
    .replace(WIDE, narrow)
    .replace(DIGIT, inAscii)
    .replace(/[‘’]|(?<=\p{L})[´`ʼ′](?=\p{L})/gu, "'")
    .replace(/[“”„]/gu, '"')
    .trim();

/** The words of a text that has been `spelled`. */
export function tokensOf(text: string): readonly Token[] {
  const quotes = quotedSpans(text);
  let quote = 0;
  let previousEnd = 0;
  return Array.from(text.matchAll(WORD), (match) => {
    const start = match.index;
    const end = start + match[0].length;
    while ((quotes[quote]?.[1] ?? Number.POSITIVE_INFINITY) <= start) quote += 1;
    const isBeside = start === previousEnd + 1 && text[previousEnd] === ' ';
    const between = isBeside ? '' : text.slice(previousEnd, start);
    const token = {
      word: match[0].toLowerCase(),
      start,
      end,
      opensClause: previousEnd === 0 || (!isBeside && CLAUSE_END.test(between)),
      opensSentence: previousEnd === 0 || (!isBeside && SENTENCE_END.test(between)),
      quoted: (quotes[quote]?.[0] ?? Number.POSITIVE_INFINITY) < start,
    };
    previousEnd = end;
    return token;
  });
}

/** A text that is quoted as a whole counts as said, not mentioned; a quoted line of a mail never does. */
function quotedSpans(text: string): readonly (readonly [number, number])[] {
  if (!QUOTE.test(text)) return [];
  const spans = (pattern: RegExp) =>
    Array.from(text.matchAll(pattern), (match) => [match.index, match.index + match[0].length] as const);
  return [...spans(QUOTED).filter(([from, to]) => to - from < text.length), ...spans(QUOTED_LINE)].sort(
    ([one], [other]) => one - other,
  );
}

/** The text is in quotation marks from beginning to end. */
export const isQuotedWhole = (text: string): boolean => /^(?:"[^"]*"|«[^»]*»|»[^«]*«|`[^`]*`|'[^']*')$/u.test(text);
