import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');
const MODULES = {
  'counted.js':
    'exports.times = 0;\nexports.place = () => new Error().stack.split("\\n")[1];\nexports.load = () => import("./counted.js");\n',
  'broken.js': 'exports.whole = 1;\nexports.broken = ;\n',
};
const TEST = `
const counted = require('./counted');
test('its modules are its own', () => expect((counted.times += 1)).toBe(1));
test('its lines are those of the file (1)', () => expect(counted.place()).toMatch(/counted\\.js:2:\\d+/));
test('it may import while it runs (2)', async () => expect((await counted.load()).default).toBe(counted));
test('what does not compile is named with its line (3)', () =>
  expect(() => require('./broken')).toThrow(expect.objectContaining({ stack: expect.stringContaining('broken.js:2') })));
`;

describe('modules that are compiled once a worker', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-jest-'));
    for (const [file, text] of Object.entries(MODULES)) writeFileSync(join(folder, file), text);
    for (const file of ['first.spec.js', 'second.spec.js']) writeFileSync(join(folder, file), TEST);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('run anew in each test file', () => {
    const runtime = join(ROOT, 'tools/e2e/dist/jest/compiled-once.js');
    const configuration = JSON.stringify({ rootDir: folder, runtime, transform: {}, testRegex: 'spec.js$' });
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--experimental-vm-modules', join(ROOT, 'node_modules/jest/bin/jest.js'), '-i', '--config', configuration],
      { encoding: 'utf8', cwd: folder },
    );
    expect(stderr).toContain('8 passed, 8 total');
    expect(status).toBe(0);
  });
});
