import { retryable, subjects, type SessionPage } from '@arbiter/contracts';
import type { Database, Keyring } from '@arbiter/store';
import { RunFeed } from './run-feed';
import { listenToRun, type LineSources, type WatchedRun } from './run-lines';
import { SessionFeed } from './session-feed';
import { UiLog, type WatchedSession } from './ui-log';

const LOOK_MILLISECONDS = 1_000;
/** Every fifth look also asks for runs of which not even the first line came in; over this many seconds. */
const LOOKS_A_SEARCH = 5;
const SEARCHED_SECONDS = 120;
const SESSIONS_A_QUERY = 500;
const MOST_FEEDS = 20_000;

/**
 * The UI streams that clients of this process read: each is brought its lines (run-lines.ts), and one look a second
 * goes into the log for all those that heard nothing.
 */
export class UiStream {
  readonly log: UiLog;
  private readonly feeds = new Set<RunFeed | SessionFeed>();
  private timer: NodeJS.Timeout | null = null;
  private looks = 0;
  private closed = false;

  constructor(
    private readonly sources: LineSources,
    database: Database,
    private readonly keyring: Keyring,
  ) {
    this.log = new UiLog(database, keyring);
  }

  /** How many clients are being fed. */
  get size(): number {
    return this.feeds.size;
  }

  /** Listens to a run and hands out its events after `after`; the caller closes the feed. */
  open(run: WatchedRun, after: number, fresh: boolean): RunFeed {
    this.checkRoom();
    const feed = new RunFeed(
      {
        log: this.log,
        keyring: this.keyring,
        onTrouble: this.sources.onTrouble,
        onClose: (closing) => {
          this.feeds.delete(closing);
          leave();
        },
      },
      { runId: run.runId, after, fresh },
    );
    const leave = listenToRun(this.sources, run, feed);
    return this.add(feed);
  }

  /** Subscribes and gives the present state of a session, then every line of its runs; the caller closes the feed. */
  openSession(session: WatchedSession, page: () => Promise<SessionPage>): SessionFeed {
    this.checkRoom();
    const { connection, onTrouble } = this.sources;
    const subscription = connection.subscribe(subjects.uiOfSession(session.tenant, session.sessionId), {
      callback: (error, message) => (error ? onTrouble(error) : feed.take(message)),
    });
    const feed = new SessionFeed(
      {
        log: this.log,
        keyring: this.keyring,
        onTrouble,
        page,
        subscribed: () => connection.flush(),
        onClose: (closing) => {
          this.feeds.delete(closing);
          subscription.unsubscribe();
        },
      },
      session,
    );
    return this.add(feed);
  }

  /** Ends every stream and asks its client to reconnect. */
  close(): void {
    this.closed = true;
    if (this.timer) clearInterval(this.timer);
    for (const feed of this.feeds) feed.close(true);
  }

  private checkRoom(): void {
    if (this.closed || this.feeds.size >= MOST_FEEDS)
      throw retryable('overloaded', 'no further stream can be opened here; try again', 1_000);
  }

  private add<F extends RunFeed | SessionFeed>(feed: F): F {
    this.feeds.add(feed);
    this.timer ??= setInterval(() => this.look(), LOOK_MILLISECONDS);
    return feed;
  }

  private look(): void {
    for (const feed of this.feeds) feed.look();
    this.looks += 1;
    if (this.looks % LOOKS_A_SEARCH === 0) void this.search().catch(this.sources.onTrouble);
    if (this.feeds.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Runs that began without being heard of. */
  private async search(): Promise<void> {
    const followed = [...this.feeds].filter((feed) => feed instanceof SessionFeed);
    for (let first = 0; first < followed.length; first += SESSIONS_A_QUERY) {
      const feeds = followed.slice(first, first + SESSIONS_A_QUERY);
      const begun = await this.log.begun(
        feeds.map(({ session }) => session),
        SEARCHED_SECONDS,
      );
      feeds.forEach((feed, index) => feed.begun(begun[index]!));
    }
  }
}
