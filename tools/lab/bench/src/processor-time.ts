import { readFileSync, readdirSync } from 'node:fs';

const TICK_MILLISECONDS = 10;

export interface MeasuredProcess {
  readonly pid: number;
  readonly parent: number;
  /** of the service or server it runs, `client` for the measuring process */
  readonly name: string;
  /** user and system time, with that of ended children */
  readonly milliseconds: number;
}

/**
 * User and system time of this process and everything it started, in milliseconds (Linux). Ended children count with
 * their parent.
 */
export function processorTime(root = process.pid): Map<string, number> {
  const times = new Map<string, number>();
  for (const { name, milliseconds } of family([root])) times.set(name, (times.get(name) ?? 0) + milliseconds);
  return times;
}

/** Processes and everything they started. */
export function family(roots: readonly number[] = [process.pid]): readonly MeasuredProcess[] {
  const processes = readAll();
  const members = new Set(roots);
  // Children have higher numbers than their parents nearly always; a few rounds settle the rest.
  for (let round = 0; round < 5; round += 1)
    for (const one of processes) if (members.has(one.parent)) members.add(one.pid);
  return processes.filter(({ pid }) => members.has(pid));
}

export function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): { total: number; by: Record<string, number> } {
  const by = Object.fromEntries(
    [...after].map(([name, time]) => [name, time - (before.get(name) ?? 0)]).filter(([, time]) => (time as number) > 0),
  );
  return { total: Object.values(by).reduce((sum: number, time) => sum + Number(time), 0), by };
}

function readAll(): MeasuredProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
        return [
          {
            pid: Number(entry),
            parent: Number(fields[1]),
            name: nameOf(entry),
            milliseconds: ticks * TICK_MILLISECONDS,
          },
        ];
      } catch {
        return [];
      }
    });
}

function nameOf(pid: string): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  const app = /apps\/all\/dist\/services\.js ([a-z-]+)/.exec(command)?.[1];
  if (app) return app;
  if (command.includes('postgres')) return 'postgres';
  if (command.includes('nats-server')) return 'nats';
  return /sandbox-vendor|answering-model/.exec(command)?.[0] ?? 'client';
}
