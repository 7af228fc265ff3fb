import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');
const LIST = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
const CITED_IN = /\.(ts|mts|mjs|sql|yaml)$/;
const NOT_OURS = new Set(['node_modules', 'dist']);
const CITATION = /\b(?:PR|CH|RT|TH|CL|PL|EX|SG|AG|CP|AP|PV|CX|EV|TP|TL|ER|EVL|IN)-\d\d\b/g;

const rows = Array.from(LIST.matchAll(/^\| ([A-Z]{1,3}-?\d{1,2}) \|.*\| (.+) \|$/gm), ([, id, last]) => ({
  id: id!,
  state: last!,
}));
const requirements = rows.filter(({ id }) => id.includes('-'));

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : CITED_IN.test(entry.name) ? [path] : [];
  });
}

const citations = (text: string): readonly string[] => text.match(CITATION) ?? [];

const SPEC = /\.(?:int-|e2e-|long-)?spec\.ts$/;
const FIRST_TEST = /^\s*(?:describe|it|test)\b/m;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const STRING = /(['"`])(?:\\.|(?!\1)[^\\])*\1/y;
const STRINGS = new RegExp(STRING.source, 'g');
const TEST = /\b(?:describe|it|test)(?:\.\w+)*(?:<[^;]*?>)?\((?!\))/g;
const RANGE = /\b([A-Z]{2,3})-(\d\d) to \1-(\d\d)\b/g;

/** `TL-01 to TL-03` names three. */
const spelledOut = (text: string): string =>
  text.replace(RANGE, (_, family: string, first: string, last: string) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${family}-${String(Number(first) + index).padStart(2, '0')}`,
    ).join(' '),
  );

/** The text of what stands in brackets from `from` on, which is behind the opening one. */
function bracketed(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    STRING.lastIndex = at;
    const string = STRING.exec(text)?.[0];
    if (string !== undefined) at += string.length - 1;
    else if ('([{'.includes(text[at]!)) depth += 1;
    else if (')]}'.includes(text[at]!)) depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}

/** The rows of `it.each(…)`, which may stand in a constant above. */
function tableIn(spec: string, argument: string): string {
  const name = /^[A-Z_]+/.exec(argument.replace(/^Object\.\w+\(/, ''))?.[0];
  if (name === undefined) return argument;
  const declared = new RegExp(`const ${name}\\b[^=]*= ?(?:new \\w+\\(|[\\w.]+\\()?[[{]`).exec(spec);
  return declared ? bracketed(spec, declared.index + declared[0].length) : argument;
}

/** The titles of a spec's tests, with the tables that some of them are put together from. */
function titlesIn(spec: string): string {
  return Array.from(spec.matchAll(TEST), ({ 0: call, index }) => {
    const argument = bracketed(spec, index + call.length);
    if (!call.includes('.each')) return argument.match(STRINGS)?.[0] ?? '';
    const title = spec.slice(index + call.length + argument.length).match(STRINGS)?.[0] ?? '';
    return [title, ...(tableIn(spec, argument).match(STRINGS) ?? [])].join(' ');
  }).join('\n');
}

/** What a spec says it shows: in the comments at its head and in the titles of its tests. */
function shownBy(spec: string): readonly string[] {
  const head = spec.split(FIRST_TEST, 1)[0]!.match(COMMENT) ?? [];
  return citations(spelledOut([...head, titlesIn(spec)].join('\n')));
}

describe('the list of requirements', () => {
  it('has every id once', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(requirements.length).toBeGreaterThan(200);
  });

  it('has every id that the code and its tests cite', () => {
    const known = new Set(requirements.map(({ id }) => id));
    const files = ['apps', 'libs', 'tools', 'deploy'].flatMap((folder) => filesIn(join(ROOT, folder)));
    const unknown = files.flatMap((file) =>
      citations(readFileSync(file, 'utf8'))
        .filter((id) => !known.has(id))
        .map((id) => `${id} in ${file.slice(ROOT.length + 1)}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names no file that does not exist', () => {
    const named = requirements.flatMap(({ id, state }) =>
      Array.from(state.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g), ([, path]) => ({ id, path: path! })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ path }) => !existsSync(join(ROOT, path))).map(({ id, path }) => `${id}: ${path}`)).toEqual(
      [],
    );
  });

  it('says of no requirement that it is done when no test says that it shows it', () => {
    const specs = ['apps', 'libs', 'tools', 'deploy']
      .flatMap((folder) => filesIn(join(ROOT, folder)))
      .filter((file) => SPEC.test(file) && file !== __filename);
    const shown = new Set(specs.flatMap((file) => shownBy(readFileSync(file, 'utf8'))));
    const claimed = requirements.filter(({ state }) => !/^(?:partly|planned)\b/.test(state)).map(({ id }) => id);
    expect(claimed.filter((id) => !shown.has(id))).toEqual([]);
    expect(shownBy(`it.each<[of: (text: string) => void]>([['TH-02']])('is %s (TH-01)', () => use('TH-09'));`)).toEqual(
      ['TH-01', 'TH-02'],
    );
    expect(shownBy("// PR-09\ndescribe('TH-01 to TH-03, TH-09', () => undefined); // PR-01")).toEqual([
      'PR-09',
      'TH-01',
      'TH-02',
      'TH-03',
      'TH-09',
    ]);
  });

  it('says of every requirement how it stands', () => {
    const silent = requirements.filter(({ state }) => !state.includes('`') && state !== 'planned');
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
