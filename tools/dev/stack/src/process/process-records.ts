import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './identity';

/**
 * One file for each process in `<data folder>/processes`, so that the next start can stop the processes that a SIGKILL
 * left behind.
 */
interface ProcessRecord {
  pid: number;
  identity: string;
}

const graceMilliseconds = 10_000;

function folderOf(dataFolder: string): string {
  return join(dataFolder, 'processes');
}

export function recordProcess(dataFolder: string, name: string, pid: number): void {
  const identity = processIdentity(pid);
  if (identity === undefined) return;
  mkdirSync(folderOf(dataFolder), { recursive: true });
  writeFileSync(join(folderOf(dataFolder), `${name}.json`), JSON.stringify({ pid, identity } satisfies ProcessRecord));
}

/** Removes the record, unless a successor of the same name has written its own by now. */
export function forgetProcess(dataFolder: string, name: string, pid: number): void {
  const file = join(folderOf(dataFolder), `${name}.json`);
  if (readRecord(file)?.pid === pid) rmSync(file, { force: true });
}

/** Of the process of that name that runs now. Throws when there is none. */
export function pidOf(dataFolder: string, name: string): number {
  const record = readRecord(join(folderOf(dataFolder), `${name}.json`));
  if (!record) throw new Error(`${name} does not run on ${dataFolder}`);
  return record.pid;
}

/** The processes that were started on this folder and have not ended, without the processes that those have started. */
export function pidsOn(dataFolder: string): readonly number[] {
  return listRecords(dataFolder).flatMap((entry) => readRecord(join(folderOf(dataFolder), entry))?.pid ?? []);
}

/**
 * Stops processes that a stack on this folder started and could not stop; a pid that others use by now is left alone.
 */
export async function stopLeftovers(dataFolder: string): Promise<string[]> {
  const stopped: string[] = [];
  for (const entry of listRecords(dataFolder)) {
    const file = join(folderOf(dataFolder), entry);
    const record = readRecord(file);
    if (record && processIdentity(record.pid) === record.identity) {
      await stopByPid(record);
      stopped.push(entry.replace(/\.json$/, ''));
    }
    rmSync(file, { force: true });
  }
  return stopped;
}

function listRecords(dataFolder: string): string[] {
  try {
    return readdirSync(folderOf(dataFolder)).filter((entry) => entry.endsWith('.json'));
  } catch {
    return [];
  }
}

function readRecord(file: string): ProcessRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord;
  } catch {
    return undefined;
  }
}

async function stopByPid(record: ProcessRecord): Promise<void> {
  // SIGINT is Postgres' fast shutdown, and ends NATS, Redis and our services as well.
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    send(record.pid, signal);
    const deadline = Date.now() + graceMilliseconds;
    while (Date.now() < deadline) {
      if (processIdentity(record.pid) !== record.identity) return;
      await sleep(25);
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended in between.
  }
}
