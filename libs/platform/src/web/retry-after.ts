const LONGEST_SECONDS = 600;

/**
 * Retry-After in seconds or as a date, in milliseconds from `now`, at most ten minutes; null when there is none to go
 * by.
 */
export function retryAfterMilliseconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const delay = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(delay) ? null : Math.min(Math.max(delay, 0), LONGEST_SECONDS * 1_000);
}
