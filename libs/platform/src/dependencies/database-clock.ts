/** What the times of facts and timers are taken from. */
export interface Clock {
  /** ISO 8601, UTC, milliseconds */
  now(): string;
}

/** The machine's own. */
export const SYSTEM_CLOCK: Clock = { now: () => new Date().toISOString() };

const MOST_ROUND_TRIP_MILLISECONDS = 500;

/**
 * The time as Postgres has it, whatever the clock of this machine says: timers are claimed by that time, so decisions about them
 * must be made by it. The difference is learnt from each look at Postgres whose answer came fast.
 */
export class DatabaseClock implements Clock {
  private offset = 0;

  constructor(private readonly own: () => number = Date.now) {}

  /** How far this machine's clock is behind, in milliseconds; negative when it is ahead. */
  get behind(): number {
    return this.offset;
  }

  now(): string {
    return new Date(this.own() + this.offset).toISOString();
  }

  /** `ask` returns the time of Postgres in milliseconds since the epoch. */
  async learn(ask: () => Promise<number>): Promise<void> {
    const before = this.own();
    const theirs = await ask();
    const roundTrip = this.own() - before;
    if (roundTrip >= 0 && roundTrip <= MOST_ROUND_TRIP_MILLISECONDS)
      this.offset = Math.round(theirs - (before + roundTrip / 2));
  }
}
