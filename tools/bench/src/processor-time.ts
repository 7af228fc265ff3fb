import { readFileSync, readdirSync } from 'node:fs';

const TICK_MILLISECONDS = 10;

/** User and system time of this process and everything it started, in milliseconds (Linux). Ended children count with their parent. */
export function processorTime(root = process.pid): Map<string, number> {
  const processes = readAll();
  const times = new Map<string, number>();
  const family = new Set([root]);
  // Children have higher numbers than their parents nearly always; a few rounds settle the rest.
  for (let round = 0; round < 5; round += 1) for (const one of processes) if (family.has(one.parent)) family.add(one.pid);
  for (const one of processes) if (family.has(one.pid)) times.set(one.name, (times.get(one.name) ?? 0) + one.milliseconds);
  return times;
}

export function difference(after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): { total: number; by: Record<string, number> } {
  const by = Object.fromEntries([...after].map(([name, time]) => [name, time - (before.get(name) ?? 0)]).filter(([, time]) => (time as number) > 0));
  return { total: Object.values(by).reduce((sum: number, time) => sum + Number(time), 0), by };
}

function readAll(): { pid: number; parent: number; name: string; milliseconds: number }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
        return [{ pid: Number(entry), parent: Number(fields[1]), name: nameOf(entry), milliseconds: ticks * TICK_MILLISECONDS }];
      } catch {
        return [];
      }
    });
}

function nameOf(pid: string): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  const app = /apps\/([a-z-]+)\/dist/.exec(command)?.[1];
  if (app) return app;
  if (command.includes('postgres')) return 'postgres';
  if (command.includes('nats-server')) return 'nats';
  return /sandbox-vendor/.test(command) ? 'sandbox-vendor' : 'client';
}
