/** One word of a text, in lower case, with where it stands in the text. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** the first word of the text, or one that follows a mark which ends a clause */
  readonly opensClause: boolean;
  /** the same of a mark that ends a sentence */
  readonly opensSentence: boolean;
  /** it stands in quotation marks: mentioned, not said */
  readonly quoted: boolean;
}

/** Letters and digits, held together by apostrophes, hyphens and underscores, and by marks inside numbers and dates. */
const WORD = /[\p{L}\p{N}]+(?:(?:['_-]|(?<=\p{N})[.,:/](?=\p{N}))[\p{L}\p{N}]+)*/gu;
const CLAUSE_END = /[.,;:!?\n…–—]|\s-\s/u;
const SENTENCE_END = /[.;!?\n…]/u;
const QUOTE = /["«»`']/u;
const QUOTED = /"[^"]*"|«[^»]*»|»[^«]*«|`[^`]*`|(?<=^|\s)'[^']*'(?=$|[\s.,;:!?])/gu;

/** The one spelling that everything else reads: composed letters, straight quotation marks, no space around it. */
export const spelled = (text: string): string => text.normalize('NFC').replace(/[‘’]/gu, "'").replace(/[“”„]/gu, '"').trim();

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

/** A text that is quoted as a whole is said, not mentioned. */
function quotedSpans(text: string): readonly (readonly [number, number])[] {
  if (!QUOTE.test(text)) return [];
  return Array.from(text.matchAll(QUOTED), (match) => [match.index, match.index + match[0].length] as const).filter(
    ([from, to]) => to - from < text.length,
  );
}
