import type { Msg } from '@nats-io/transport-node';
import { isEnded, type SessionPage, type UiEvent } from '@arbiter/contracts';
import type { Keyring } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import type { Feed } from './event-stream';
import { RunFeed } from './run-feed';
import type { StoredUiLine } from './stored-ui-line';
import type { BegunRun, UiLog, WatchedSession } from './ui-log';

const MOST_RUNS = 200;
const REMEMBERED_RUNS = 1_000;

/** First the present state, then every line after it. */
export type SessionFrame = { readonly page: SessionPage } | { readonly line: UiEvent };

export interface SessionFeedParts {
  readonly log: UiLog;
  readonly keyring: Keyring;
  /** resolves when the broker has taken the subscription */
  readonly subscribed: () => Promise<void>;
  /** the newest page of the chat */
  readonly page: () => Promise<SessionPage>;
  /** the feed needs no further message */
  readonly onClose: (feed: SessionFeed) => void;
  readonly onTrouble: (error: unknown) => void;
}

interface Offer {
  readonly line: UiEvent;
  readonly taken: () => void;
}

/**
 * All lines that a person's runs in one chat show, for one client, pulled at the client's own pace. A client that
 * reconnects begins anew with the present state: there is no cursor that could be lost, and no line between two
 * connections is.
 *
 * 1. The broker has taken the subscription before the page is read: a line that the page has not got comes in
 *    afterwards.
 * 2. Each running run has a feed of its own (RunFeed), which begins after the last line that the page has of the run.
 *    So the lines of a run leave in the order of `seq`, each once, without a gap.
 * 3. A run that began later is followed from its first line on, at the first line that comes in of it; when that was
 *    lost, by look() and begun(), which its owner calls again and again.
 * 4. Lines of other people in the same chat are left out.
 * 5. Lines of other people in the same chat are left out.
 */
export class SessionFeed implements Feed<SessionFrame> {
  private readonly runs = new Map<string, RunFeed>();
  /** runs that ended or are not this person's */
  private readonly over = new LRUCache<string, true>({ max: REMEMBERED_RUNS });
  private readonly early = new Set<string>();
  private offers: Offer[] = [];
  private isFollowing = false;
  private closed = false;
  private wake: (() => void) | null = null;
  interrupted = false;

  constructor(
    private readonly parts: SessionFeedParts,
    readonly session: WatchedSession,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<SessionFrame, void> {
    try {
      await this.parts.subscribed();
      const page = await this.parts.page();
      yield { page };
      this.begin(page);
      while (!this.closed) {
        for (const { line, taken } of this.offers.splice(0)) {
          yield { line };
          taken();
        }
        await this.awaited();
      }
    } finally {
      this.close();
    }
  }

  /** A published line of the chat has come in. */
  take(message: Msg): void {
    const runId = message.subject.slice(message.subject.lastIndexOf('.') + 1);
    if (this.closed || this.over.has(runId)) return;
    const feed = this.runs.get(runId);
    if (feed) feed.take(message.string());
    else if (this.isOwn(message)) this.appear(runId);
    else this.over.set(runId, true);
  }

  /** Reads the log for lines that the broker lost. */
  look(): void {
    for (const feed of this.runs.values()) feed.look();
  }

  /** The log has these runs: those not yet known are followed from their first line on. */
  begun(runs: readonly BegunRun[]): void {
    if (!this.isFollowing) return;
    for (const { runId, customerId } of runs) if (customerId === this.session.customerId) this.appear(runId);
  }

  close(interrupted = false): void {
    if (this.closed) return;
    this.closed = true;
    this.interrupted = interrupted;
    for (const feed of this.runs.values()) feed.close();
    for (const { taken } of this.offers.splice(0)) taken();
    this.parts.onClose(this);
    this.awaken();
  }

  private begin(page: SessionPage): void {
    for (const run of page.runs) {
      if (isEnded(run)) this.over.set(run.requestId, true);
      else this.follow(run.requestId, run.lastEventId);
    }
    this.isFollowing = true;
    for (const runId of this.early) this.appear(runId);
    this.early.clear();
  }

  private appear(runId: string): void {
    if (this.closed || this.over.has(runId) || this.runs.has(runId)) return;
    if (this.isFollowing) return this.follow(runId, 0);
    this.early.add(runId);
    if (this.early.size > MOST_RUNS) this.close(true);
  }

  /** A person does not follow so many runs at once: the client reconnects and begins with the present state. */
  private follow(runId: string, after: number): void {
    if (this.runs.size >= MOST_RUNS) return this.close(true);
    const { log, keyring, onTrouble } = this.parts;
    const feed = new RunFeed({ log, keyring, onTrouble, onClose: () => undefined }, { runId, after, fresh: false });
    this.runs.set(runId, feed);
    void this.pump(runId, feed).catch(onTrouble);
  }

  private async pump(runId: string, feed: RunFeed): Promise<void> {
    try {
      for await (const line of feed) {
        await this.offer(line);
        if (line.type === 'rag.done') this.over.set(runId, true);
      }
    } finally {
      this.runs.delete(runId);
    }
  }

  private offer(line: UiEvent): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.offers.push({ line, taken: resolve });
      this.awaken();
    });
  }

  private isOwn(message: Msg): boolean {
    try {
      return message.json<StoredUiLine>().customerId === this.session.customerId;
    } catch (error) {
      this.parts.onTrouble(error);
      return false;
    }
  }

  private async awaited(): Promise<void> {
    if (this.closed || this.offers.length > 0) return;
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  private awaken(): void {
    this.wake?.();
    this.wake = null;
  }
}
