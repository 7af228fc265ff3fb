// Every npm script begins here, on whatever Node there is (20 or newer): dependencies, Node 24, build, then the task.
// Progress goes to stderr; stdout belongs to the task. Nothing here may need a dependency.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import commandLine from './command-line/command-line.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);
const neededNode = 24;
// The piped lines on stdin are the task's, and so is stdout.
const toStderr = ['ignore', 2, 2];

const tasks = {
  start: 'tools/stack/dist/commands/start.js',
  verify: 'tools/stack/dist/commands/verify.js',
  reset: 'tools/stack/dist/commands/reset.js',
  replay: 'tools/replay/dist/main.js',
  projections: 'tools/replay/dist/projections.js',
  'dead-letters': 'tools/replay/dist/dead-letters.js',
  erase: 'tools/replay/dist/erase.js',
  archive: 'tools/replay/dist/archive.js',
  restored: 'tools/replay/dist/restored.js',
  bench: 'tools/bench/dist/main.js',
  soak: 'tools/soak/dist/main.js',
  demo: 'tools/demo/dist/main.js',
  eval: 'tools/eval/dist/main.js',
  generate: 'tools/generate/dist/main.js',
};

const [task, ...taskArguments] = process.argv.slice(2);
if (!Object.hasOwn(tasks, task ?? '')) fail(`no task "${task ?? ''}"; name one of ${Object.keys(tasks).join(', ')}`);
// Help, and what is wrong with the arguments, come before anything is installed or built.
commandLine.answerHelp(task, taskArguments);
readTaskArguments();

const running = { child: undefined, stopping: undefined };
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forward(signal));
if (process.env.npm_lifecycle_event) stopWithNpm();
// The reader of our output may be gone with npm; the task must stop in order all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

if (!dependenciesAreCurrent()) await step('installing dependencies', installDependencies);
const node = findNode();
await step('building', () =>
  run(node, [inRoot('node_modules/typescript/bin/tsc'), '-b', ...projectsOf(task)], { stdio: toStderr }),
);
if (needsPage(task) && !pageIsCurrent()) await step('building the page', buildPage);
process.exitCode = await runTask(node, [inRoot(tasks[task]), ...taskArguments]);

function readTaskArguments() {
  try {
    commandLine.readArguments(task, taskArguments);
  } catch (error) {
    process.stderr.write(`arbiter: ${error.message}\n`);
    process.exit(2);
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
}

function stampFile() {
  return inRoot('node_modules/.arbiter-lock');
}

/** The stamp says which lock was installed; without one, npm's own record counts when it is newer than the lock. */
function dependenciesAreCurrent() {
  if (existsSync(stampFile())) return readFileSync(stampFile(), 'utf8') === lockHash();
  const installed = inRoot('node_modules/.package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(inRoot('package-lock.json')).mtimeMs)
    return false;
  writeFileSync(stampFile(), lockHash());
  return true;
}

async function installDependencies() {
  // No package needs its install script. The build needs the development packages even where NODE_ENV says production.
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  await run('npm', ['ci', ...flags], { stdio: toStderr });
  writeFileSync(stampFile(), lockHash());
}

/** What runs needs neither the tests' own projects nor the generators: only the checks build everything. */
function projectsOf(name) {
  if (name === 'verify' || name === 'generate' || !existsSync(inRoot('apps'))) return [];
  const own = tasks[name].split('/dist/')[0];
  const services = ['start', 'bench', 'soak', 'demo', 'eval'].includes(name)
    ? [
        'tools/sandbox-vendor',
        ...readdirSync(inRoot('apps'))
          .filter((app) => app !== 'chat-page')
          .map((app) => `apps/${app}`),
      ]
    : [];
  return [...new Set(['tools/stack', own, ...services])];
}

/** The page is a part of what answers people; everything else works without it. */
function needsPage(name) {
  return (name === 'start' || name === 'verify') && existsSync(inRoot('apps/chat-page'));
}

/** What the page is made of: its own files, how a run is read, and the locked packages. */
function pageHash() {
  const hash = createHash('sha256').update(lockHash());
  const folder = inRoot('apps/chat-page');
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /^(src\b|index\.html$|vite\.config\.mjs$)/.test(name))
    .sort();
  for (const name of names)
    if (statSync(join(folder, name)).isFile()) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  hash.update(readFileSync(inRoot('libs/contracts/src/run-view.ts')));
  return hash.digest('hex');
}

function pageStamp() {
  return inRoot('apps/chat-page/dist/.made-from');
}

function pageIsCurrent() {
  return existsSync(pageStamp()) && readFileSync(pageStamp(), 'utf8') === pageHash();
}

async function buildPage() {
  await run(node, [inRoot('node_modules/vite/bin/vite.js'), 'build', inRoot('apps/chat-page')], { stdio: toStderr });
  writeFileSync(pageStamp(), pageHash());
}

/** Node 24 from npm, which needs no install script, else the one that runs this file. */
function findNode() {
  const shipped = inRoot(
    `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/node`,
  );
  for (const candidate of [shipped, process.execPath]) if (majorOf(candidate) >= neededNode) return candidate;
  return fail(
    `Node ${neededNode} is needed, this is ${process.version} and npm has none for ${process.platform}-${process.arch}; install Node ${neededNode} and run this again`,
  );
}

function majorOf(executable) {
  if (!existsSync(executable)) return 0;
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

async function step(name, work) {
  process.stderr.write(`arbiter: ${name}…\n`);
  const begun = Date.now();
  try {
    await work();
  } catch (error) {
    fail(`${name} failed: ${error.message}`);
  }
  process.stderr.write(`arbiter: ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s\n`);
}

async function run(executable, parameters, options) {
  const end = await finished(spawn(executable, parameters, { cwd: root, ...options }));
  if (running.stopping) process.exit(exitCodeOf({ signal: running.stopping }));
  if (end.code !== 0) throw new Error(whyItFailed(executable, end));
}

function whyItFailed(executable, end) {
  if (end.error?.code === 'ENOENT') return `${executable} is not on PATH; install it and run this again`;
  return end.error?.message ?? `exit code ${exitCodeOf(end)}; correct what is said above and run this again`;
}

/**
 * The task keeps our stdin and stdout, the Node that runs it comes first on its PATH, what it compiles it finds again, and it ends
 * when we are killed.
 */
async function runTask(executable, parameters) {
  if (!existsSync(parameters[0])) fail(`the build made no ${parameters[0]}; run \`npm run build\` and read its errors`);
  const environment = {
    NODE_COMPILE_CACHE: inRoot('node_modules/.cache/node'),
    ...process.env,
    PATH: `${dirname(executable)}:${process.env.PATH ?? ''}`,
  };
  const [command, commandArguments] = diesWithUs(executable, parameters);
  const end = await finished(spawn(command, commandArguments, { cwd: root, stdio: 'inherit', env: environment }));
  if (end.error) fail(`${task} cannot be run (${end.error.message})`);
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

/** npm's scripts `exec` this file, so npm is our parent. Killed without a word it leaves us another one. */
function stopWithNpm() {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    forward('SIGHUP');
  }, 1_000);
  watch.unref();
}

function exitCodeOf({ code, signal }) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

function fail(message) {
  process.stderr.write(`arbiter: ${message}\n`);
  process.exit(1);
}
