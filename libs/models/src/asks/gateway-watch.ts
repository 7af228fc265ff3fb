/**
 * After this many unheard beats in a row the gateway counts as gone: a gateway listens for beats within a second of
 * taking the ask.
 */
const MOST_UNHEARD = 3;

/** Whether the gateway that took an ask still works on it: the broker reports each beat that no gateway heard. */
export class GatewayWatch {
  private unheard = 0;
  private isLatestHeard = true;
  private gone = false;

  get isGone(): boolean {
    return this.gone;
  }

  /** No gateway was there to take the ask. */
  notTaken(): void {
    this.gone = true;
  }

  beatUnheard(): void {
    this.isLatestHeard = false;
    this.unheard += 1;
    this.gone ||= this.unheard >= MOST_UNHEARD;
  }

  /** Another beat follows. */
  next(): void {
    if (this.isLatestHeard) this.unheard = 0;
    this.isLatestHeard = true;
  }

  askedAgain(): void {
    [this.unheard, this.isLatestHeard, this.gone] = [0, true, false];
  }
}
