import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@arbiter/platform';

const PAUSE_MILLISECONDS = 60_000;
const RUNS_AT_ONCE = 200;
const BATCHES_AT_ONCE = 50;

/**
 * Deletes what was shown of runs that ended long ago.
 *
 * 1. Lines of a run that has not ended stay, whatever their age: its stream still goes on from them.
 * 2. At most so many runs a statement and so many statements a round: no long transaction, which would stall every reader.
 * 3. Replicas take different runs (SKIP LOCKED).
 */
export class UiLogPruner {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database, private readonly hours: number, private readonly onTrouble: (error: unknown) => void) {}

  start(): void {
    this.running = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Returns how many lines were deleted. */
  async prune(runsAtOnce = RUNS_AT_ONCE): Promise<number> {
    let lines = 0;
    for (let batch = 0; batch < BATCHES_AT_ONCE && !this.closing.signal.aborted; batch += 1) {
      const { rowCount } = await this.database.pool.query({
        name: 'ui-log-prune',
        text: `with old as (
                 select run_id from run_view where completed_at < now() - make_interval(hours => $1)
                   and run_id in (select run_id from ui_log where created_at < now() - make_interval(hours => $1))
                 limit $2 for update skip locked)
               delete from ui_log using old where ui_log.run_id = old.run_id`,
        values: [this.hours, runsAtOnce],
      });
      lines += rowCount ?? 0;
      if (!rowCount) break;
    }
    return lines;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.prune().catch((error: unknown) => this.onTrouble(error));
      await delay(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  }
}
