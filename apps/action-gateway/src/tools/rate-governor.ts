import { RateLimiterMemory, RateLimiterQueue, RateLimiterQueueError } from 'rate-limiter-flexible';

/** AG-11: how often one tenant may call one vendor from this process. The vendor's own limit is felt as 429. */
export class RateGovernor {
  private readonly limiter: RateLimiterMemory;
  private readonly queue: RateLimiterQueue;

  constructor(requestsPerSecond: number) {
    this.limiter = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
    this.queue = new RateLimiterQueue(this.limiter);
  }

  /**
   * Waits for a permit, first come first served, `milliseconds` and a second at most; false: there was none in that
   * time.
   */
  async permit(lane: string, milliseconds: number): Promise<boolean> {
    const until = Math.ceil((Date.now() + milliseconds) / 1_000);
    return this.queue.removeTokens(1, lane, until).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RateLimiterQueueError) return false;
        throw error;
      },
    );
  }

  /** Counts a further call of a caller that has a permit: later callers wait for it. */
  async count(lane: string): Promise<void> {
    await this.limiter.penalty(lane);
  }
}
