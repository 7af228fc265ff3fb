import { setTimeout as delay } from 'node:timers/promises';
import type { UiEvent } from '@arbiter/contracts';
import type { ShownLine } from '@arbiter/runtime';
import type { Keyring } from '@arbiter/store';
import { openLines, type HeldLine, type StoredUiLine } from './stored-ui-line';
import { UI_PAGE, type UiLog } from './ui-log';

const PAUSE_MILLISECONDS = 500;
const HELD_LINES = 64;
const HELD_CHARACTERS = 256 * 1024;

export interface FeedParts {
  readonly log: UiLog;
  readonly keyring: Keyring;
  /** the feed needs no further message */
  readonly onClose: (feed: RunFeed) => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface FeedStart {
  readonly runId: string;
  /** the last event the client has; 0 for none */
  readonly after: number;
  /** nothing can have been shown before the subscription: the log need not be read first */
  readonly fresh: boolean;
}

/**
 * One run's UI events for one client, pulled at the client's own pace (EX-28).
 *
 * 1. The owner of the feed subscribes before anything is read, so lines published meanwhile are held or in the log.
 * 2. Events leave in the order of `seq`, each once, from the one after `after` to rag.done (EV-03, EV-04).
 * 3. A line is published only after it is stored: a gap before a live line is filled from the log. A line that the log
 *    lacks too was pruned.
 * 4. At most HELD_LINES lines and HELD_CHARACTERS characters are held; a client that falls behind is fed from the log
 *    instead.
 * 5. A lost message is found by look(), which its owner calls every second in which nothing came.
 */
export class RunFeed implements AsyncIterable<UiEvent> {
  private held: HeldLine[] = [];
  private heldCharacters = 0;
  private last: number;
  private behind: boolean;
  private heard = false;
  private closed = false;
  private wake: (() => void) | null = null;
  /** ended by the service, not by the client or the run */
  interrupted = false;

  constructor(
    private readonly parts: FeedParts,
    private readonly start: FeedStart,
  ) {
    this.last = start.after;
    this.behind = !start.fresh;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<UiEvent, void> {
    try {
      while (!this.closed) {
        for (const event of await this.next()) {
          if (this.closed) return;
          yield event;
          if (event.type === 'rag.done') return;
        }
      }
    } finally {
      this.close();
    }
  }

  /** A published line has come in, as it is stored. */
  take(body: string): void {
    this.hold(body.length, () => JSON.parse(body) as StoredUiLine);
  }

  /** A line that was shown in this process. */
  takeShown({ event, body }: ShownLine): void {
    this.hold(body.length, () => event);
  }

  /** Looks into the log unless something was heard since the last look. */
  look(): void {
    if (!this.heard) this.catchUp();
    this.heard = false;
    this.awaken();
  }

  /** Something may have been shown that did not come in: the log is read next. */
  catchUp(): void {
    this.behind = true;
    this.release();
  }

  close(interrupted = false): void {
    if (this.closed) return;
    this.closed = true;
    this.interrupted = interrupted;
    this.held = [];
    this.parts.onClose(this);
    this.awaken();
  }

  private hold(characters: number, read: () => HeldLine): void {
    this.heard = true;
    if (this.held.length >= HELD_LINES || this.heldCharacters >= HELD_CHARACTERS) this.catchUp();
    else this.add(characters, read);
    this.awaken();
  }

  private add(characters: number, read: () => HeldLine): void {
    try {
      this.held.push(read());
      this.heldCharacters += characters;
    } catch (error) {
      this.parts.onTrouble(error);
      this.behind = true;
    }
  }

  private release(): readonly HeldLine[] {
    const lines = this.held;
    this.held = [];
    this.heldCharacters = 0;
    return lines;
  }

  /** The next events, or none when there was only something to wait for. */
  private async next(): Promise<readonly UiEvent[]> {
    if (this.behind) return this.advance(await this.fromLog());
    const lines = this.news(this.release());
    if (lines.length === 0) {
      await this.awaited();
      return [];
    }
    if (!this.continues(lines)) {
      this.behind = true;
      return [];
    }
    return this.advance(await openLines(this.parts.keyring, lines));
  }

  /** Without the lines before: the same line may come in memory and from the broker. */
  private news(lines: readonly HeldLine[]): readonly HeldLine[] {
    let { last } = this;
    return lines.filter(({ seq }) => {
      if (seq <= last) return false;
      last = seq;
      return true;
    });
  }

  private continues(lines: readonly HeldLine[]): boolean {
    return lines.every(({ seq }, index) => seq === this.last + 1 + index);
  }

  private advance(events: readonly UiEvent[]): readonly UiEvent[] {
    this.last = events.at(-1)?.seq ?? this.last;
    return events;
  }

  /** One page; a held line is older than the page's end or follows it without a gap. */
  private async fromLog(): Promise<readonly UiEvent[]> {
    this.behind = false;
    try {
      const page = await this.parts.log.read(this.start.runId, this.last);
      if (page.length === UI_PAGE) this.behind = true;
      return page;
    } catch (error) {
      this.parts.onTrouble(error);
      await delay(PAUSE_MILLISECONDS);
      this.behind = true;
      return [];
    }
  }

  private async awaited(): Promise<void> {
    if (this.closed || this.held.length > 0 || this.behind) return;
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  private awaken(): void {
    this.wake?.();
    this.wake = null;
  }
}
