import { closeSync, fstatSync, mkdirSync, openSync, readSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Where the logs of failed tests are kept until the next run, a folder a test file. */
export const KEPT_FOLDER = resolve(__dirname, '../../../../.failed-tests');

/** The end of a log gives the reason; bytes. */
const KEPT_OF_A_LOG = 512 * 1024;
const KEPT_LOGS = 60;
/** A data folder has its logs in `logs`, and lies in the folder that a test made, or is that folder. */
const DEPTH = 3;

/** Copies the end of every log that processes of the system write under `folders`. */
export function keepLogs(folders: readonly string[], target: string): void {
  const logs = folders.flatMap((folder) =>
    logsIn(folder, DEPTH).map((path) => ({ path, name: relative(folder, path).replaceAll('/', '__') })),
  );
  if (logs.length === 0) return;
  mkdirSync(target, { recursive: true });
  for (const { path, name } of logs.slice(0, KEPT_LOGS)) writeFileSync(join(target, name), endOf(path));
}

export function forgetLogs(target: string): void {
  rmSync(target, { recursive: true, force: true });
}

function logsIn(folder: string, depth: number): string[] {
  const entries = entriesOf(folder);
  const own = folder.endsWith('/logs')
    ? entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
    : [];
  const below =
    depth === 0
      ? []
      : entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => logsIn(join(folder, name), depth - 1));
  return [...own, ...below];
}

/** A test may remove its folder at any moment. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function endOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const text = Buffer.alloc(Math.min(size, KEPT_OF_A_LOG));
    readSync(file, text, 0, text.length, size - text.length);
    return text;
  } finally {
    closeSync(file);
  }
}
