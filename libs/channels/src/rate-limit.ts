import { retryable, type ArbiterError } from '@arbiter/contracts';

export { retryAfterMilliseconds } from '@arbiter/runtime/adapter';

const OF_THE_CHANNEL = 'rate_limited';
const OF_THE_SESSION = 'session_rate_limited';

/**
 * The error for `deliver` to throw when the provider asks it to wait: the whole channel waits that long, or with
 * `session` only the post's chat. When the provider gives no figure, pass a fair guess, in milliseconds.
 */
export const rateLimited = (milliseconds: number, whom: 'channel' | 'session' = 'channel'): ArbiterError =>
  retryable(
    whom === 'channel' ? OF_THE_CHANNEL : OF_THE_SESSION,
    `the provider asks to wait ${milliseconds} ms`,
    milliseconds,
  );

export const isRateLimitOfChannel = (error: ArbiterError): boolean => error.code === OF_THE_CHANNEL;
