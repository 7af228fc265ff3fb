import { Problem, openRedis } from '@arbiter/runtime';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/**
 * How much one customer may send in a minute: over all replicas with Redis, in each process for itself without it or
 * while it is away. 0 turns it off. The owner closes it.
 */
export class RateLimit {
  private readonly redis: Redis | null;
  private readonly limiter: RateLimiterAbstract | null;

  constructor(perMinute: number, redisUrl: string | undefined, onTrouble: (error: unknown) => void) {
    const memory = new RateLimiterMemory({ points: perMinute, duration: 60 });
    this.redis = perMinute > 0 && redisUrl ? openRedis(redisUrl, onTrouble) : null;
    this.limiter = perMinute === 0 ? null : this.redis ? sharedLimiter(perMinute, this.redis, memory) : memory;
  }

  /** Throws 429 with Retry-After when it was too much. */
  async consume(tenant: string, customerId: string): Promise<void> {
    try {
      await this.limiter?.consume(`${tenant}/${customerId}`);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
      throw new Problem(
        429,
        'too_many_requests',
        `too much came from this customer within a minute; go on in ${seconds} s`,
        { headers: { 'retry-after': seconds } },
      );
    }
  }

  close(): void {
    this.redis?.disconnect();
  }
}

const sharedLimiter = (points: number, storeClient: Redis, insuranceLimiter: RateLimiterMemory): RateLimiterRedis =>
  new RateLimiterRedis({
    storeClient,
    insuranceLimiter,
    points,
    duration: 60,
    keyPrefix: 'arbiter-rate',
    rejectIfRedisNotReady: true,
  });
