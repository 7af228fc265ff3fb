/** The instant `milliseconds` after `now`, both ISO 8601 in UTC. */
export const instantAfter = (now: string, milliseconds: number): string =>
  new Date(Date.parse(now) + milliseconds).toISOString();
