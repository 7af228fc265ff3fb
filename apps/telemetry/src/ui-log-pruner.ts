import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@arbiter/platform';

const PAUSE_MILLISECONDS = 60_000;
const LINES_AT_ONCE = 2_000;
const BATCHES_AT_ONCE = 50;

/**
 * Deletes the pieces of prose that were shown by runs which ended long ago; their other lines, the finished message among
 * them, stay for whoever resumes the stream.
 *
 * 1. Lines of a run that has not ended stay, whatever their age: its stream still goes on from them.
 * 2. At most so many lines a statement and so many statements a round: no long transaction, which would stall every reader.
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
  async prune(linesAtOnce = LINES_AT_ONCE): Promise<number> {
    let lines = 0;
    for (let batch = 0; batch < BATCHES_AT_ONCE && !this.closing.signal.aborted; batch += 1) {
      const { rowCount } = await this.database.pool.query({
        name: 'ui-log-prune',
        text: `with old as (
                 select run_id, seq from ui_log join run_view using (run_id)
                 where ui_log.body like '%"type":"rag.token"%' and ui_log.created_at < now() - make_interval(hours => $1)
                   and run_view.completed_at < now() - make_interval(hours => $1)
                 order by ui_log.created_at limit $2 for update of run_view skip locked)
               delete from ui_log using old where ui_log.run_id = old.run_id and ui_log.seq = old.seq`,
        values: [this.hours, linesAtOnce],
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
