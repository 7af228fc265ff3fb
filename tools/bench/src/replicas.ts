import { APPS } from '@arbiter/contracts';
import type { System } from '@arbiter/stack';
import { round } from './statistics';
import { directRuns, type Line } from './workload';

const IN_FLIGHT = 64;

/** Runs at 64 in flight with so many processes of every service on the same cores, and how often two of them wrote one stream. */
export async function withReplicas(
  replicas: number,
  total: number,
  open: (replicas: Partial<Record<(typeof APPS)[number], number>>) => Promise<System>,
): Promise<Line> {
  const system = await open(Object.fromEntries(APPS.map((app) => [app, replicas])));
  try {
    const line = await directRuns(system, 'echo_five', 5, IN_FLIGHT, total);
    const conflicts = await counted(system, 'arbiter_stream_conflicts_total');
    const streams = await counted(system, 'arbiter_batch_streams_sum');
    return {
      ...line,
      bench: 'replicas',
      replicas,
      conflict_percent: streams === 0 ? 0 : round((conflicts / streams) * 100, 2),
    };
  } finally {
    await system.stop();
  }
}

async function counted(system: System, name: string): Promise<number> {
  const texts = await Promise.all(
    system.services.map(async ({ adminPort }) => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()),
  );
  const values = texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gm'))].map(([, value]) => Number(value)),
  );
  return values.reduce((sum, value) => sum + value, 0);
}
