import type { Section } from '@arbiter/models';
import { Parser } from 'htmlparser2';

const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'nav', 'title']);
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;

/**
 * The text of a page under its headings, without scripts and other elements that are no text. Broken HTML is read as a
 * browser would.
 */
export function htmlSections(html: string): readonly Section[] {
  const reader = new SectionReader();
  const parser = new Parser(
    {
      onopentag: (name) => reader.open(name),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.say(text),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return reader.end();
}

class SectionReader {
  private readonly sections: { readonly headings: readonly string[]; readonly paragraphs: string[] }[] = [];
  private headings: readonly string[] = [];
  private text = '';
  private unread = 0;

  open(name: string): void {
    if (UNREAD.has(name)) this.unread += 1;
    if (!INLINE.has(name)) this.endParagraph(name === 'td' || name === 'th');
  }

  close(name: string): void {
    if (UNREAD.has(name)) this.unread -= 1;
    const level = Number(HEADING.exec(name)?.[1] ?? 0);
    if (level > 0) return this.endHeading(level);
    if (!INLINE.has(name)) this.endParagraph(name === 'td' || name === 'th');
  }

  say(text: string): void {
    if (this.unread === 0) this.text += text;
  }

  end(): readonly Section[] {
    this.endParagraph(false);
    return this.sections;
  }

  private endHeading(level: number): void {
    const heading = tidy(this.text);
    this.text = '';
    // A level that was left out counts as its parent's.
    this.headings = [...this.headings.slice(0, level - 1), heading].filter((one) => one !== '');
  }

  /** The cells of a row become one line. */
  private endParagraph(isCell: boolean): void {
    if (isCell) {
      this.text += ' ';
      return;
    }
    const paragraph = tidy(this.text);
    this.text = '';
    if (paragraph === '') return;
    const last = this.sections.at(-1);
    if (last?.headings === this.headings) last.paragraphs.push(paragraph);
    else this.sections.push({ headings: this.headings, paragraphs: [paragraph] });
  }
}

const tidy = (text: string): string => text.replace(/\s+/gu, ' ').trim();
