import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * A record of docs/decisions is cited by a link to its file, as docs/decisions/0001, or by its number alone in a text of
 * ours: in Markdown and in comments of code, never in the code itself. The corpora of the evaluation are not texts of ours.
 */
const ROOT = resolve(__dirname, '../../../..');
const RECORDS = readdirSync(join(ROOT, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));
const NUMBERS = new Set(RECORDS.map((file) => file.slice(0, 4)));
const MARKDOWN = /\.md$/;
const CODE = /\.(?:ts|tsx|mjs|cjs|sql|sh|conf|css|ya?ml)$|Dockerfile$/;
const NOT_OURS = /^(?:tools\/lab\/eval\/corpus\/|deploy\/tenants\/|tools\/dev\/generate\/src\/decision)/;
const COMMENT = /^\s*(?:\*|\/\/|\/\*|#|--)/;
const CODE_SPAN = /`[^`]*`/g;
const LINK = /\]\((?<file>[^)\s]*?\d{4}-[a-z0-9-]+\.md)(?:#[^)]*)?\)/g;
/** four digits by themselves, which begin with 0: no part of an id, a time, a fraction, a file mode or a number in groups */
const NUMBER = /(?<![\w.,:'"-]|\d |mode )(?<number>0(?!000)\d{3})(?![\w-]| \d)/g;

const TRACKED = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  .split('\n')
  .filter((file) => file !== '' && !NOT_OURS.test(file) && existsSync(join(ROOT, file)));

function citationsIn(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (MARKDOWN.test(file)) return numbersIn(text.replaceAll(LINK, ']()').replaceAll(CODE_SPAN, ''));
  const comments = text.split('\n').filter((line) => COMMENT.test(line));
  return numbersIn(comments.join('\n').replaceAll(CODE_SPAN, ''));
}

const numbersIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(NUMBER), (match) => match.groups!['number']!);

describe('citations of decisions', () => {
  it.each(TRACKED.filter((file) => MARKDOWN.test(file)))('link to files that are there, in %s', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const links = Array.from(text.matchAll(LINK), (match) => match.groups!['file']!).filter(
      (link) => !link.includes(':'),
    );
    expect(links.filter((link) => !existsSync(join(ROOT, file, '..', link)))).toEqual([]);
  });

  it('name records that are there', () => {
    const cited = TRACKED.filter((file) => MARKDOWN.test(file) || CODE.test(file)).map((file) => ({
      file,
      missing: citationsIn(file).filter((number) => !NUMBERS.has(number)),
    }));
    expect(cited.filter(({ missing }) => missing.length > 0)).toEqual([]);
  });

  it('are looked for', () => {
    expect(citationsIn('tools/dev/generate/src/main.ts')).toEqual([]);
    expect(
      numbersIn('(decisions 0044, 0059; docs/decisions/0046). Not C-0001, 0.0115, mode 0600 or 3704 0044 0532'),
    ).toEqual(['0044', '0059', '0046']);
  });
});
