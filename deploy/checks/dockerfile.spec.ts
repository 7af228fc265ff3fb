import { execFileSync } from 'node:child_process';
import { ROOT, textOf } from './files';
import { contextOf, ignoredBy } from './build-context';
import { environmentIn, stagesOf, valuesOf } from './dockerfile';
import { composeFile } from './compose';
import { NODE_MEMORY } from '@arbiter/stack';

const STAGES = stagesOf(textOf('deploy/Dockerfile'));
const FINAL = STAGES.at(-1)!;

describe('the Dockerfile', () => {
  test('takes every stage from Node 24 by a plain name', () => {
    expect(STAGES.length).toBeGreaterThan(1);
    for (const { from } of STAGES) expect(from).toMatch(/^node:24-[a-z-]+$/);
  });

  test('runs as a numbered user that is not root, and runs nothing in the image it ships', () => {
    expect(valuesOf(FINAL, 'USER')).toEqual(['10001:10001']);
    expect(valuesOf(FINAL, 'RUN')).toEqual([]);
    expect(valuesOf(FINAL, 'HEALTHCHECK')[0]).toContain('deploy/healthcheck.mjs');
  });

  test('builds the page, and ships what was built of it and not its sources', () => {
    const commands = STAGES.flatMap((stage) => valuesOf(stage, 'RUN'));
    const built = commands.findIndex((command) => command.endsWith('vite.js build apps/chat-page'));
    expect(built).toBeGreaterThanOrEqual(0);
    expect(
      commands.findIndex((command) => command.includes('rm -rf') && command.includes('apps/chat-page/src')),
    ).toBeGreaterThan(built);
  });

  test('puts all services in one file once they are compiled, and before what makes it is left out', () => {
    const commands = STAGES.flatMap((stage) => valuesOf(stage, 'RUN'));
    const steps = ['tsc -b', 'commands/bundle.js', 'npm prune'].map((step) =>
      commands.findIndex((command) => command.includes(step)),
    );
    expect(steps).toEqual(steps.filter((step) => step >= 0).toSorted((one, other) => one - other));
    expect(valuesOf(FINAL, 'CMD')).toEqual(['["apps/all/dist/services.js", "ingress"]']);
  });

  test("runs no package's install script", () => {
    const commands = STAGES.flatMap((stage) => valuesOf(stage, 'RUN')).filter((command) => command.startsWith('npm '));
    expect(commands.length).toBe(2);
    for (const command of commands) expect(command).toContain('--ignore-scripts');
  });

  test('copies only from earlier stages and the build context', () => {
    STAGES.forEach((stage, index) => {
      for (const value of valuesOf(stage, 'COPY')) {
        const from = /--from=(\S+)/.exec(value)?.[1];
        if (from) expect(STAGES.slice(0, index).map(({ name }) => name)).toContain(from);
        else expect(value).toBe('. .');
      }
    });
  });

  test('listens on the ports that Compose and the services agree on', () => {
    const { ARBITER_ADMIN_PORT } = environmentIn(FINAL);
    expect(valuesOf(FINAL, 'EXPOSE')).toEqual([`3000 ${ARBITER_ADMIN_PORT}`]);
    expect(composeFile().services['ingress']!.environment!['ARBITER_HTTP_PORT']).toBe('3000');
  });

  test('keeps a service as small as npm start does', () => {
    expect(environmentIn(FINAL)).toMatchObject(NODE_MEMORY);
  });

  test('is read with its comments and its broken lines', () => {
    const [stage] = stagesOf('# first\nFROM a AS b\nRUN one && \\\n  # why\n  two\nENV A=1 B=x C="y z"');
    expect(stage).toEqual({
      name: 'b',
      from: 'a',
      instructions: [
        { name: 'RUN', value: 'one &&    two' },
        { name: 'ENV', value: 'A=1 B=x C="y z"' },
      ],
    });
    expect(environmentIn(stage!)).toEqual({ A: '1', B: 'x', C: 'y z' });
    expect(() => stagesOf('RUN early')).toThrow('before its first FROM');
  });
});

describe('the build context', () => {
  const context = new Set(contextOf(ROOT));

  test('holds the sources and what the image reads', () => {
    for (const path of [
      'package-lock.json',
      'tsconfig.json',
      'apps/router/src/main.ts',
      'libs/store/migrations/003_event.sql',
      'deploy/tenants/shop/tools.yaml',
      'deploy/playbooks/stuck_orders/playbook.yaml',
      'docs/asyncapi.json',
    ]) {
      expect([...context]).toContain(path);
    }
  });

  test('holds nothing built, private or of this machine', () => {
    expect(
      [...context].filter((path) => /(^|\/)(node_modules|dist|\.git|\.data|\.env)(\/|$)|\.tsbuildinfo$/.test(path)),
    ).toEqual([]);
  });

  test('holds nothing that the repository ignores', () => {
    const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).split('\0');
    expect([...context].filter((path) => !tracked.includes(path))).toEqual([]);
  });

  test('knows the patterns of .dockerignore', () => {
    const ignored = ignoredBy('.git\n**/dist\n**/*.tsbuildinfo\n# comment\n');
    expect(['.git', 'dist', 'libs/a/dist', 'libs/a/tsconfig.tsbuildinfo'].map(ignored)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['libs/a/distance', '.github'].map(ignored)).toEqual([false, false]);
    expect(() => ignoredBy('!kept')).toThrow('!kept');
  });
});
