import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');
const PACKAGES = globSync('{apps,libs,tools,tools/*}/*/package.json', { cwd: ROOT }).map(dirname);
const MOST_LINES = 12;
const PATH = /`((?:\.\.\/|src\/|corpus\/)[\w./-]+)`/g;

describe.each(PACKAGES)('the README of %s', (folder) => {
  const file = join(ROOT, folder, 'README.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

  it('says briefly what it decides, what it may touch and where to begin', () => {
    expect(text).toContain(`# ${basename(folder)}\n`);
    for (const part of ['Decides', 'May touch', 'Begin at']) expect(text).toContain(`- **${part}**: `);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it('names files that are there', () => {
    const named = Array.from(text.matchAll(PATH), ([, path]) => path!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(ROOT, folder, path)))).toEqual([]);
  });
});
