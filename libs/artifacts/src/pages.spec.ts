import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { loadTenant } from './load-tenant';

const ROOT = resolve(__dirname, '../../..');
const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const EXTENDING = page('docs/extending.md');
const CONFIGURATION = page('docs/configuration.md');
const BLOCK = /^```yaml\n# ([\w.]+\.yaml)(?:, under (\w+))?\n([\s\S]*?)^```$/gm;
const READ_FROM_ENVIRONMENT = /(?:environment|process\.env)(?:\.|\['|, ')(ARBITER_[A-Z_]*[A-Z])\b/g;

const blocks = Array.from(EXTENDING.matchAll(BLOCK), ([, file, under, text]) => ({ file: file!, under, text: text! }));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : /(?<!spec)\.ts$/.test(entry.name) ? [path] : [];
  });

describe('the pages', () => {
  let home: string;
  let folder: string;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'readme-'));
    folder = join(home, 'tenants/shop');
    for (const part of ['tenants', 'playbooks'])
      cpSync(join(ROOT, 'deploy', part), join(home, part), { recursive: true });
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it('add a tool and an intent that the demo tenant loads with', () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      'tools.yaml',
      'policies.yaml',
      'policies.yaml',
      'intents.yaml',
      'templates.yaml',
      'copy.yaml',
      'copy.de.yaml',
    ]);
    for (const { file, under, text } of blocks) {
      const path = join(folder, file);
      if (under === undefined) appendFileSync(path, `\n${text}`);
      else writeFileSync(path, readFileSync(path, 'utf8').replace(`\n${under}:\n`, `\n${under}:\n${text}`));
    }
    const { intents, policy } = loadTenant(folder);
    expect(intents.at(-1)?.intent).toBe('my_account');
    expect(policy.allowList).toContain('shop.account.get');
  });

  it('name every variable that the code reads', () => {
    const texts = ['apps', 'libs', 'tools']
      .flatMap((name) => filesIn(join(ROOT, name)))
      .map((file) => readFileSync(file, 'utf8'));
    const read = new Set(
      texts.flatMap((text) => Array.from(text.matchAll(READ_FROM_ENVIRONMENT), ([, name]) => name!)),
    );
    expect(read.size).toBeGreaterThan(15);
    expect([...read].filter((name) => !CONFIGURATION.includes(`\`${name}\``))).toEqual([]);
  });

  it('run npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = Array.from(
      PAGES.map(page)
        .join('\n')
        .matchAll(/(?:`|^)npm (?:run )?([a-z-]+)/gm),
      ([, script]) => script!,
    );
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it.each(PAGES)('have links that lead to a file, and to a heading in it: %s', (from) => {
    const links = Array.from(page(from).matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g), ([, path, heading]) => ({
      file: path === '' ? from : join(dirname(from), path!),
      heading,
    }));
    expect(links.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(links.filter(({ file, heading }) => heading !== undefined && !headingsOf(file).includes(heading))).toEqual(
      [],
    );
  });
});

/** As they are written in an address. */
const headingsOf = (path: string): readonly string[] =>
  Array.from(page(path).matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} -]/gu, '')
      .replaceAll(' ', '-'),
  );
