import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Three projects of a file each, a compiler that talks on stdout, and a task. */
let project: string;
const PROJECTS = ['tools/dev/stack', 'tools/dev/sandbox-vendor', 'apps/all'];
const COMPILER = `
  const { mkdirSync } = require('node:fs');
  const [how, project] = process.argv.slice(2);
  if (how === '-p') mkdirSync(project + '/dist', { recursive: true });
  console.log(how === '-p' ? 'compiled ' + project : 'checked');`;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'arbiter-bootstrap-'));
  write('package-lock.json', '{"lockfileVersion":3}');
  write('node_modules/.package-lock.json', '{}');
  write('node_modules/typescript/bin/tsc', COMPILER);
  write('tools/dev/stack/tsconfig.json', '{ "references": [{ "path": "../sandbox-vendor" }] }');
  for (const path of ['tools/dev/sandbox-vendor', 'apps/all']) write(`${path}/tsconfig.json`, '{}');
  for (const path of PROJECTS) write(`${path}/src/index.ts`, '');
  task('process.stdin.pipe(process.stdout)');
  copyFileSync(join(__dirname, '../../bootstrap.mjs'), join(project, 'tools/dev/bootstrap.mjs'));
  for (const folder of ['bootstrap', 'command-line'])
    cpSync(join(__dirname, '../..', folder), join(project, 'tools/dev', folder), { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function task(source: string): void {
  write('tools/dev/stack/dist/commands/start.js', source);
}

function launch(parameters: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [join(project, 'tools/dev/bootstrap.mjs'), ...parameters], {
    stdio: 'pipe',
    env: { ...process.env, ...environment },
  });
}

async function bootstrap(
  parameters: string[],
  input = '',
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = launch(parameters, environment);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

it('stdin and stdout belong to the task; progress goes to stderr', async () => {
  const { code, stdout, stderr } = await bootstrap(['start'], 'where is my order 1002?');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'where is my order 1002?' });
  // Two projects are compiled at once, so their order is open.
  const [first, ...lines] = stderr.trimEnd().split('\n');
  expect(first).toBe('arbiter: building…');
  expect(lines.pop()).toMatch(/^arbiter: building: \d+\.\d s$/);
  expect(lines.toSorted()).toEqual(PROJECTS.map((path) => `compiled ${path}`).toSorted());
});

it('a project is compiled again once a file of it has changed, and its types are left to the checks', async () => {
  await bootstrap(['start']);
  expect((await bootstrap(['start'])).stderr).not.toContain('compiled');
  utimesSync(join(project, 'apps/all/src/index.ts'), Date.now() / 1_000 + 60, Date.now() / 1_000 + 60);
  const { stderr } = await bootstrap(['start']);
  expect(stderr).toContain('compiled apps/all');
  expect(stderr).not.toContain('compiled tools');
  write('tools/dev/stack/dist/commands/verify.js', '');
  expect((await bootstrap(['verify'])).stderr).toContain('checked');
});

it("the task's arguments and exit code go through", async () => {
  task('process.exitCode = process.argv[2] === "--serve" ? 7 : 1');
  expect(await bootstrap(['start', '--serve'])).toMatchObject({ code: 7 });
});

