import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { family, processorTime, difference } from './processor-time';
import { round } from './statistics';
import type { Line } from './workload';

const KIBIBYTES_A_MEBIBYTE = 1_024;

/** What everything takes while nobody asks for anything: memory (what processes share counts once) and the share of a core. */
export async function idle(seconds: number): Promise<Line> {
  await delay(5_000);
  const before = processorTime();
  const began = performance.now();
  await delay(seconds * 1_000);
  const elapsed = performance.now() - began;
  const { total, by } = difference(processorTime(), before);
  const memory = memoryByProcess();
  const share = (milliseconds: number): number => round((milliseconds / elapsed) * 100, 2);
  return {
    bench: 'idle',
    seconds,
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
