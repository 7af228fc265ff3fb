/** The instant `milliseconds` after `now`, both ISO 8601 in UTC. */
export function instantAfter(now: string, milliseconds: number): string {
  if (last.now !== now || last.milliseconds !== milliseconds)
    last = { now, milliseconds, instant: new Date(Date.parse(now) + milliseconds).toISOString() };
  return last.instant;
}

/** The last result: steps that begin together ask for the same instant, and a date is slow to parse and to format. */
let last = { now: '', milliseconds: 0, instant: '' };
