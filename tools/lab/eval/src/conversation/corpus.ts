import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { terminal } from '@arbiter/contracts';
import { changedNumbersIn } from '@arbiter/artifacts';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { GroupShape, MessageShape, type Entry, type ExpectationShape, type Message } from './entry';

const CUSTOMER = 'C-0001';
const group = Compile(GroupShape);
const message = Compile(MessageShape);

/**
 * Every entry of a file, or of the `.yaml` files of a folder. Throws a terminal `bad_corpus` that names file, line,
 * field and fix.
 */
export function readCorpus(path: string): readonly Entry[] {
  const entries = filesOf(path).flatMap((file) => new CorpusFile(file).entries());
  const known = new Set<string>();
  for (const { id } of entries) {
    if (known.has(id)) throw bad(path, `the id ${id} stands in two files; give one of them another`);
    known.add(id);
  }
  return entries;
}

function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path)
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => join(path, name));
    if (files.length > 0) return files;
  } catch (error) {
    throw bad(path, `it cannot be read (${(error as Error).message}); name a YAML file or a folder of them`);
  }
  throw bad(path, 'there is no .yaml file in it; name a YAML file or a folder of them');
}

/** One file that still knows the line of every value. */
class CorpusFile {
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(private readonly file: string) {
    this.document = parseDocument(textOf(file), {
      lineCounter: this.lines,
      prettyErrors: false,
      version: '1.2',
      schema: 'core',
    });
    const [problem] = this.document.errors;
    if (problem)
      throw bad(
        `${file}:${this.lines.linePos(problem.pos[0]).line}`,
        `this is no YAML (${problem.message}); put texts with ": " or "#" in quotes`,
      );
    const [changed] = changedNumbersIn(this.document);
    if (changed) throw bad(`${file}:${this.lines.linePos(changed.offset).line}`, `${changed.reason}; ${changed.fix}`);
  }

  entries(): readonly Entry[] {
    const value: unknown = this.document.toJS();
    this.check(group, value, []);
    const { kind, language, customer = CUSTOMER, expect = {}, entries } = value as GroupShape;
    return Object.entries(entries).map(([id, entry]) => ({
      id,
      kind,
      language,
      customer,
      messages: this.messages(entry, ['entries', id], expect),
    }));
  }

  private messages(entry: unknown, path: Path, expect: Static<typeof ExpectationShape>): readonly Message[] {
    const isList = Array.isArray(entry);
    const spoken = typeof entry === 'string' ? [{ say: entry }] : isList ? entry : [entry];
    if (spoken.length === 0)
      throw this.problem(path, 'must hold a message; write a text, a message, or a list of messages');
    return spoken.map((one: unknown, index) => {
      const place = isList ? [...path, index] : path;
      this.check(message, one, place);
      return this.messageOf({ ...expect, ...(one as Static<typeof MessageShape>) }, place);
    });
  }

  private messageOf(
    { say, presses, must, may, acts, says, never_says }: Static<typeof MessageShape>,
    path: Path,
  ): Message {
    const patterns = (texts: readonly string[] | undefined, field: string) =>
      (texts ?? []).map((text) => this.pattern(text, [...path, field]));
    return {
      say,
      presses: presses ?? null,
      must: must ?? [],
      may: may ?? [],
      acts: acts ?? [],
      says: patterns(says, 'says'),
      neverSays: patterns(never_says, 'never_says'),
    };
  }

  private pattern(text: string, path: Path): RegExp {
    try {
      return new RegExp(text, 'iu');
    } catch (error) {
      throw this.problem(
        path,
        `must hold regular expressions (${(error as Error).message}); put a backslash before what is meant literally`,
      );
    }
  }

  private check<S extends TSchema>(validator: Validator<Record<never, never>, S>, value: unknown, path: Path): void {
    if (validator.Check(value)) return;
    const [first] = validator.Errors(value);
    const within = (first?.instancePath ?? '').split('/').slice(1);
    const reason = first?.keyword === 'boolean' ? 'is not known' : (first?.message ?? 'does not fit');
    throw this.problem([...path, ...within], `${reason}; compare with the format in tools/lab/eval/corpus/README.md`);
  }

  private problem(path: Path, what: string): Error {
    const field = path.length === 0 ? 'the file' : `the field ${path.join('.')}`;
    return bad(`${this.file}:${this.lineOf(path)}`, `${field} ${what}`);
  }

  /** The line of the value at the path, or of the nearest thing around it that exists. */
  private lineOf(path: Path): number {
    let node: unknown = this.document.contents;
    let offset = 0;
    for (const part of path) {
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
        : undefined;
      const next: unknown = pair ? pair.value : isSeq(node) ? node.items[Number(part)] : undefined;
      if (next === undefined) break;
      offset = ((pair ? pair.key : next) as { range?: readonly number[] | null }).range?.[0] ?? offset;
      node = next;
    }
    return this.lines.linePos(offset).line;
  }
}

type Path = readonly (string | number)[];

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw bad(file, `it cannot be read (${(error as Error).message}); name a YAML file or a folder of them`);
  }
}

const bad = (where: string, what: string) => terminal('bad_corpus', `${where}: ${what}`);
