import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './project.mjs';

/** The script that each npm command runs once everything is built. */
export const tasks = {
  start: 'tools/dev/stack/dist/commands/start.js',
  verify: 'tools/dev/stack/dist/commands/verify.js',
  reset: 'tools/dev/stack/dist/commands/reset.js',
  replay: 'tools/ops/replay/dist/main.js',
  projections: 'tools/ops/replay/dist/projections.js',
  'dead-letters': 'tools/ops/replay/dist/dead-letters.js',
  erase: 'tools/ops/replay/dist/erase.js',
  archive: 'tools/ops/replay/dist/archive.js',
  restored: 'tools/ops/replay/dist/restored.js',
  bench: 'tools/lab/bench/dist/main.js',
  soak: 'tools/lab/soak/dist/main.js',
  demo: 'tools/lab/demo/dist/main.js',
  playbooks: 'tools/ops/playbooks/dist/main.js',
  outcomes: 'tools/ops/playbooks/dist/outcomes.js',
  eval: 'tools/lab/eval/dist/main.js',
  generate: 'tools/dev/generate/dist/main.js',
};

const BUILT_WHOLE = ['verify', 'generate'];
const WITH_SERVICES = ['start', 'bench', 'soak', 'demo', 'eval'];
const WITH_PAGE = ['start', 'verify'];
const PAGE = 'chat-page';

/** Only the checks need all projects, the tests' own among them, and their types. */
export const needsTypes = (task) => BUILT_WHOLE.includes(task);

/** The projects that a task needs, beside those that they refer to. */
export function projectsOf(task) {
  const [own] = tasks[task].split('/dist/');
  return [...new Set(['tools/dev/stack', own, ...(WITH_SERVICES.includes(task) ? services() : [])])];
}

const services = () => [
  'tools/dev/sandbox-vendor',
  ...readdirSync(inRoot('apps'))
    .filter((app) => app !== PAGE)
    .map((app) => `apps/${app}`),
];

/** The page is part of the services that people use; the other tasks work without it. */
export const needsPage = (task) => WITH_PAGE.includes(task) && existsSync(inRoot('apps', PAGE));
