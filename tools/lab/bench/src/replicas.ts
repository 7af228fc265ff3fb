import { APPS } from '@arbiter/contracts';
import type { System } from '@arbiter/stack';
import { round } from './statistics';
import { directRuns, type Line } from './workload';

const IN_FLIGHT = 64;

/** Of all replicas together, since they were started. */
interface Counts {
  /** the streams of all batches */
  readonly decided: number;
  readonly batches: number;
  readonly conflicts: number;
  readonly read: number;
}

/**
 * Runs at 64 in flight with so many processes of every service on the same cores. Of the streams that were decided, in
 * percent: those that two processes wrote at once, and those that had to be read from the log because the process did
 * not know them.
 */
export async function withReplicas(
  replicas: number,
  total: number,
  open: (replicas: Partial<Record<(typeof APPS)[number], number>>) => Promise<System>,
): Promise<Line> {
  const system = await open(Object.fromEntries(APPS.map((app) => [app, replicas])));
  try {
    const before = await countsOf(system);
    const line = await directRuns(system, 'echo_five', 5, IN_FLIGHT, total);
    const after = await countsOf(system);
    const since = (count: keyof Counts): number => after[count] - before[count];
    return {
      ...line,
      bench: 'replicas',
      replicas,
      conflict_percent: percent(since('conflicts'), since('decided')),
      read_percent: percent(since('read'), since('decided')),
      streams_per_batch: round(since('decided') / Math.max(1, since('batches'))),
    };
  } finally {
    await system.stop();
  }
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : round((part / whole) * 100, 2));

async function countsOf(system: System): Promise<Counts> {
  const texts = await Promise.all(
    system.services.map(async ({ adminPort }) => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()),
  );
  const sum = (name: string): number =>
    texts
      .flatMap((text) => [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gm'))])
      .reduce((total, [, value]) => total + Number(value), 0);
  return {
    decided: sum('arbiter_batch_streams_sum'),
    batches: sum('arbiter_batch_streams_count'),
    conflicts: sum('arbiter_stream_conflicts_total'),
    read: sum('arbiter_streams_read_total'),
  };
}
