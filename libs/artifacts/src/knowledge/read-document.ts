import { existsSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { ReadDocument } from '@arbiter/models';
import { frontMatterIn, frontMatterOf, type FrontMatter } from './front-matter';
import { SECTIONS_OF, pdfSections } from './sections';

const MOST_BYTES = 5_000_000;
const LOCALE_IN_NAME = /\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/u;

export interface ReadFile {
  readonly document: ReadDocument;
  readonly audience?: readonly string[];
}
export interface FileProblem {
  readonly reason: string;
  readonly fix: string;
}

/**
 * One file of the folder; `locale` is the tenant's own language, which counts where neither front matter nor name say
 * another.
 */
export async function readDocument(file: string, locale: string): Promise<ReadFile | FileProblem> {
  const bytes = readFileSync(file);
  if (bytes.length > MOST_BYTES) return { reason: 'the file is larger than 5 MB', fix: 'divide it into smaller files' };
  try {
    return extname(file).toLowerCase() === '.pdf' ? await readPdf(file, bytes, locale) : readText(file, bytes, locale);
  } catch (error) {
    return { reason: `the file cannot be read: ${(error as Error).message}`, fix: 'save it anew' };
  }
}

function readText(file: string, bytes: Uint8Array, locale: string): ReadFile | FileProblem {
  const described = frontMatterOf(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if ('problem' in described) return wrongFront(described.problem);
  return filed(file, described.front, SECTIONS_OF[extname(file).toLowerCase()]!(described.body), locale);
}

/** A PDF has no room for front matter, so it is in `<name>.pdf.yaml` beside it. */
async function readPdf(file: string, bytes: Uint8Array, locale: string): Promise<ReadFile | FileProblem> {
  const beside = `${file}.yaml`;
  const described = existsSync(beside) ? frontMatterIn(readFileSync(beside, 'utf8')) : { front: {} };
  if ('problem' in described) return wrongFront(described.problem);
  return filed(file, described.front, await pdfSections(new Uint8Array(bytes)), locale);
}

const wrongFront = (reason: string): FileProblem => ({
  reason,
  fix: 'it may have `title`, `locale`, `audience` (a list of channels) and `uri` (http or https)',
});

function filed(
  file: string,
  { audience, ...front }: FrontMatter,
  sections: ReadDocument['sections'],
  locale: string,
): ReadFile | FileProblem {
  if (sections.every(({ paragraphs }) => paragraphs.length === 0))
    return { reason: 'there is no text in it', fix: 'write some, or take the file away' };
  const name = basename(file, extname(file));
  const [, inName] = LOCALE_IN_NAME.exec(name) ?? [];
  const title = front.title ?? sections.find(({ headings }) => headings.length > 0 && !isPdf(file))?.headings[0];
  const document = {
    title: title ?? name.replace(LOCALE_IN_NAME, '').replaceAll(/[-_]+/gu, ' '),
    locale: front.locale ?? inName ?? locale,
    ...(front.uri === undefined ? {} : { uri: front.uri }),
    sections,
  };
  return audience === undefined ? { document } : { document, audience };
}

const isPdf = (file: string): boolean => extname(file).toLowerCase() === '.pdf';
