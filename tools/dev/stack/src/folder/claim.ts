import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '../process/identity';
import { StackError } from '../stack-error';
import { ownDataFolder } from './data-folder';

interface Claim {
  pid: number;
  identity: string | undefined;
}

/** The pid of the process whose stack runs on this data folder, if there is one. */
export function runningStack(dataFolder: string): number | undefined {
  const claim = readClaim(fileOf(dataFolder));
  return claim && claim.identity !== undefined && processIdentity(claim.pid) === claim.identity ? claim.pid : undefined;
}

/**
 * Makes the folder ours until the returned function is called. A claim whose process has gone is taken over.
 * Throws StackError when another stack runs on it: two servers on one folder would destroy it.
 */
export function claimFolder(dataFolder: string): () => void {
  ownDataFolder(dataFolder);
  const file = fileOf(dataFolder);
  const claim: Claim = { pid: process.pid, identity: processIdentity(process.pid) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(claim), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      refuseIfRunning(dataFolder);
      rmSync(file, { force: true });
    }
  }
  throw new StackError(
    undefined,
    `another start took the data folder ${dataFolder} at the same moment`,
    'wait for it, or set ARBITER_DATA to another folder',
  );
}

function refuseIfRunning(dataFolder: string): void {
  const pid = runningStack(dataFolder);
  if (pid === undefined) return;
  throw new StackError(
    undefined,
    `a stack is already running on ${dataFolder} (process ${pid})`,
    'stop it with Ctrl-C, or set ARBITER_DATA to another folder',
  );
}

function fileOf(dataFolder: string): string {
  return join(dataFolder, 'stack.json');
}

function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
}
