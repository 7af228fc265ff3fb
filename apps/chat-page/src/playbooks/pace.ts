const FIRST_MILLISECONDS = 1_000;
const LONGEST_MILLISECONDS = 15_000;
/** Some fifty minutes without a change. */
const MOST_UNCHANGED = 200;

/** How long to wait before the next look after so many that were all the same; null when it is enough. */
export function pauseAfter(unchanged: number): number | null {
  if (unchanged >= MOST_UNCHANGED) return null;
  return Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 1.5 ** unchanged);
}
