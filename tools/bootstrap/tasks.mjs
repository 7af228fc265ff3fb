import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './project.mjs';

/** The script that each npm command runs once everything is built. */
export const tasks = {
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
  playbooks: 'tools/playbooks/dist/main.js',
  outcomes: 'tools/playbooks/dist/outcomes.js',
  eval: 'tools/eval/dist/main.js',
  generate: 'tools/generate/dist/main.js',
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
  return [...new Set(['tools/stack', own, ...(WITH_SERVICES.includes(task) ? services() : [])])];
}

const services = () => [
  'tools/sandbox-vendor',
  ...readdirSync(inRoot('apps'))
    .filter((app) => app !== PAGE)
    .map((app) => `apps/${app}`),
];

/** The page is part of the services that people use; the other tasks work without it. */
export const needsPage = (task) => WITH_PAGE.includes(task) && existsSync(inRoot('apps', PAGE));
