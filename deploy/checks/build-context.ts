import { copyFileSync, mkdirSync, readFileSync, readdirSync, type Dirent } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';

/** The patterns of a .dockerignore; one that begins with `!` would need an order, and is refused. */
export function ignoredBy(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const exception = patterns.find((pattern) => pattern.startsWith('!'));
  if (exception) throw new Error(`.dockerignore says ${exception}; name what is left out instead`);
  return (path) => patterns.some((pattern) => matchesGlob(path, pattern));
}

/** The files that `docker build` sends: those under `root` that .dockerignore leaves, relative to it. */
export function contextOf(root: string): readonly string[] {
  const ignored = ignoredBy(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const inFolder = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry: Dirent) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ignored(path)) return [];
      return entry.isDirectory() ? inFolder(path) : [path];
    });
  return inFolder('');
}

export function copyContext(root: string, target: string): void {
  for (const path of contextOf(root)) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(root, path), join(target, path));
  }
}
