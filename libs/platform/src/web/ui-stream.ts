import type { NatsConnection } from '@nats-io/transport-node';
import { retryable, subjects } from '@arbiter/contracts';
import type { Database } from '../event-store/database';
import type { Keyring } from '../sealing/keyring';
import { RunFeed } from './run-feed';
import { UiLog } from './ui-log';

const LOOK_MILLISECONDS = 1_000;
const MOST_FEEDS = 20_000;

export interface WatchedRun {
  readonly tenant: string;
  readonly sessionId: string;
  readonly runId: string;
}

/**
 * The UI streams that clients of this process read: one NATS subscription each, one look a second into the log for all those
 * that heard nothing.
 */
export class UiStream {
  readonly log: UiLog;
  private readonly feeds = new Set<RunFeed>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly connection: NatsConnection,
    database: Database,
    private readonly keyring: Keyring,
    private readonly onTrouble: (error: unknown) => void,
  ) {
    this.log = new UiLog(database, keyring);
  }

  /** How many clients are being fed. */
  get size(): number {
    return this.feeds.size;
  }

  /** Subscribes and hands out the run's events after `after`; whoever takes the feed closes it. */
  open(run: WatchedRun, after: number, fresh: boolean): RunFeed {
    if (this.closed || this.feeds.size >= MOST_FEEDS) throw retryable('overloaded', 'no further stream can be opened here; try again', 1_000);
    const subscription = this.connection.subscribe(subjects.ui(run.tenant, run.sessionId, run.runId), {
      callback: (error, message) => (error ? this.onTrouble(error) : feed.take(message)),
    });
    const feed = new RunFeed({
      log: this.log, keyring: this.keyring, onTrouble: this.onTrouble,
      onClose: (closing) => {
        this.feeds.delete(closing);
        subscription.unsubscribe();
      },
    }, { runId: run.runId, after, fresh });
    this.feeds.add(feed);
    this.timer ??= setInterval(() => this.look(), LOOK_MILLISECONDS);
    return feed;
  }

  /** Ends every stream; its client is told to come again. */
  close(): void {
    this.closed = true;
    if (this.timer) clearInterval(this.timer);
    for (const feed of this.feeds) feed.close(true);
  }

  private look(): void {
    for (const feed of this.feeds) feed.look();
    if (this.feeds.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
