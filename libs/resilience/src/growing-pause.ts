/** The pause of a polling loop: it doubles after each look that found nothing, within bounds. */
export class GrowingPause {
  private milliseconds: number;

  constructor(
    private readonly shortest: number,
    private readonly longest: number,
  ) {
    this.milliseconds = shortest;
  }

  /** The pause after a look. */
  after(isQuiet: boolean): number {
    this.milliseconds = isQuiet ? Math.min(this.longest, this.milliseconds * 2) : this.shortest;
    return this.milliseconds;
  }

  /** Something happened: the next pauses are short again. */
  reset(): void {
    this.milliseconds = this.shortest;
  }
}
