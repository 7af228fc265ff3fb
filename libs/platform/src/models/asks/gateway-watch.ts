/** Beats in a row that nobody heard: a gateway listens for them a second after it took the ask. */
const MOST_UNHEARD = 3;

/** Whether the gateway that took an ask still works on it: the broker says of each beat when nobody listens for it. */
export class GatewayWatch {
  private unheard = 0;
  private isLatestHeard = true;
  private gone = false;

  get isGone(): boolean {
    return this.gone;
  }

  /** Nobody was there to take the ask. */
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
