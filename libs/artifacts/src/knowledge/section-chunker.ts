import type { Chunker, Passage, ReadDocument, Section } from '@arbiter/models';

/** Longer than an answer needs, short enough to be quoted; in characters. */
const LONGEST_PASSAGE = 700;

/** By headings first, by size second: a passage never spans two sections, and is cut between sentences. */
export const sectionChunker: Chunker = {
  chunk: ({ title, sections }: ReadDocument) =>
    sections.flatMap((section) => passagesOf(section).map((text) => ({ section: labelOf(section, title), text }))),
};

/** The passage has the title already. */
const labelOf = ({ headings }: Section, title: string): Passage['section'] =>
  headings.filter((heading, index) => index > 0 || heading !== title).join(' › ');

function passagesOf({ paragraphs }: Section): readonly string[] {
  const passages: string[] = [];
  for (const piece of paragraphs.flatMap(piecesOf)) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + piece.length < LONGEST_PASSAGE)
      passages[passages.length - 1] += `\n${piece}`;
    else passages.push(piece);
  }
  return passages;
}

/**
 * A paragraph that fits is one piece; of a longer one as many sentences as fit, and of a sentence that does not fit as
 * many words.
 */
function piecesOf(paragraph: string): readonly string[] {
  const pieces: string[] = [];
  let rest = paragraph;
  while (rest.length > LONGEST_PASSAGE) {
    const cut = rest.slice(0, LONGEST_PASSAGE);
    const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? ')) + 1;
    const end = sentence > 0 ? sentence : Math.max(cut.lastIndexOf(' '), 1);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
