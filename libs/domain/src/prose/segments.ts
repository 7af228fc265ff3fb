/** Longer than any sentence that people read. */
const LONGEST_SEGMENT = 600;
/** How far back the end of a sentence is judged by. */
const REACH = 24;
/** The characters that are kept of an abandoned segment. */
const KEPT = 100;

const END = /[.!?…]+["'”’)»“]*(?:\s+)|\n+\s*/gu;
/** Abbreviations, which end in a full stop without ending the sentence. */
const SHORTENED =
  /(?:^|[\s(„"'])(?:e\.g|i\.e|etc|vs|approx|incl|excl|ca|bzw|usw|z\.\s?b|d\.\s?h|u\.\s?a|nr|no|dr|mr|mrs|ms|prof|st|str|inkl|zzgl|ggf|evtl|tel|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|\p{L}|\d{1,2})\.$/iu;

/** A sentence or a line of a list; a long one is given up, and its words are in no segment. */
export interface Segment {
  readonly text: string;
  readonly isTooLong: boolean;
}

/**
 * Cuts a text that comes in pieces into whole sentences and lines. The same text is cut alike however it comes, and
 * joined the segments are the text. No more of it is held than the longest segment.
 */
export class SegmentCutter {
  private held = '';
  private isTooLong = false;

  add(piece: string): readonly Segment[] {
    const segments: Segment[] = [];
    for (const unit of piece.split('')) this.take(unit, segments);
    return segments;
  }

  end(): readonly Segment[] {
    const rest = this.held;
    const { isTooLong } = this;
    this.held = '';
    this.isTooLong = false;
    return rest === '' ? [] : [{ text: isTooLong ? '' : rest, isTooLong: isTooLong || rest.length > LONGEST_SEGMENT }];
  }

  /** The end of a segment is known with the first letter after it. */
  private take(unit: string, segments: Segment[]): void {
    const mayEnd = unit.trim() !== '' && /\s$/u.test(this.held);
    this.held += unit;
    const cut = mayEnd ? cutIn(this.held) : null;
    if (cut !== null) {
      segments.push({ text: this.isTooLong ? '' : this.held.slice(0, cut), isTooLong: this.isTooLong });
      this.held = this.held.slice(cut);
      this.isTooLong = false;
    }
    if (this.held.length <= LONGEST_SEGMENT) return;
    this.isTooLong = true;
    this.held = this.held.slice(-KEPT);
  }
}

/** The end of the first segment, if the text after it shows that it ends there. */
function cutIn(text: string): number | null {
  for (const { 0: mark, index } of text.matchAll(END)) {
    const after = index + mark.length;
    if (after >= text.length) return null;
    if (mark.startsWith('\n')) return after;
    const before = text.slice(Math.max(0, index - REACH), index + mark.trimEnd().length);
    const goesOn = /\p{Ll}/u.test(text[after]!) || SHORTENED.test(before);
    if (!goesOn || mark.includes('\n')) return after;
  }
  return null;
}

export function sentencesIn(text: string): readonly string[] {
  const cutter = new SegmentCutter();
  return [...cutter.add(text), ...cutter.end()].map((segment) => segment.text);
}
