import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { TestSystem, SharedTestSystem } from './test-system';

const ROOT = resolve(__dirname, '../../..');

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A limit for hanging only. */
const PATIENCE_MILLISECONDS = 240_000;

const PROGRAMS = {
  main: 'ops/replay/dist/main',
  erase: 'ops/replay/dist/erase',
  projections: 'ops/replay/dist/projections',
  eval: 'lab/eval/dist/main',
  playbooks: 'ops/playbooks/dist/main',
  outcomes: 'ops/playbooks/dist/outcomes',
} as const;

/** Runs one of the tools on the servers of a system, as their owner. */
export const runTool = (
  arbiter: TestSystem | SharedTestSystem,
  tool: keyof typeof PROGRAMS,
  ...parameters: readonly string[]
): Promise<Ended> => runToolWith(arbiter.system.environmentOf(null), tool, ...parameters);

/** The same with an environment of its own. */
export const runToolWith = (
  environment: NodeJS.ProcessEnv,
  tool: keyof typeof PROGRAMS,
  ...parameters: readonly string[]
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'tools', `${PROGRAMS[tool]}.js`), ...parameters], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MILLISECONDS,
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
