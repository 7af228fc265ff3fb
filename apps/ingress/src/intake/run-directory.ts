import { atMost } from '@arbiter/resilience';
import type { Database } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import type { KnownRun } from './received-fact';

/** 0.75 KB each */
const MOST_RUNS = 20_000;

/**
 * Which session and customer a run belongs to: those received here from memory, the others by their first shown line.
 */
export class RunDirectory {
  private readonly runs = new LRUCache<string, KnownRun>(atMost(MOST_RUNS));

  constructor(private readonly database: Database) {}

  remember(run: KnownRun): void {
    this.runs.set(run.runId, run);
  }

  /** Null when the tenant has no such run, or when another replica received it and no line of it was shown yet. */
  async find(tenant: string, runId: string): Promise<KnownRun | null> {
    const run = this.runs.get(runId) ?? (await this.look(runId));
    return run?.tenant === tenant ? run : null;
  }

  private async look(runId: string): Promise<KnownRun | null> {
    const row = await this.database.query
      .selectFrom('ui_log')
      .select(['tenant', 'session_id', 'body'])
      .where('run_id', '=', runId)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const { customerId } = JSON.parse(row.body) as { customerId: string };
    const run = { tenant: row.tenant, runId, sessionId: row.session_id, customerId };
    this.remember(run);
    return run;
  }
}
