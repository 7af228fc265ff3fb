import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { answerHelp, readArguments } from '../../../command-line/command-line.cjs';
import { type Failure, readReport } from './test-report';
import { ThrowawayFolder } from './throwaway-folder';

const ROOT = resolve(__dirname, '../../../../..');
const MODULES = join(ROOT, 'node_modules');
/**
 * Kept of a failure until the next run: the report of the tests, and the logs of the systems that a failed file had
 * started.
 */
const FAILED_TESTS = join(ROOT, '.failed-tests');

interface Tally {
  passed: number;
  skipped: number;
  readonly failures: Failure[];
}

/** A worker that has loaded everything takes longer than Jest's half a second to end on a busy machine. */
const EXIT_MILLISECONDS = 30_000;

/** The tests of one run of Jest. */
interface Part {
  readonly heading: string;
  readonly projects: readonly string[];
  readonly workers: number;
  /** the report's file in `FAILED_TESTS` */
  readonly report: string;
  /** the files of these projects; all where it is left out */
  readonly files?: () => readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * A worker more than the two processors: one that waits for a server or for a process leaves its processor to the
 * others.
 */
const TESTS: Part = {
  heading: 'tests',
  projects: ['unit', 'integration', 'flow'],
  workers: 3,
  report: 'tests.json',
};
/** Each of these keeps a dozen processes busy. */
const LONG_TESTS: Part = { heading: 'long tests', projects: ['long'], workers: 2, report: 'long-tests.json' };
/** What is asked of a lent system is asked of separate services as well. */
const SEPARATE_SERVICES: Part = {
  heading: 'tests with a process a service',
  projects: ['flow'],
  workers: 2,
  report: 'separate-services.json',
  files: () =>
    globSync('tools/e2e/src/*.e2e-spec.ts', { cwd: ROOT }).filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('TestSystem.borrow()'),
    ),
  environment: { ARBITER_TEST_PROCESSES: 'each' },
};

/**
 * Lint with its boundaries, format, then every test but the long ones; with `--long` those as well, and what is asked
 * of a lent system once more with a process a service. With `--services` a process a service wherever a test does not
 * say.
 */
async function verify(parts: readonly Part[]): Promise<number> {
  const tally: Tally = { passed: 0, skipped: 0, failures: [] };
  rmSync(FAILED_TESTS, { recursive: true, force: true });
  await check(tally, 'lint', join(MODULES, 'oxlint/bin/oxlint'), [
    '-c',
    join(ROOT, 'oxlint.config.mts'),
    '--deny-warnings',
  ]);
  await check(tally, 'format', join(MODULES, 'oxfmt/bin/oxfmt'), ['--check']);
  for (const part of parts) await jest(part, tally);
  if (tally.failures.length > 0) tellFailures(tally.failures);
  else rmSync(FAILED_TESTS, { recursive: true, force: true });
  process.stdout.write(
    `${tally.passed} passed, ${tally.failures.length} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}\n`,
  );
  return tally.failures.length === 0 && tally.passed > 0 ? 0 : 1;
}

async function check(tally: Tally, name: string, script: string, parameters: readonly string[]): Promise<void> {
  heading(name);
  if ((await run([script, ...parameters])) === 0) tally.passed += 1;
  else tally.failures.push({ name, file: null });
}

async function jest(part: Part, tally: Tally): Promise<void> {
  heading(part.heading);
  mkdirSync(FAILED_TESTS, { recursive: true });
  const file = join(FAILED_TESTS, part.report);
  const folder = new ThrowawayFolder();
  const code = await run(
    [
      '--experimental-vm-modules',
      '--no-warnings',
      join(MODULES, 'jest/bin/jest.js'),
      '--selectProjects',
      ...part.projects,
      '--maxWorkers',
      String(part.workers),
      '--workerGracefulExitTimeout',
      String(EXIT_MILLISECONDS),
      '--passWithNoTests',
      '--json',
      '--outputFile',
      file,
      ...(part.files?.() ?? []),
    ],
    { TMPDIR: folder.path, ...part.environment },
  ).finally(() => folder.remove());
  const { passed, skipped, failures } = readReport(file, ROOT);
  tally.passed += passed;
  tally.skipped += skipped;
  tally.failures.push(
    ...(failures.length === 0 && code !== 0
      ? [{ name: `the ${part.heading} ended with ${code}`, file: null }]
      : failures),
  );
  if (code === 0) rmSync(file, { force: true });
}

/** The last lines of a long run: the failures, and where to read on. */
function tellFailures(failures: readonly Failure[]): void {
  say('\narbiter: what failed');
  for (const { name, file } of failures) say(`  ${file === null ? '' : `${file}: `}${name}`);
  const kept = existsSync(FAILED_TESTS)
    ? readdirSync(FAILED_TESTS)
        .toSorted()
        .map((name) => `  ${relative(ROOT, join(FAILED_TESTS, name))}`)
    : [];
  if (kept.length > 0)
    say(
      [
        'arbiter: kept until the next run: the report of the tests (.json) and the logs of what failed files had started',
        ...kept,
      ].join('\n'),
    );
}

/** The report goes to the file; output for people goes to standard error, where npm's own lines are. */
function run(parameters: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, parameters, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolveCode) => child.once('close', (code) => resolveCode(code ?? 1)));
}

function heading(name: string): void {
  say(`\narbiter: ${name}`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<number> {
  const { flags } = readArguments('verify', process.argv.slice(2));
  if (flags.has('services')) process.env['ARBITER_TEST_PROCESSES'] = 'each';
  return verify(flags.has('long') ? [TESTS, LONG_TESTS, SEPARATE_SERVICES] : [TESTS]);
}

answerHelp('verify');
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(`arbiter: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
