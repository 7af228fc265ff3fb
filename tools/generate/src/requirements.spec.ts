import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const LIST = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
const CITED_IN = /\.(ts|mts|mjs|sql|yaml)$/;
const NOT_OURS = new Set(['node_modules', 'dist']);
const CITATION = /\b(?:PR|CH|RT|TH|CL|PL|EX|SG|AG|CP|AP|PV|CX|EV|TP|TL|ER|EVL|IN)-\d\d\b/g;

const rows = Array.from(LIST.matchAll(/^\| ([A-Z]{1,3}-?\d{1,2}) \|.*\| (.+) \|$/gm), ([, id, last]) => ({ id: id!, state: last! }));
const requirements = rows.filter(({ id }) => id.includes('-'));

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : CITED_IN.test(entry.name) ? [path] : [];
  });
}

const citations = (text: string): readonly string[] => text.match(CITATION) ?? [];

describe('the list of requirements', () => {
  it('has every id once', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(requirements.length).toBeGreaterThan(200);
  });

  it('has every id that the code and its tests cite', () => {
    const known = new Set(requirements.map(({ id }) => id));
    const files = ['apps', 'libs', 'tools', 'deploy'].flatMap((folder) => filesIn(join(ROOT, folder)));
    const unknown = files.flatMap((file) => citations(readFileSync(file, 'utf8')).filter((id) => !known.has(id)).map((id) => `${id} in ${file.slice(ROOT.length + 1)}`));
    expect(unknown).toEqual([]);
  });

  it('sends nobody to a file that is not there', () => {
    const named = requirements.flatMap(({ id, state }) => Array.from(state.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g), ([, path]) => ({ id, path: path! })));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ path }) => !existsSync(join(ROOT, path))).map(({ id, path }) => `${id}: ${path}`)).toEqual([]);
  });

  it('says of every requirement how it stands', () => {
    const silent = requirements.filter(({ state }) => !state.includes('`') && state !== 'planned');
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
