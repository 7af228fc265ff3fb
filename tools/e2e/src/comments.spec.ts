import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const PLACES = ['apps', 'libs', 'tools', 'deploy', 'k8s'];
const SOURCE = /\.(?:ts|tsx|mts|mjs|cjs)$/;
const LEFT_OUT = /[.-]spec\.tsx?$|\/(?:node_modules|dist|lexicon|languages)\//;
const WIDEST = 120;
/** A subject that names no actor; in backticks it is a name, such as that of a Unix user. */
const NO_ACTOR = /(?<!`)\b(?:nobody|somebody|whoever)\b(?!`)/i;

const filesIn = (place: string): readonly string[] =>
  readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .map((path) => `${place}/${path}`)
    .filter((path) => SOURCE.test(path) && !LEFT_OUT.test(path));

/** The lines of a text that are comments from their first character on, each with its number. */
function commentLines(text: string): readonly (readonly [line: string, number: number])[] {
  let isWithin = false;
  return text.split('\n').flatMap((line, index) => {
    const isComment = isWithin || /^\s*\/[/*]/.test(line);
    const begins = isWithin || /^\s*\/\*/.test(line);
    isWithin = begins && !line.includes('*/', isWithin ? 0 : line.indexOf('/*') + 2);
    return isComment ? [[line, index + 1] as const] : [];
  });
}

const problemsIn = (file: string, text: string): readonly string[] =>
  commentLines(text).flatMap(([line, number]) => [
    ...(line.length > WIDEST ? [`${file}:${number} is wider than ${WIDEST} columns`] : []),
    ...(NO_ACTOR.test(line) ? [`${file}:${number} names no actor: ${line.trim()}`] : []),
  ]);

describe('comments', () => {
  it('name the actor and fit the page', () => {
    const files = PLACES.flatMap(filesIn);
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((file) => problemsIn(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['a line', '// nobody reads this\n', 1],
    ['a block', '/**\n * Told to whoever asks.\n */\nconst a = 1;\n', 1],
    ['a wide line', `  // ${'x'.repeat(WIDEST)}\n`, 1],
    ['code and a quoted name', "const user = 'nobody';\n/* the user `nobody` */\nconst b = 'somebody';\n", 0],
  ])('are found: %s', (_, text, count) => {
    expect(problemsIn('canary.ts', text)).toHaveLength(count);
  });
});
