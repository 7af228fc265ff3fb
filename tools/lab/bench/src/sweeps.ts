import { resolve } from 'node:path';
import { PlaybookClient, TenantCopy, type System, type SystemOptions } from '@arbiter/stack';
import { Pool } from 'pg';
import { memoryByProcess } from './idle';
import { difference, processorTime } from './processor-time';
import { round } from './statistics';
import type { Line } from './workload';

const TENANTS = resolve(__dirname, '../../../../deploy/tenants');
const PLAYBOOK = 'invoice_followup';
const DAY = '2026-11-23';
/** Of the studio's invoices this many are looked into for each that is to be reminded of. */
const INVOICES_A_BRANCH = 3;
const MOST_PAGES = 50;
const LOOK_MILLISECONDS = 250;
const SERVERS = ['postgres', 'nats', 'sandbox-vendor'];

/**
 * A sweep over so many invoices, from reads to verdict: `branches_per_second` by the log's own clock, memory of the
 * services alone, in mebibytes.
 */
export async function sweepOver(
  branches: number,
  start: (options: Partial<SystemOptions>) => Promise<System>,
): Promise<Line> {
  const system = await start({
    tenants: [studioOf(branches)],
    sandbox: { invoices: branches * INVOICES_A_BRANCH },
    environment: { ARBITER_TENANT: 'studio', ARBITER_LOG_LEVEL: 'warn' },
  });
  const pool = new Pool({ connectionString: system.stack.postgres.url, max: 1, options: '-c search_path=arbiter' });
  const memory = new Memory();
  try {
    const atStart = serviceMemory();
    const before = processorTime();
    const { run } = await memory.watch(() => new PlaybookClient(system.httpUrl, PLAYBOOK).carryOut(DAY));
    const { total, by } = difference(processorTime(), before);
    const { done = 0, failed = 0, selected = 0 } = run.branches;
    if (run.status !== 'ok' || selected !== branches)
      throw new Error(`a sweep over ${branches} ended ${run.status} with ${JSON.stringify(run.branches)}`);
    const { seconds, events, bytes } = await logged(pool, run.runId);
    return {
      bench: 'sweep',
      branches,
      done,
      failed,
      seconds: round(seconds),
      branches_per_second: round(branches / seconds),
      events_per_branch: round(events / branches),
      kilobytes_per_branch: round(bytes / branches / 1_000),
      cpu_ms_per_branch: round(total / branches),
      cpu_ms_by_process: Object.fromEntries(Object.entries(by).map(([name, time]) => [name, round(time / branches)])),
      memory_mib: { start: atStart, peak: memory.peak, after: serviceMemory() },
    };
  } finally {
    await pool.end();
    await system.stop();
  }
}

/** The studio whose playbooks begin by hand, and this one with any number of objects. */
function studioOf(branches: number): string {
  const copy = new TenantCopy(TENANTS, 'studio');
  copy.changePlaybook(PLAYBOOK, (definition) => ({
    ...definition,
    limits: { ...definition.limits, branches },
    reads: definition.reads.map((read) => ({ ...read, pages: { ...read.pages!, most: MOST_PAGES } })),
  }));
  return copy.folder;
}

/** The most that the services took while something was done. */
class Memory {
  peak = 0;

  async watch<T>(work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => (this.peak = Math.max(this.peak, serviceMemory())), LOOK_MILLISECONDS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }
}

const serviceMemory = (): number =>
  Object.entries(memoryByProcess())
    .filter(([name]) => !SERVERS.includes(name))
    .reduce((sum, [, mebibytes]) => sum + mebibytes, 0);

/** Everything that was written for the run and its branches, and how long it went through them. */
async function logged(pool: Pool, runId: string): Promise<{ seconds: number; events: number; bytes: number }> {
  const { rows } = await pool.query<{ seconds: string; events: string; bytes: string }>(
    `select count(*) as events, sum(octet_length(envelope)) as bytes,
       extract(epoch from max(recorded_at) filter (where type like 'arbiter.branch.recorded.%')
                        - min(recorded_at) filter (where type like 'arbiter.sweep.begun.%')) as seconds
     from event where envelope like $1`,
    [`%${runId}%`],
  );
  const { seconds, events, bytes } = rows[0]!;
  return { seconds: Number(seconds), events: Number(events), bytes: Number(bytes) };
}
