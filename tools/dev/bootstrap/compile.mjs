import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { inRoot } from './project.mjs';

const COMPILER = inRoot('node_modules/typescript/bin/tsc');
/**
 * Writes the JavaScript that `tsc -b` writes, of each file by itself: a fifth of its time. Types are checked by
 * `npm test` and `npm run build`.
 */
const UNCHECKED = [
  '--noCheck',
  '--noResolve',
  '--isolatedModules',
  ...['composite', 'incremental', 'declaration', 'declarationMap'].flatMap((option) => [`--${option}`, 'false']),
];

/** Compilers at once, of one thread each. */
const AT_ONCE = 2;

/** Compiles and checks all projects. */
export const build = (node) => run(node, [COMPILER, '-b']);

/** Compiles these projects and those that they refer to, as far as they have changed, and leaves their types alone. */
export async function compile(node, projects) {
  const changed = [...withReferences(projects)].filter(hasChanged);
  const compileRest = async () => {
    for (let project = changed.shift(); project; project = changed.shift()) {
      await run(node, [COMPILER, '-p', project, ...UNCHECKED]);
      writeFileSync(stampOf(project), '');
    }
  };
  // No project needs what another one emits.
  await Promise.all(Array.from({ length: AT_ONCE }, compileRest));
}

const stampOf = (project) => inRoot(project, 'dist/.compiled');

function withReferences(projects, found = new Set()) {
  for (const project of projects) {
    if (found.has(project)) continue;
    found.add(project);
    withReferences(referencesOf(project), found);
  }
  return found;
}

/** A reference that names a file is to a library's tests, which nothing runs that is compiled here. */
const referencesOf = (project) =>
  (JSON.parse(readFileSync(inRoot(project, 'tsconfig.json'), 'utf8')).references ?? [])
    .filter(({ path }) => !path.endsWith('.json'))
    .map(({ path }) => join(project, path));

/** A file of it is younger than its stamp, and than what `tsc -b` wrote when it last compiled the project. */
function hasChanged(project) {
  const source = inRoot(project, 'src');
  const sources = readdirSync(source, { recursive: true })
    .filter((name) => /\.m?ts$/.test(name))
    .map((name) => join(source, name));
  const compiled = latestOf([stampOf(project), inRoot(project, 'tsconfig.tsbuildinfo')].filter(existsSync));
  return latestOf([...sources, inRoot(project, 'tsconfig.json')]) > compiled;
}

const latestOf = (files) => Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
