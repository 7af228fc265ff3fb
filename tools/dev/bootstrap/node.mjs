import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail } from './progress.mjs';
import { inRoot } from './project.mjs';

const NEEDED = 24;

/** Node 24 from npm, which needs no install script, else the one that runs this file. */
export function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const shipped = inRoot(`node_modules/node-${platform}-${process.arch}/bin/node`);
  for (const candidate of [shipped, process.execPath]) if (majorOf(candidate) >= NEEDED) return candidate;
  return fail(
    `Node ${NEEDED} is needed, this is ${process.version} and npm has none for ${process.platform}-${process.arch}; install Node ${NEEDED} and run this again`,
  );
}

function majorOf(executable) {
  if (!existsSync(executable)) return 0;
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}
