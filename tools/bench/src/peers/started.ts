/** What was started and is to be stopped, the latest first; each of it, even when another one cannot be. */
export class Started {
  private readonly stops: (() => Promise<void>)[] = [];

  add(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Throws the first of what went wrong once all was tried. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let stop = this.stops.pop(); stop; stop = this.stops.pop())
      await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
