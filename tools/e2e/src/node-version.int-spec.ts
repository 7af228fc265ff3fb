import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const NEEDED = 24;
const APPS = readdirSync(join(ROOT, 'apps')).filter((app) => existsSync(join(ROOT, 'apps', app, 'src/main.ts')));

/** The first Node of this machine that is older than required; those from our own packages are left out. */
function olderNode(): string | null {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'));
  const candidates = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
  return (
    candidates.find((file) => {
      const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
      return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? NEEDED) < NEEDED;
    }) ?? null
  );
}

const older = olderNode();
if (older === null)
  process.stderr.write(`arbiter: no Node older than ${NEEDED} on PATH, so what programs say to one is not tried\n`);

describe('a program', () => {
  it.each(APPS)('%s asks for its Node before it imports anything else', (app) => {
    expect(readFileSync(join(ROOT, 'apps', app, 'src/main.ts'), 'utf8').split('\n')[0]).toBe(
      "import '@arbiter/runtime/node-version';",
    );
  });

  (older === null ? it.skip : it).each(APPS)('%s says in one line what it needs when an older Node runs it', (app) => {
    const { status, stdout, stderr } = spawnSync(older!, [join(ROOT, 'apps', app, 'dist/main.js')], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env.PATH },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^${app}: Node 24 or newer is needed, this is v\\d[^\\n]*\`npm start\` brings its own[^\\n]*\\n$`),
    );
  });
});
