import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { inRoot, lockHash } from './project.mjs';

const FOLDER = inRoot('apps/chat-page');
const STAMP = join(FOLDER, 'dist/.made-from');
const OWN_FILES = /^(src\b|index\.html$|vite\.config\.mjs$)/;
/** The services' code that the page shares: how a run and an instance are read. */
const SHARED = ['run-view', 'instance-progress'].map((name) => inRoot(`libs/contracts/src/${name}.ts`));

export const pageIsCurrent = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === pageHash();

export async function buildPage(node) {
  await run(node, [inRoot('node_modules/vite/bin/vite.js'), 'build', FOLDER]);
  writeFileSync(STAMP, pageHash());
}

/** Names the content of the page: its own files, the shared ones, and the locked packages. */
function pageHash() {
  const hash = createHash('sha256').update(lockHash());
  const names = readdirSync(FOLDER, { recursive: true })
    .map(String)
    .filter((name) => OWN_FILES.test(name) && statSync(join(FOLDER, name)).isFile())
    .sort();
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(FOLDER, name)));
  for (const file of SHARED) hash.update(readFileSync(file));
  return hash.digest('hex');
}
