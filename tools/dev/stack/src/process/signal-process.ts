import { readFileSync } from 'node:fs';
import { pidOf } from './process-records';

/** To its children as well: Postgres is one process a connection, each in a group of its own (Linux). */
export function signalProcess(dataFolder: string, name: string, signal: NodeJS.Signals): void {
  const pid = pidOf(dataFolder, name);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  process.kill(pid, signal);
  for (const child of children) signalOne(child, signal);
}

/** A connection may have closed in between. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
