import type { Category } from '@arbiter/contracts';
import type { Dependencies } from '../dependencies';
import type { Database } from '../event-store/database';
import { claimDue, type ClaimedTimer } from '../event-store/due';
import type { Shell } from './shell';

const POLL_MILLISECONDS = 250;
const ROUNDS_AT_ONCE = 10;
const MOST_PENDING = 2_000;

/**
 * Brings timers of the app's category back to their streams when their time has come.
 *
 * 1. A timer is before its stream once at a time, however often its claim lapses meanwhile; a stream that waits delays no other.
 * 2. No more than MOST_PENDING are before their streams; the rest stays in Postgres.
 */
export class DuePoller {
  private timer: NodeJS.Timeout | null = null;
  private polling: Promise<void> = Promise.resolve();
  private readonly pending = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly category: Category,
    private readonly shell: Pick<Shell<unknown>, 'submit'>,
    private readonly dependencies: Dependencies,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.polling = this.poll()
        .catch((error: unknown) => this.trouble(error))
        .finally(() => this.timer && this.start());
    }, POLL_MILLISECONDS);
  }

  async close(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.polling;
  }

  private trouble(error: unknown): void {
    this.onTrouble(error);
    this.dependencies.met(error);
  }

  private async poll(): Promise<void> {
    for (let round = 0; this.dependencies.isStoreUp && this.pending.size < MOST_PENDING && round < ROUNDS_AT_ONCE; round += 1) {
      const timers = await claimDue(this.database, this.category);
      if (timers.length === 0) return;
      for (const timer of timers) this.bring(timer);
    }
  }

  private bring({ stream, key, at }: ClaimedTimer): void {
    const name = `${stream} ${key}`;
    if (this.pending.has(name)) return;
    this.pending.add(name);
    // What could not be decided is claimed again when its claim has lapsed.
    this.shell.submit(stream, { name: 'due', key } as never, null, at).catch(() => undefined).finally(() => this.pending.delete(name));
  }
}
