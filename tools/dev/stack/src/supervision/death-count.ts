/** All in milliseconds but `deaths`. */
export interface RestartLimits {
  readonly firstPause: number;
  readonly longestPause: number;
  /** a process that ran as long as this ran well: the pauses begin anew */
  readonly well: number;
  /** this many deaths within `window` are the end */
  readonly deaths: number;
  readonly window: number;
}

export const RESTART_LIMITS: RestartLimits = {
  firstPause: 250,
  longestPause: 10_000,
  well: 60_000,
  deaths: 10,
  window: 300_000,
};

/** How often one process died, and how long to wait before the next start. Times are milliseconds of any one clock. */
export class DeathCount {
  private deaths: readonly number[] = [];
  private inARow = 0;
  private upSince: number | null = null;

  constructor(private readonly limits: RestartLimits) {}

  up(now: number): void {
    this.upSince = now;
  }

  /**
   * The pause before the next start; null when it died too often. Starts that fail are never forgotten for being slow.
   */
  died(now: number): number | null {
    const { firstPause, longestPause, well, deaths, window } = this.limits;
    if (this.upSince !== null) this.deaths = this.deaths.filter((at) => now - at < window);
    if (this.upSince !== null && now - this.upSince >= well) this.inARow = 0;
    this.upSince = null;
    this.deaths = [...this.deaths, now];
    this.inARow += 1;
    return this.deaths.length >= deaths ? null : Math.min(longestPause, firstPause * 2 ** (this.inARow - 1));
  }
}
