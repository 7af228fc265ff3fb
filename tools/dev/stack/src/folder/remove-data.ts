import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeVolume, volumesOf } from '../sources/docker';
import { elsewhereOf } from './server-user';

/** Deletes everything of this data folder but `kept`, and what belongs to it elsewhere; returns what it removed. */
export async function removeData(dataFolder: string, kept: string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const volume of volumesOf(dataFolder)) {
    await removeVolume(volume);
    removed.push(`Docker volume ${volume}`);
  }
  const entries = existsSync(dataFolder) ? readdirSync(dataFolder).map((entry) => join(dataFolder, entry)) : [];
  const elsewhere = elsewhereOf(dataFolder);
  for (const path of [...(elsewhere ? [elsewhere] : []), ...entries.filter((entry) => !kept.includes(entry))]) {
    rmSync(path, { recursive: true, force: true });
    removed.push(path);
  }
  if (kept.every((path) => !entries.includes(path))) rmSync(dataFolder, { recursive: true, force: true });
  return removed;
}
