import { visit, type Document, type LineCounter, type Scalar, type YAMLError } from 'yaml';
import { itemAbove } from './named-item';

/** Where the text of a file is no YAML, or not what its author means by it. */
export interface SyntaxProblem {
  readonly line: number;
  readonly reason: string;
  readonly fix: string;
}

/**
 * Every mistake in the syntax of a file, with the line on which it is made and the item in which it stands. One mistake
 * leads to others behind it: each line is reported once.
 */
export function syntaxProblems(text: string, document: Document, counter: LineCounter): readonly SyntaxProblem[] {
  const lines = text.split('\n');
  const scalars = scalarsOf(document);
  const found = [...document.errors, ...document.warnings].map((error) => {
    const line = counter.linePos(openingOf(error, scalars, text) ?? error.pos[0]).line;
    const reason = `${itemAbove(lines, line)}this is not YAML as it should be: ${error.message}`;
    return { line, reason, fix: fixOf(error, lines[line - 1] ?? '') };
  });
  const malformed = found.filter(({ line }, index) => found.findIndex((other) => other.line === line) === index);
  return malformed.length > 0 ? malformed : cutValues(scalars, lines, counter);
}

function scalarsOf(document: Document): readonly Scalar[] {
  const found: Scalar[] = [];
  visit(document, { Scalar: (_, scalar) => void found.push(scalar) });
  return found;
}

/**
 * A quote that is not closed swallows what follows, up to the next quote or the end, and only there something is wrong:
 * the place at which it opens.
 */
function openingOf({ pos }: YAMLError, scalars: readonly Scalar[], text: string): number | null {
  const before = scalars.findLast(({ range }) => range && range[0] < pos[0]);
  if (!before?.range || !before.type?.startsWith('QUOTE')) return null;
  const [start, end] = before.range;
  return pos[0] - end <= 1 && text.slice(start, end).includes('\n') ? start : null;
}

const TAB = 'indent with spaces, two for each level; a tab is not allowed there';
const ESCAPE = "write the text in single quotes, in which a backslash is a backslash: '\\d{4}'";

function fixOf({ code, message }: YAMLError, line: string): string {
  if (code === 'TAB_AS_INDENT' || /^ *\t/.test(line)) return TAB;
  if (code === 'DUPLICATE_KEY') return 'remove or rename one of the two';
  if (code === 'BAD_DQ_ESCAPE') return ESCAPE;
  if (/Missing closing/.test(message)) return 'close the quote on the line on which it opens';
  if (code === 'BAD_INDENT') return 'close the bracket, and indent what stands inside it';
  return quotedLine(line) ?? 'correct the syntax: indent by two spaces, and write one `key: value` a line';
}

/** The line with its value in quotes; null where it holds none, or one in quotes already. */
function quotedLine(line: string): string | null {
  const [, key, value] = /^\s*(?:- )?([\w-]+): +(\S.*?)\s*$/.exec(line) ?? [];
  if (key === undefined || value === undefined || /^["'].*["']$/.test(value)) return null;
  return `put the whole value in quotes: ${key}: '${value.replaceAll("'", "''")}'`;
}

/** A `#` behind a space begins a remark: `title: Issue #5` is the text "Issue". A remark has a space behind its `#`. */
const cutValues = (
  scalars: readonly Scalar[],
  lines: readonly string[],
  counter: LineCounter,
): readonly SyntaxProblem[] =>
  scalars.flatMap((scalar) => {
    if (scalar.type !== 'PLAIN' || !scalar.range || !/^[^\s#]/.test(scalar.comment ?? '')) return [];
    const { line } = counter.linePos(scalar.range[0]);
    return [
      {
        line,
        reason: `${itemAbove(lines, line)}"#${scalar.comment}" is a remark here, and no part of the value`,
        fix: `${quotedLine(lines[line - 1] ?? '') ?? 'put the value in quotes'}; or write a space behind the # of a remark`,
      },
    ];
  });
