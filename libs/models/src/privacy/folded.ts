/** A copy of a text in one spelling, and where each of its characters stands in the original. */
export interface Folded {
  readonly text: string;
  /** where a place of the copy begins and ends in the original, `end` excluded */
  originalOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** A character with its marks; what is printable ASCII stays as it is. */
const CHARACTERS = /[\u0020-\u007e]+|\P{M}\p{M}*|\p{M}+/gu;
const PLAIN = /^[\t\n\u0020-\u007e]*$/;
/** Nothing is seen of these: zero-width, soft hyphens, marks of direction, variation, tags, and our mark for such. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\uFFFD]/gu;
const DASH = /[\p{Pd}\u2212]/gu;
const DOT = /[\u00b7\u2022\u2219\u22c5\u30fb]/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
const BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/**
 * CX-04: compatible forms as one (NFKC), digits of every script as ASCII, one kind of blank, dash and line break, and
 * nothing that is not seen.
 */
export function folded(text: string): Folded {
  if (PLAIN.test(text)) return { text, originalOf: (start, end) => ({ start, end }) };
  const builder = new CopyBuilder();
  for (const { 0: characters, index } of text.matchAll(CHARACTERS)) {
    if (PLAIN.test(characters)) builder.copy(characters, index);
    else builder.replace(foldedCharacter(characters), index, index + characters.length);
  }
  return builder.copied();
}

const foldedCharacter = (character: string): string =>
  character
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(BREAK, '\n')
    .replace(/[^\S\n]/gu, ' ')
    .replace(DASH, '-')
    .replace(DOT, '.')
    .replace(FOREIGN_DIGIT, inAscii);

/** Each script has its ten digits in a row. */
function inAscii(digit: string): string {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Marks that are written within a number, and between two numbers as well. */
const BETWEEN_DIGITS = /(?<=\d)[ .\-/_()[\]|\t\n]{1,3}(?=\d)/g;
const DATE = /(?<!\d|\d[-./])(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2}))(?!\d|[-./]\d)/g;

/** A copy in which numbers that are written in pieces are in one piece; null: there are none. Days stay as they are. */
export function closedUp(original: Folded): Folded | null {
  const days = Array.from(original.text.matchAll(DATE), ({ index, 0: day }) => [index, index + day.length] as const);
  const isOfDay = (start: number, end: number) => days.some(([from, to]) => start <= to && from <= end);
  const builder = new CopyBuilder();
  let at = 0;
  for (const { index, 0: between } of original.text.matchAll(BETWEEN_DIGITS)) {
    if (isOfDay(index, index + between.length)) continue;
    builder.copy(original.text.slice(at, index), at);
    at = index + between.length;
  }
  if (at === 0) return null;
  builder.copy(original.text.slice(at), at);
  const copy = builder.copied();
  return {
    text: copy.text,
    originalOf: (start, end) => {
      const place = copy.originalOf(start, end);
      return original.originalOf(place.start, place.end);
    },
  };
}

class CopyBuilder {
  private text = '';
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  copy(characters: string, at: number): void {
    for (let offset = 0; offset < characters.length; offset += 1) {
      this.starts.push(at + offset);
      this.ends.push(at + offset + 1);
    }
    this.text += characters;
  }

  replace(characters: string, start: number, end: number): void {
    for (let offset = 0; offset < characters.length; offset += 1) {
      this.starts.push(start);
      this.ends.push(end);
    }
    this.text += characters;
  }

  copied(): Folded {
    const { text, starts, ends } = this;
    return { text, originalOf: (start, end) => ({ start: starts[start]!, end: ends[end - 1]! }) };
  }
}
