import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** AG-11: how often one tenant may call one vendor from this process. The vendor's own limit is felt as 429. */
export class RateGovernor {
  private readonly limiter: RateLimiterMemory;

  constructor(requestsPerSecond: number) {
    this.limiter = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  }

  /** Null: go on. Otherwise how long to wait. */
  async delay(tenant: string, extension: string): Promise<number | null> {
    try {
      await this.limiter.consume(`${tenant}/${extension}`);
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
      throw refusal;
    }
  }
}
