import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { APPS } from '@arbiter/contracts';
import { commandNames, helpOf, readArguments } from '../../dev/command-line/command-line.cjs';

const ROOT = resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const TASKS = Object.entries(scripts).flatMap(([script, line]) => {
  const task = /^exec node tools\/dev\/bootstrap\.mjs ([a-z-]+)\b/.exec(line)?.[1];
  return task === undefined ? [] : [[script, task] as const];
});
/**
 * The commands with a file of their own, each with the declaration that it follows; several tools hold more than one
 * program.
 */
const PROGRAMS = [
  ['tools/dev/stack/dist/commands/start.js', 'start'],
  ['tools/dev/stack/dist/commands/verify.js', 'verify'],
  ['tools/dev/stack/dist/commands/reset.js', 'reset'],
  ['tools/dev/stack/dist/commands/bundle.js', 'bundle'],
  ['tools/ops/replay/dist/main.js', 'replay'],
  ['tools/ops/replay/dist/projections.js', 'projections'],
  ['tools/ops/replay/dist/dead-letters.js', 'dead-letters'],
  ['tools/ops/replay/dist/erase.js', 'erase'],
  ['tools/ops/replay/dist/archive.js', 'archive'],
  ['tools/ops/replay/dist/restored.js', 'restored'],
  ['tools/lab/bench/dist/main.js', 'bench'],
  ['tools/lab/soak/dist/main.js', 'soak'],
  ['tools/lab/demo/dist/main.js', 'demo'],
  ['tools/ops/playbooks/dist/main.js', 'playbooks'],
  ['tools/lab/eval/dist/main.js', 'eval'],
  ['tools/dev/generate/dist/main.js', 'generate'],
  ['tools/ops/migrate/dist/main.js', 'migrate'],
  ['tools/dev/sandbox-vendor/dist/main.js', 'sandbox-vendor'],
  ['deploy/make-env.mjs', 'make-env'],
  ['k8s/make-secrets.mjs', 'make-secrets'],
  ['deploy/checks/validate-manifests.mts', 'validate-manifests'],
] as const;
const SERVICES = [...APPS, 'all'];
const ADAPTERS = readdirSync(join(ROOT, 'apps')).filter((app) => app.startsWith('channel-'));

const run = (file: string, parameters: readonly string[], cwd = ROOT) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...parameters], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  return { status, stdout, stderr };
};

describe('help', () => {
  it('is declared for every script and every program, and for nothing else', () => {
    expect([...new Set([...TASKS.map(([, task]) => task), ...PROGRAMS.map(([, name]) => name)])].sort()).toEqual(
      [...commandNames].sort(),
    );
    const mains = globSync('tools/*/*/src/main.ts', { cwd: ROOT });
    expect(mains.length).toBeGreaterThan(0);
    expect(
      mains.filter(
        (file) => !PROGRAMS.some(([program]) => program === file.replace('/src/', '/dist/').replace(/ts$/, 'js')),
      ),
    ).toEqual([]);
  });

  it.each(commandNames)('of %s says what it does, every argument, and an example', (name) => {
    const help = helpOf(name);
    for (const part of ['How it is called\n', 'Options\n', '--help', 'Exit code\n', 'Examples\n'])
      expect(help).toContain(part);
    for (const [option] of help.matchAll(/(?<=^ {2}(?:npm|node) .*)--[a-z-]+/gm))
      expect(help).toMatch(new RegExp(`^  ${option}\\b`, 'm'));
  });

  describe('of a script', () => {
    let bare: string;

    beforeAll(() => {
      bare = mkdtempSync(join(tmpdir(), 'arbiter-help-'));
      mkdirSync(join(bare, 'tools/dev'), { recursive: true });
      copyFileSync(join(ROOT, 'tools/dev/bootstrap.mjs'), join(bare, 'tools/dev/bootstrap.mjs'));
      for (const folder of ['tools/dev/bootstrap', 'tools/dev/command-line'])
        cpSync(join(ROOT, folder), join(bare, folder), { recursive: true });
    });
    afterAll(() => rmSync(bare, { recursive: true, force: true }));

    it.each(TASKS)('%s needs neither dependencies nor a build', (_, task) => {
      expect(run(join(bare, 'tools/dev/bootstrap.mjs'), [task, '--help'], bare)).toEqual({
        status: 0,
        stdout: helpOf(task),
        stderr: '',
      });
    });
  });

  it.each(PROGRAMS)('of %s is the one that is declared', (file, name) => {
    expect(run(file, ['--help'])).toEqual({ status: 0, stdout: helpOf(name), stderr: '' });
  });

  it.each(SERVICES)('of the service %s says where its variables are described', (app) => {
    const { status, stdout, stderr } = run(`apps/${app}/dist/main.js`, ['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const page of ['docs/configuration.md', `apps/${app}/README.md`]) {
      expect(stdout).toContain(page);
      expect(existsSync(join(ROOT, page))).toBe(true);
    }
  });

  it.each(ADAPTERS)('of %s names its variables', (app) => {
    const { status, stdout, stderr } = run(`apps/${app}/dist/main.js`, ['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const source = readdirSync(join(ROOT, 'apps', app, 'src'))
      .filter((file) => /^(configuration|prompt)\.ts$/.test(file))
      .map((file) => readFileSync(join(ROOT, 'apps', app, 'src', file), 'utf8'))
      .join('\n');
    const read = Array.from(
      source.matchAll(/(?:environment, |environment\[)'(ARBITER_[A-Z_]+)'/g),
      ([, name]) => name!,
    );
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((name) => !stdout.includes(name))).toEqual([]);
    expect(stdout).toContain('ARBITER_NATS_URL');
    expect(run(`apps/${app}/dist/main.js`, ['--port', '1'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--help'),
    });
  });
});

describe('arguments', () => {
  it.each(commandNames)('that %s does not know are refused with how it goes', (name) => {
    expect(() => readArguments(name, ['--no-such-option'])).toThrow(
      /Unknown option '--no-such-option'\n(?:.*\n)+.*--help says/,
    );
  });

  it('are read as they are declared, with their defaults', () => {
    expect(readArguments('soak', ['--minutes', '60'])).toEqual({
      values: { minutes: '60', replicas: '1', people: '6' },
      flags: new Set(),
      operands: [],
    });
    expect(readArguments('dead-letters', ['resend', '--all'])).toEqual({
      values: {},
      flags: new Set(['all']),
      operands: ['resend'],
    });
    expect(() => readArguments('start', ['now'])).toThrow('now');
  });
});
