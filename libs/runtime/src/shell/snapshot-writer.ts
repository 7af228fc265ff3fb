import type { Database, Keyring } from '@arbiter/store';
import type { Entry } from './entry';
import { closeSnapshot } from './snapshot';
import { writeSnapshots } from './snapshot-table';

const GATHER_MILLISECONDS = 100;
const MOST_WAITING = 1_000;
const AT_ONCE = 50;

/**
 * Writes snapshots of long streams, beside the appends and never before them.
 *
 * 1. Only a state whose facts are committed gets here: a snapshot is never ahead of its stream.
 * 2. Nothing waits for it. A snapshot that is lost, by a failure, an overflow or a crash, is made again from the log.
 * 3. One statement is written at a time; of a stream that changes meanwhile the newest state counts.
 */
export class SnapshotWriter {
  private waiting = new Map<string, Entry<unknown>>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly fold: string,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  add(stream: string, entry: Entry<unknown>): void {
    if (this.waiting.size >= MOST_WAITING && !this.waiting.has(stream)) return;
    this.waiting.set(stream, entry);
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MILLISECONDS);
  }

  /** Writes the waiting snapshots. */
  async close(): Promise<void> {
    await this.flush();
  }

  private flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const entries = [...this.waiting];
    this.waiting = new Map();
    this.writing = this.writing.then(() => this.write(entries)).catch(this.onTrouble);
    return this.writing;
  }

  private async write(entries: readonly (readonly [string, Entry<unknown>])[]): Promise<void> {
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const rows = entries
        .slice(from, from + AT_ONCE)
        .flatMap(([stream, entry]) => closeSnapshot(stream, entry, this.fold, this.keyring) ?? []);
      if (rows.length > 0) await writeSnapshots(this.database, rows);
    }
  }
}
