const STEPS = 20;

/**
 * Calls back once after `milliseconds` in which this thread ran. A machine that was paused or a thread that was blocked
 * counts as one twentieth of it, so that an answer which has meanwhile come is read first.
 */
export class RunningTime {
  private steps = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number, passed: () => void) {
    this.timer = setInterval(() => {
      this.steps += 1;
      if (this.steps < STEPS) return;
      this.stop();
      passed();
    }, milliseconds / STEPS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
