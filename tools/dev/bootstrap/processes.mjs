import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname } from 'node:path';
import { fail } from './progress.mjs';
import { inRoot, root } from './project.mjs';

// The piped lines on stdin are the task's, and so is stdout.
const TO_STDERR = ['ignore', 2, 2];

const running = { child: undefined, stopping: undefined };

/**
 * A signal, and the end of npm, stop the running task. The reader of our output may be gone with npm; the task must
 * stop in order all the same.
 */
export function stopInOrder() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forward(signal));
  if (process.env.npm_lifecycle_event) stopWithNpm();
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Runs a program to its end, in the project's folder, with its output on stderr; throws when it fails. */
export async function run(executable, parameters) {
  const end = await finished(spawn(executable, parameters, { cwd: root, stdio: TO_STDERR }));
  if (running.stopping) process.exit(exitCodeOf({ signal: running.stopping }));
  if (end.code !== 0) throw new Error(whyItFailed(executable, end));
}

function whyItFailed(executable, end) {
  if (end.error?.code === 'ENOENT') return `${executable} is not on PATH; install it and run this again`;
  return end.error?.message ?? `exit code ${exitCodeOf(end)}; correct what is said above and run this again`;
}

/**
 * The task keeps our stdin and stdout, the Node that runs it comes first on its PATH, it reuses its compiled code, and
 * it ends when we are killed. Resolves to its exit code.
 */
export async function runTask(node, script, parameters) {
  const file = inRoot(script);
  if (!existsSync(file)) fail(`the build made no ${file}; run \`npm run build\` and read its errors`);
  const environment = {
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/node'),
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
  };
  const [command, commandArguments] = diesWithUs(node, [file, ...parameters]);
  const end = await finished(spawn(command, commandArguments, { cwd: root, stdio: 'inherit', env: environment }));
  if (end.error) fail(`${basename(script, '.js')} cannot be run (${end.error.message})`);
  return exitCodeOf(end);
}

function diesWithUs(executable, parameters) {
  const guard = ['--pdeathsig', 'TERM'];
  const guarded = spawnSync('setpriv', [...guard, 'true'], { stdio: 'ignore' }).status === 0;
  return guarded ? ['setpriv', [...guard, '--', executable, ...parameters]] : [executable, parameters];
}

function finished(child) {
  running.child = child;
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * A terminal's Ctrl-C reaches the task without us; a signal to our pid alone does not. SIGTERM asks for the same
 * orderly stop and, unlike a second SIGINT, cannot be read as impatience.
 */
function forward(signal) {
  running.stopping = signal;
  running.child?.kill('SIGTERM');
}

/**
 * npm's scripts `exec` the bootstrap, so npm is our parent. When npm is killed without a word, we get another parent.
 */
function stopWithNpm() {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    forward('SIGHUP');
  }, 1_000);
  watch.unref();
}

const exitCodeOf = ({ code, signal }) => code ?? 128 + (constants.signals[signal] ?? 0);
