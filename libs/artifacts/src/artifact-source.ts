import { readFileSync } from 'node:fs';
import { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Node, type Pair } from 'yaml';
import type { ArtifactProblem } from './artifact-error';
import { changedNumbersIn } from './changed-numbers';
import { syntaxProblems } from './syntax-problems';

/** Where in a file: keys and positions from the top. */
export type Path = readonly (string | number)[];

const MAXIMUM_BYTES = 1_000_000;

/** One YAML file that still knows the line of every value. */
export class ArtifactSource {
  readonly problems: readonly ArtifactProblem[];
  readonly value: unknown;
  private readonly lines = new LineCounter();
  private readonly document: Document;

  /** Problems of reading and of YAML itself are kept in `problems`; the value counts only when there are none. */
  constructor(readonly file: string) {
    const { text, failure } = read(file);
    this.document = parseDocument(text, {
      lineCounter: this.lines,
      prettyErrors: false,
      version: '1.2',
      schema: 'core',
    });
    const unreadable = failure ? [{ file, line: 1, ...failure }] : [];
    const malformed = syntaxProblems(text, this.document, this.lines).map((problem) => ({ file, ...problem }));
    const { value, failure: unresolved } = resolve(this.document);
    const unresolvable = unresolved
      ? [
          {
            file,
            line: 1,
            reason: `an alias cannot be followed: ${unresolved}`,
            fix: 'anchor it before it is used, and use fewer',
          },
        ]
      : [];
    const changed = changedNumbersIn(this.document).map(({ offset, reason, fix }) => ({
      file,
      line: this.lines.linePos(offset).line,
      reason,
      fix,
    }));
    this.problems = [unreadable, malformed, unresolvable, changed].find((found) => found.length > 0) ?? [];
    this.value = value;
  }

  /** The line of the value at the path, or of the nearest thing around it that exists. */
  lineOf(path: Path): number {
    let node: unknown = this.document.contents;
    let offset = startOf(node);
    for (const part of path) {
      if (isAlias(node)) node = node.resolve(this.document);
      const pair: Pair | undefined = isMap(node)
        ? node.items.find(({ key }) => (isScalar(key) ? String(key.value) : key) === String(part))
        : undefined;
      const next: unknown = pair ? pair.value : isSeq(node) ? node.items[Number(part)] : undefined;
      if (next === undefined) break;
      offset = startOf(pair ? pair.key : next) ?? offset;
      node = next;
    }
    return this.lines.linePos(offset ?? 0).line;
  }

  problem(path: Path, reason: string, fix: string): ArtifactProblem {
    return { file: this.file, line: this.lineOf(path), reason, fix };
  }
}

const startOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];

/** Aliases are counted, so that a few lines cannot unfold into gigabytes. */
function resolve(document: Document): { value?: unknown; failure?: string } {
  try {
    return { value: document.errors.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

function read(file: string): { text: string; failure?: { reason: string; fix: string } } {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAXIMUM_BYTES)
      return { text: '', failure: { reason: 'the file is larger than a megabyte', fix: 'make it smaller' } };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return {
      text: '',
      failure: missing
        ? { reason: 'the file is missing', fix: 'create it' }
        : { reason: `the file cannot be read: ${(error as Error).message}`, fix: 'make it a readable UTF-8 text' },
    };
  }
}
