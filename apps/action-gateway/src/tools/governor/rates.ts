import type { CallLimits } from '@arbiter/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Budget } from './budget';

const PREFIX = 'arbiter-vendor';
const MINUTE = 60;

export interface RatesOptions {
  /** of an account that declares no rate */
  readonly perSecond: number;
  readonly redis: Redis | null;
  /** this replica's part of the work, from 0 to 1: its part of every rate while there is no Redis */
  readonly portion: () => number;
}

/** So many calls in so many seconds, which begin with the first of them. */
interface Window {
  readonly key: string;
  readonly points: number;
  readonly seconds: number;
}

interface Limiter {
  readonly limiter: RateLimiterAbstract;
  /** counts while Redis is away, or where there is none */
  readonly local: RateLimiterMemory;
}

/**
 * How often a vendor may be called.
 *
 * 1. No window ever lets more through than its rate: all replicas count in Redis. Without it each counts its own part,
 *    and where that is less than one call, one call in a longer window.
 * 2. What was counted is never given back, so the shortest windows come first: a call that a longer one holds back has
 *    cost the others next to nothing.
 * 3. While an account is held no call of it is let through, whichever replica was told.
 */
export class Rates {
  private readonly limiters = new Map<string, Limiter>();

  constructor(private readonly options: RatesOptions) {}

  /** Counts one call; more than 0: it may not be made before so many milliseconds have passed. */
  async take(budget: Budget): Promise<number> {
    for (const window of this.windowsOf(budget)) {
      const wait = await this.limiterOf(window)
        .consume(window.key)
        .then(() => 0, waitOf);
      if (wait > 0) return wait;
    }
    return 0;
  }

  /** Counts a call that is made whatever the rate: later ones wait for it. */
  async count(budget: Budget): Promise<void> {
    for (const window of this.windowsOf(budget)) await this.limiterOf(window).penalty(window.key);
  }

  /** Retry-After: a longer hold stands. */
  async hold(budget: Budget, milliseconds: number): Promise<void> {
    const [window] = this.windowsOf(budget) as [Window];
    const limiter = this.limiterOf(window);
    const now = await limiter.get(window.key);
    if (now && now.consumedPoints > window.points && now.msBeforeNext >= milliseconds) return;
    await limiter.block(window.key, Math.ceil(milliseconds / 1_000));
  }

  private windowsOf({ account, limits, tool }: Budget): readonly Window[] {
    const whole = { perSecond: this.options.perSecond, ...limits };
    const own = tool ? windows(`${account}/${tool.name}`, tool.limits) : [];
    return [...windows(account, whole), ...own].sort((one, other) => one.seconds - other.seconds);
  }

  private limiterOf({ points, seconds }: Window): RateLimiterAbstract {
    const name = `${points}/${seconds}`;
    const known = this.limiters.get(name) ?? this.makeLimiter(points, seconds);
    this.limiters.set(name, known);
    const part = Math.max(points * this.options.portion(), Number.MIN_VALUE);
    known.local.points = Math.max(1, Math.floor(part));
    known.local.duration = part >= 1 ? seconds : Math.min(LONGEST_WINDOW_SECONDS, Math.ceil(seconds / part));
    return known.limiter;
  }

  private makeLimiter(points: number, duration: number): Limiter {
    const local = new RateLimiterMemory({ points, duration });
    const { redis } = this.options;
    if (!redis) return { limiter: local, local };
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      insuranceLimiter: local,
      points,
      duration,
      keyPrefix: `${PREFIX}-rate-${duration}`,
      inMemoryBlockOnConsumed: points + 1,
      rejectIfRedisNotReady: true,
    });
    return { limiter, local };
  }
}

/** Of a replica that has next to no part of the work. */
const LONGEST_WINDOW_SECONDS = 600;

const windows = (key: string, { perSecond, perMinute }: CallLimits): readonly Window[] => [
  ...(perSecond === undefined ? [] : [{ key, points: perSecond, seconds: 1 }]),
  ...(perMinute === undefined ? [] : [{ key, points: perMinute, seconds: MINUTE }]),
];

function waitOf(refusal: unknown): number {
  if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
  throw refusal;
}
