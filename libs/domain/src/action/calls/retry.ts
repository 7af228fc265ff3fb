const FIRST_BACKOFF_MILLISECONDS = 200;
const LONGEST_BACKOFF_MILLISECONDS = 30_000;

/** EX-22: exponential backoff with full jitter; `draw` from 0 to 1. */
export const backoffMilliseconds = (attempt: number, draw: number): number =>
  Math.floor(draw * Math.min(LONGEST_BACKOFF_MILLISECONDS, FIRST_BACKOFF_MILLISECONDS * 2 ** (attempt - 1)));

const FIRST_PATIENCE_MILLISECONDS = 1_000;
const LONGEST_PATIENCE_MILLISECONDS = 300_000;

/**
 * A vendor at work on an earlier request gets time for it: four times as long after each answer, and at least half of
 * that. `tried`: how many requests were made.
 */
export const patienceMilliseconds = (tried: number, draw: number): number =>
  Math.floor(
    ((1 + draw) / 2) *
      Math.min(LONGEST_PATIENCE_MILLISECONDS, FIRST_PATIENCE_MILLISECONDS * 4 ** Math.max(0, tried - 2)),
  );
