import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { run } from './processes.mjs';
import { inRoot, lockHash } from './project.mjs';

// No package needs its install script. The build needs the development packages even where NODE_ENV says production.
const INSTALL = [
  'ci',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];
const STAMP = inRoot('node_modules/.arbiter-lock');

/** The stamp says which lock was installed; without one, npm's own record counts when it is newer than the lock. */
export function dependenciesAreCurrent() {
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lockHash();
  const installed = inRoot('node_modules/.package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(inRoot('package-lock.json')).mtimeMs)
    return false;
  writeFileSync(STAMP, lockHash());
  return true;
}

export async function installDependencies() {
  await run('npm', INSTALL);
  writeFileSync(STAMP, lockHash());
}
