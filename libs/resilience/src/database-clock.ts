/** The clock for the times of facts and timers. */
export interface Clock {
  /** ISO 8601, UTC, milliseconds */
  now(): string;
}

/** The machine's own. */
export const SYSTEM_CLOCK: Clock = { now: () => new Date().toISOString() };

/**
 * The time of Postgres, whatever the clock of this machine shows. All processes use it to order facts and to tell which
 * timer is due.
 *
 * Postgres made its answer between the question and its arrival, so the difference of the clocks is known to within
 * that span. The offset is moved only when it lies outside the span, and no further than it must be. A slow answer
 * proves little, and never that a right clock is wrong.
 */
export class DatabaseClock implements Clock {
  private offset = 0;
  /** the latest answer, reused because much is decided within one millisecond */
  private lastRead = { at: 0, text: new Date(0).toISOString() };

  constructor(private readonly own: () => number = Date.now) {}

  /** How far this machine's clock is behind, in milliseconds; negative when it is ahead. */
  get behind(): number {
    return this.offset;
  }

  now(): string {
    const at = this.own() + this.offset;
    if (at !== this.lastRead.at) this.lastRead = { at, text: new Date(at).toISOString() };
    return this.lastRead.text;
  }

  /** `ask` returns the time of Postgres in milliseconds since the epoch. */
  async learn(ask: () => Promise<number>): Promise<void> {
    const before = this.own();
    const theirs = await ask();
    const after = this.own();
    if (after < before) return;
    this.offset = Math.round(Math.min(Math.max(this.offset, theirs - after), theirs - before));
  }
}
