import type { Section } from '@arbiter/models';
import { marked } from 'marked';
import { extractText, getDocumentProxy } from 'unpdf';
import { htmlSections } from './html-sections';

const MOST_PAGES = 500;

/**
 * Reads the sections of a file, by the extension of its name. Each throws an Error that says what is wrong with the
 * file.
 */
export const SECTIONS_OF: Readonly<Record<string, (text: string) => readonly Section[]>> = {
  '.md': (text) => htmlSections(marked.parse(text, { async: false })),
  '.html': htmlSections,
  '.htm': htmlSections,
  '.txt': (text) => [{ headings: [], paragraphs: paragraphsOf(text) }],
};

/** A section a page. */
export async function pdfSections(bytes: Uint8Array): Promise<readonly Section[]> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  try {
    if (document.numPages > MOST_PAGES) throw new Error(`it has more than ${MOST_PAGES} pages`);
    const { text } = await extractText(document, { mergePages: false });
    return text.map((page, index) => ({ headings: [`p. ${index + 1}`], paragraphs: paragraphsOf(page) }));
  } finally {
    await document.loadingTask.destroy();
  }
}

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n\s*\r?\n/u)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '');
