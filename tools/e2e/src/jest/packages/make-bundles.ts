import { existsSync, renameSync, rmSync } from 'node:fs';
import { build } from 'rolldown';
import { filesOfPackages, FOLDER, ROOT } from './bundled';

/**
 * Packages in few files, once a lock file. Jest evaluates every file anew for each test file: without this, two
 * thousand small ones of packages before the first of ours.
 */
export async function makeBundles(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const unfinished = `${FOLDER}.${process.pid}`;
  try {
    // One build for all, so that a module that two of them share exists once.
    await build({
      cwd: ROOT,
      input: filesOfPackages(),
      platform: 'node',
      logLevel: 'silent',
      output: { dir: unfinished, format: 'cjs', keepNames: true, entryFileNames: '[name].js' },
    });
    renameSync(unfinished, FOLDER);
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(FOLDER)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
