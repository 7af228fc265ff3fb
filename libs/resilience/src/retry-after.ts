const LONGEST_SECONDS = 600;

/**
 * Retry-After in seconds or as a date (RFC 9110), in milliseconds from `now`, at most ten minutes; null when there is
 * none to go by. Fractions of a second are no part of the standard, but are sent and mean what they say.
 */
export function retryAfterMilliseconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const delay = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1_000 : dateIn(header) - now;
  return Number.isNaN(delay) ? null : Math.ceil(Math.min(Math.max(delay, 0), LONGEST_SECONDS * 1_000));
}

/** A date of HTTP names its month; without that it would be a guess of the engine. */
const dateIn = (header: string): number => (/[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN);
