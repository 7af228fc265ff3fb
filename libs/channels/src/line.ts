/** How long a message that was put back is waited for over its time, before those behind it go on without it. */
const PATIENCE_MILLISECONDS = 60_000;

/**
 * The outbound messages of one chat, in the order of the stream.
 *
 * 1. Runs tasks one at a time, in the order they came in.
 * 2. While a message that was put back is owed, those behind it are put back too.
 */
export class Line {
  private tail: Promise<void> = Promise.resolve();
  private waiting = 0;
  /** by stream sequence: when it is due again */
  private readonly owed = new Map<number, number>();

  get isIdle(): boolean {
    return this.waiting === 0 && this.owed.size === 0;
  }

  enqueue(work: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    const done = this.tail.then(work).finally(() => (this.waiting -= 1));
    this.tail = done.catch(() => undefined);
    return done;
  }

  /** Milliseconds this message has to wait for one before it; 0: it is its turn. */
  behind(sequence: number, now: number): number {
    let wait = 0;
    for (const [earlier, due] of this.owed) {
      if (due + PATIENCE_MILLISECONDS < now) this.owed.delete(earlier);
      else if (earlier < sequence) wait = Math.max(wait, due - now, 500);
    }
    return wait;
  }

  putBack(sequence: number, due: number): void {
    this.owed.set(sequence, due);
  }

  settled(sequence: number): void {
    this.owed.delete(sequence);
  }
}
