import type { Category } from '@arbiter/contracts';
import type { Database } from '../event-store/database';
import { claimDue } from '../event-store/due';
import type { Shell } from './shell';

const POLL_MILLISECONDS = 250;
const ROUNDS_AT_ONCE = 10;

/** Brings timers of the app's category back to their streams when their time has come. */
export class DuePoller {
  private timer: NodeJS.Timeout | null = null;
  private polling: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly category: Category,
    private readonly shell: Pick<Shell<unknown>, 'submit'>,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.polling = this.poll()
        .catch((error: unknown) => this.onTrouble(error))
        .finally(() => this.timer && this.start());
    }, POLL_MILLISECONDS);
  }

  async close(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.polling;
  }

  private async poll(): Promise<void> {
    for (let round = 0; round < ROUNDS_AT_ONCE; round += 1) {
      const timers = await claimDue(this.database, this.category);
      await Promise.allSettled(timers.map(({ stream, key }) => this.shell.submit(stream, { name: 'due', key } as never, null)));
      if (timers.length === 0) return;
    }
  }
}
