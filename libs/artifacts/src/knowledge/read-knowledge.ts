import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { canonicalJson, type KnowledgeEntry } from '@arbiter/contracts';
import type { KeptDocument } from '@arbiter/models';
import { ArtifactError, type ArtifactProblem } from '../artifact-error';
import { readDocument, type ReadFile } from './read-document';
import { sectionChunker } from './section-chunker';
import { SECTIONS_OF } from './sections';

const FOLDER = 'knowledge';
const MOST_FILES = 500;
const MOST_PASSAGES = 5_000;
const KINDS = [...Object.keys(SECTIONS_OF), '.pdf'];

/** The content of the folder: the entries for the bundle, and the documents themselves. */
export interface Knowledge {
  readonly entries: readonly KnowledgeEntry[];
  readonly documents: readonly KeptDocument[];
}

/**
 * Reads `knowledge/` in a tenant's folder; a folder that is not there is empty. Throws an ArtifactError that lists
 * every problem with its file, reason and fix.
 */
export async function readKnowledge(tenantFolder: string, locale: string): Promise<Knowledge> {
  const folder = join(tenantFolder, FOLDER);
  const files = filesIn(folder);
  const problems: ArtifactProblem[] = [];
  const report = (file: string, reason: string, fix: string) => problems.push({ file, line: 1, reason, fix });
  if (files.length > MOST_FILES)
    report(folder, `there are more than ${MOST_FILES} files`, 'join some, or take some away');
  const kept: { readonly entry: KnowledgeEntry; readonly document: KeptDocument }[] = [];
  for (const file of files.slice(0, MOST_FILES)) {
    const read = KINDS.includes(extname(file).toLowerCase())
      ? await readDocument(file, locale)
      : { reason: 'no knowledge is read from this kind of file', fix: `use one of ${KINDS.join(', ')}` };
    if ('reason' in read) report(file, read.reason, read.fix);
    else kept.push(keptOf(relative(folder, file), read));
  }
  const passages = kept.reduce((sum, { document }) => sum + document.passages.length, 0);
  if (passages > MOST_PASSAGES)
    report(folder, `it makes ${passages} passages, and ${MOST_PASSAGES} are the most`, 'take some documents away');
  if (problems.length > 0) throw new ArtifactError(problems);
  return { entries: kept.map(({ entry }) => entry), documents: kept.map(({ document }) => document) };
}

/** Sorted by name. Links are not followed; hidden files and the YAML beside a PDF are no documents. */
function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.toLowerCase().endsWith('.pdf.yaml'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function keptOf(path: string, { document: read, audience }: ReadFile) {
  const { sections: _, ...about } = read;
  const content = { ...about, passages: sectionChunker.chunk(read) };
  const document = createHash('sha256').update(canonicalJson(content)).digest('hex');
  const entry: KnowledgeEntry = {
    path,
    document,
    title: read.title,
    locale: read.locale,
    ...(audience === undefined ? {} : { audience: [...audience] }),
  };
  return { entry, document: { ...content, document } };
}