it('SIGTERM reaches the task, and its exit code is ours', async () => {
  task(
    'setInterval(() => undefined, 1000); process.on("SIGTERM", () => { console.log("in order"); process.exit(0); }); console.log("up");',
  );
  const child = launch(['start']);
  const said: string[] = [];
  child.stdout?.on('data', (chunk) => {
    said.push(String(chunk).trim());
    if (said.length === 1) child.kill('SIGTERM');
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said).toEqual(['up', 'in order']);
});

it.each(['SIGTERM', 'SIGKILL'] as const)('a task that npm started stops in order when %s ends npm', async (signal) => {
  task(
    'setTimeout(() => process.exit(1), 60_000); process.on("SIGTERM", () => { require("node:fs").writeFileSync("order", "kept"); process.exit(0); }); console.log("up");',
  );
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  write('package.json', JSON.stringify({ scripts: { start: scripts['start'] } }));
  const npm = spawn('npm', ['start', '--silent'], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(npm.stdout, 'data');
  npm.kill(signal);
  // Every process that held npm's output has gone by then.
  await once(npm, 'close');
  expect(readFileSync(join(project, 'order'), 'utf8')).toBe('kept');
});

it('an unknown task is answered with the known ones', async () => {
  const { code, stderr } = await bootstrap(['strat']);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'arbiter: no task "strat"; name one of start, verify, reset, replay, projections, dead-letters, erase, archive, restored, bench, soak, demo, playbooks, outcomes, eval, generate\n',
  );
});

it('wrong arguments are reported before anything is built', async () => {
  const { code, stdout, stderr } = await bootstrap(['soak', '--minuets', '60']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^arbiter: Unknown option '--minuets'\n.*npm run soak -- \[--minutes N\][^]*--help/);
  expect(stderr).not.toContain('building');
});

it('a build that fails stops it before the task', async () => {
  write('node_modules/typescript/bin/tsc', 'console.log("error TS1"); process.exit(2)');
  const { code, stdout, stderr } = await bootstrap(['start'], 'x');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(
    'error TS1\narbiter: building failed: exit code 2; correct what is said above and run this again',
  );
});

describe('the page', () => {
  const withPage = () => {
    write('apps/chat-page/src/main.tsx', 'start()');
    write('apps/chat-page/index.html', '<html>');
    write('libs/contracts/src/run-view.ts', 'export {}');
    write('libs/contracts/src/instance-progress.ts', 'export {}');
    write(
      'node_modules/vite/bin/vite.js',
      'require("node:fs").mkdirSync("apps/chat-page/dist", { recursive: true }); console.log("page made")',
    );
  };

  it('is built after the services, and again only when something of it has changed', async () => {
    withPage();
    expect((await bootstrap(['start'])).stderr).toMatch(
      /compiled apps\/all\n[^]*arbiter: building: .*\narbiter: building the page…\npage made\narbiter: building the page: /,
    );
    expect((await bootstrap(['start'])).stderr).not.toContain('page');
    write('apps/chat-page/src/main.tsx', 'start(1)');
    expect((await bootstrap(['start'])).stderr).toContain('page made');
  });

  it('that cannot be built stops it before the task', async () => {
    withPage();
    write('node_modules/vite/bin/vite.js', 'process.exit(1)');
    const { code, stdout, stderr } = await bootstrap(['start'], 'x');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('arbiter: building the page failed: exit code 1');
  });
});

describe('dependencies', () => {
  /** An npm that says what it was asked for. */
  const withNpm = () => {
    write('bin/npm', '#!/bin/sh\necho "npm $1"\n');
    chmodSync(join(project, 'bin/npm'), 0o755);
    return { PATH: `${join(project, 'bin')}:${process.env.PATH}` };
  };
  const stamp = () => join(project, 'node_modules/.arbiter-lock');

  it('that npm itself installed from this lock are taken as they are', async () => {
    expect((await bootstrap(['start'], '', withNpm())).stderr).not.toContain('npm');
    expect(existsSync(stamp())).toBe(true);
  });

  it('are installed when the lock is newer than they are, once', async () => {
    utimesSync(join(project, 'node_modules/.package-lock.json'), 1, 1);
    expect((await bootstrap(['start'], '', withNpm())).stderr).toMatch(
      /^arbiter: installing dependencies…\nnpm ci\narbiter: installing dependencies: /,
    );
    expect((await bootstrap(['start'], '', withNpm())).stderr).not.toContain('npm');
  });

  it('are installed again when the lock has changed since', async () => {
    await bootstrap(['start'], '', withNpm());
    write('package-lock.json', '{"lockfileVersion":3,"packages":{}}');
    const before = readFileSync(stamp(), 'utf8');
    expect((await bootstrap(['start'], '', withNpm())).stderr).toContain('npm ci');
    expect(readFileSync(stamp(), 'utf8')).not.toBe(before);
  });

  it('that cannot be installed for want of npm are said so', async () => {
    rmSync(join(project, 'node_modules/.package-lock.json'));
    const { code, stderr } = await bootstrap(['start'], '', { PATH: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'arbiter: installing dependencies…\narbiter: installing dependencies failed: npm is not on PATH; install it and run this again\n',
    );
  });
});
