import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');
const MODULES = join(ROOT, 'node_modules');

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

/** Lint with its boundaries, generated files, then every test, each kind of test on its own. */
async function verify(): Promise<number> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  await check(tally, 'lint', join(MODULES, 'oxlint/bin/oxlint'), ['--deny-warnings']);
  for (const kind of ['unit', 'integration', 'flow']) await jest(tally, kind);
  process.stdout.write(`${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}\n`);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

async function check(tally: Tally, name: string, script: string, parameters: readonly string[]): Promise<void> {
  heading(name);
  if ((await run([script, ...parameters])) === 0) tally.passed += 1;
  else tally.failed += 1;
}

async function jest(tally: Tally, kind: string): Promise<void> {
  heading(`${kind} tests`);
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-verify-'));
  const file = join(folder, 'report.json');
  // The whole flow starts all servers and services itself: one file at a time, or two cores would be shared by fourteen processes.
  const workers = kind === 'flow' ? '1' : '2';
  const code = await run([
    '--experimental-vm-modules', '--no-warnings', join(MODULES, 'jest/bin/jest.js'), '--selectProjects', kind, '--maxWorkers', workers,
    '--passWithNoTests', '--json', '--outputFile', file,
  ]);
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  tally.passed += report?.numPassedTests ?? 0;
  tally.skipped += report?.numPendingTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  tally.failed += failed === 0 && code !== 0 ? 1 : failed;
}

function readReport(file: string): JestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  } catch {
    return null;
  }
}

/** The report goes to the file; what a person reads goes to standard error, where npm's own lines are. */
function run(parameters: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolveCode) => child.once('close', (code) => resolveCode(code ?? 1)));
}

function heading(name: string): void {
  process.stderr.write(`\narbiter: ${name}\n`);
}

void verify().then((code) => process.exit(code));
