/** The instant `milliseconds` after `now`, both ISO 8601 in UTC. */
export function instantAfter(now: string, milliseconds: number): string {
  if (last.now !== now || last.milliseconds !== milliseconds)
    last = { now, milliseconds, instant: new Date(Date.parse(now) + milliseconds).toISOString() };
  return last.instant;
}

/** What was asked last: what begins together asks for the same instant, and a date is dear to read and to write. */
let last = { now: '', milliseconds: 0, instant: '' };
