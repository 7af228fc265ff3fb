import { randomUUID } from 'node:crypto';
import type { CallLimits } from '@arbiter/contracts';
import type { Redis } from 'ioredis';
import type { Budget } from './budget';
import type { RatesOptions } from './rates';

/** Gives a place back; what is held by a process that died comes back by itself. */
export type GiveBack = () => void;

const PREFIX = 'arbiter-vendor-places';

/** Holders by the instant up to which they hold: one more, unless as many are there as may be. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1`;

/** How many calls of an account, and of a tool of it, are under way at once. */
export class InFlight {
  private readonly held = new Map<string, Set<string>>();

  constructor(private readonly options: Omit<RatesOptions, 'perSecond'>) {}

  /** null: all places are taken. */
  async take(budget: Budget): Promise<GiveBack | null> {
    const given: GiveBack[] = [];
    const giveBack = (): void => given.forEach((each) => each());
    for (const [key, limit] of limitsOf(budget)) {
      const place = await this.takeOne(key, limit, budget.placeMilliseconds);
      if (!place) return (giveBack(), null);
      given.push(place);
    }
    return giveBack;
  }

  private async takeOne(key: string, limit: number, milliseconds: number): Promise<GiveBack | null> {
    const holders = this.held.get(key) ?? new Set();
    if (holders.size >= limit) return null;
    const id = randomUUID();
    this.held.set(key, holders.add(id));
    const isTaken = (await this.takeShared(key, id, limit, milliseconds)) ?? holders.size <= this.ownPart(limit);
    if (isTaken) return () => this.giveBack(key, id);
    this.forget(key, id);
    return null;
  }

  /** null: Redis did not say. */
  private async takeShared(key: string, id: string, limit: number, milliseconds: number): Promise<boolean | null> {
    if (!isReady(this.options.redis)) return null;
    return this.options.redis.eval(TAKE, 1, `${PREFIX}:${key}`, id, limit, milliseconds).then(
      (taken) => taken === 1,
      () => null,
    );
  }

  private ownPart(limit: number): number {
    return Math.max(1, Math.floor(limit * this.options.portion()));
  }

  private giveBack(key: string, id: string): void {
    this.forget(key, id);
    // One that Redis keeps ends by itself.
    if (isReady(this.options.redis)) this.options.redis.zrem(`${PREFIX}:${key}`, id).catch(() => undefined);
  }

  private forget(key: string, id: string): void {
    const holders = this.held.get(key);
    holders?.delete(id);
    if (holders?.size === 0) this.held.delete(key);
  }
}

const isReady = (redis: Redis | null): redis is Redis => redis?.status === 'ready';

const limitsOf = ({ account, limits, tool }: Budget): readonly (readonly [key: string, limit: number])[] => [
  ...limited(account, limits),
  ...(tool ? limited(`${account}/${tool.name}`, tool.limits) : []),
];

const limited = (key: string, { inFlight }: CallLimits): readonly (readonly [string, number])[] =>
  inFlight === undefined ? [] : [[key, inFlight]];
