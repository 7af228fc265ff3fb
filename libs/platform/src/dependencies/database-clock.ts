/** What the times of facts and timers are taken from. */
export interface Clock {
  /** ISO 8601, UTC, milliseconds */
  now(): string;
}

/** The machine's own. */
export const SYSTEM_CLOCK: Clock = { now: () => new Date().toISOString() };

/**
 * The time as Postgres has it, whatever the clock of this machine says: what was said before or after what, and which
 * timer is due, is decided by it in every process alike.
 *
 * An answer of Postgres was made between its question and its arrival, so the difference is known within that: what is
 * taken for it is only moved when it lies outside, and no further than it must. A slow answer says little, and never
 * that a right clock is wrong.
 */
export class DatabaseClock implements Clock {
  private offset = 0;
  /** what was told last: much is decided within a millisecond */
  private told = { at: 0, text: new Date(0).toISOString() };

  constructor(private readonly own: () => number = Date.now) {}

  /** How far this machine's clock is behind, in milliseconds; negative when it is ahead. */
  get behind(): number {
    return this.offset;
  }

  now(): string {
    const at = this.own() + this.offset;
    if (at !== this.told.at) this.told = { at, text: new Date(at).toISOString() };
    return this.told.text;
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
