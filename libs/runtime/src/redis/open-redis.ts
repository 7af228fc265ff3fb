import { Redis } from 'ioredis';

const COMMAND_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

/**
 * A connection for what may be lost at any moment: while Redis is away a command fails at once, and its caller goes on
 * without it. The owner disconnects it.
 */
export function openRedis(url: string, onTrouble: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MILLISECONDS,
    retryStrategy: (times) => Math.min(LONGEST_PAUSE_MILLISECONDS, 100 * times),
  });
  redis.on('error', onTrouble);
  return redis;
}
