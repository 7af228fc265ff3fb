/** Combining marks on one letter; more of them paint over the lines around it. */
const MARKS = 4;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, 'gu');
const SPACES = /[\s\p{Z}\u0085]+/gu;
const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/gu;
const SPACES_IN_LINE = /(?:(?!\n)[\s\p{Z}])+/gu;
/** Control, format and private characters, lone surrogates, and letters that show nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const UNSEEN_IN_LINES = /(?:(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800])+/gu;
/** A picture may be put together of several, and be told to look like one. */
const OF_A_PICTURE =
  /(?<=[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}#*0-9])[\ufe0e\ufe0f]/gu;
/** Stands for a part of a picture while the rest is taken out; no text of others holds one then. */
const KEPT = ['\ufdd0', '\ufdd1', '\ufdd2'] as const;
const KEPT_CHARACTERS = ['\u200d', '\ufe0e', '\ufe0f'] as const;
const PLACEHOLDERS = /[\ufdd0-\ufdef]/gu;

/** Where something that cannot be seen was left out, in a question whose answer must know of it. */
export const LEFT_OUT = '\ufffd';
const LONGEST_LINE = 2_000;
const GOES_ON = /^[ ().+/_-]{0,3}\p{N}/u;
const NUMBER_AT_END = /[\p{L}\p{N}]{0,8}\p{N}[\p{N} ().+/_-]{0,48}$/u;

/**
 * A text of others as part of one line of ours: no line break, no character that steers a terminal, turns the direction
 * of writing or cannot be seen, one space where there were many, and a bounded length. Emoji stay whole. `leftOut`
 * stands in place of what was taken out.
 */
export function oneLine(text: string, longest = LONGEST_LINE, leftOut = ''): string {
  return cut(seen(text.replace(SPACES, ' '), UNSEEN, leftOut).replace(SPACES, ' ').trim(), longest);
}

/** The same of a text that may have several lines, such as a whole reply. */
export function safeLines(text: string, leftOut = ''): string {
  const lines = text
    .replace(LINE_BREAKS, '\n')
    .replace(SPACES_IN_LINE, (spaces) => (spaces.length > 8 ? ' ' : spaces.replace(/\t/g, ' ')));
  return seen(lines, UNSEEN_IN_LINES, leftOut);
}

/** Every text of a value as it is shown beside a question; names of members are a schema's. */
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return safeLines(value, LEFT_OUT);
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shownValue(item)]));
}

function seen(text: string, unseen: RegExp, leftOut: string): string {
  const kept = text
    .replace(PLACEHOLDERS, leftOut)
    .replace(OF_A_PICTURE, (part) => KEPT[KEPT_CHARACTERS.indexOf(part as (typeof KEPT_CHARACTERS)[number])]!);
  const plain = kept.replace(unseen, leftOut).replace(TOO_MANY_MARKS, '$1');
  return plain.replace(PLACEHOLDERS, (part) => KEPT_CHARACTERS[KEPT.indexOf(part as (typeof KEPT)[number])]!);
}

const cut = (text: string, longest: number): string =>
  text.length <= longest
    ? text
    : `${wholeNumbersOf(text, longest - 1)
        .replace(PART_OF_A_PICTURE, '')
        .toWellFormed()}…`;

/** What would put another picture to the one before, without that picture. */
const PART_OF_A_PICTURE = /\u200d[\ud800-\udbff]?$/;

/** Half a number says something else, and half of a personal one is not recognised any more (CX-03). */
const wholeNumbersOf = (text: string, length: number): string =>
  GOES_ON.test(text.slice(length)) ? text.slice(0, length).replace(NUMBER_AT_END, '') : text.slice(0, length);
