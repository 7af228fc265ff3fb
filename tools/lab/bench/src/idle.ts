import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { family, processorTime, difference } from './processor-time';
import { round } from './statistics';
import type { Line } from './workload';

const KIBIBYTES_A_MEBIBYTE = 1_024;
const MINUTE_MILLISECONDS = 60_000;

/** Minutes after the start: the first one, and one when the work of a start is done. */
export const FIRST_MINUTE = 1;
export const SETTLED_MINUTE = 5;

/**
 * The use of a minute after the start, counted from one, without any request: the share of a core, and memory at its
 * end (memory that processes share counts once).
 */
export async function idle(minute: number, started: number): Promise<Line> {
  await delay(Math.max(0, started + (minute - 1) * MINUTE_MILLISECONDS - performance.now()));
  const before = processorTime();
  const began = performance.now();
  await delay(MINUTE_MILLISECONDS);
  const elapsed = performance.now() - began;
  const { total, by } = difference(processorTime(), before);
  const memory = memoryByProcess();
  const share = (milliseconds: number): number => round((milliseconds / elapsed) * 100, 2);
  return {
    bench: 'idle',
    minute,
    core_percent: share(total - (by['client'] ?? 0)),
    core_percent_by_process: Object.fromEntries(Object.entries(by).map(([name, time]) => [name, share(time)])),
    memory_mib: Object.values(memory).reduce((sum, mebibytes) => sum + mebibytes, 0),
    memory_mib_by_process: memory,
  };
}

/** In mebibytes; the client that measures is left out. */
export function memoryByProcess(): Record<string, number> {
  const memory: Record<string, number> = {};
  for (const { pid, name } of family()) {
    if (name === 'client') continue;
    const kibibytes = Number(/^Pss:\s+(\d+)/m.exec(rollupOf(pid))?.[1] ?? 0);
    memory[name] = (memory[name] ?? 0) + kibibytes / KIBIBYTES_A_MEBIBYTE;
  }
  return Object.fromEntries(Object.entries(memory).map(([name, mebibytes]) => [name, Math.round(mebibytes)]));
}

/** Empty when the process has gone meanwhile. */
function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  } catch {
    return '';
  }
}
