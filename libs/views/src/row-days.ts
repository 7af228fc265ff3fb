import type { EventName, RecordedOf } from '@arbiter/contracts';

const DAY_MILLISECONDS = 86_400_000;
/** Nearly everything ends within hours of its opening; for what takes longer all weeks are searched. */
const DAYS_BACK = 7;

/** Days on which a row may have opened, the first and the last, as YYYY-MM-DD in UTC or as Postgres' infinities. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

export const EVER: Days = { from: '-infinity', until: 'infinity' };

/** The day of an ISO 8601 time, YYYY-MM-DD in UTC. */
export const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);

/**
 * When the rows that these facts go on with will have opened, by the facts' own times: the same when they are folded
 * again years later.
 */
export function likelyDays(events: readonly RecordedOf<EventName>[]): Days {
  const times = events.map(({ time }) => Date.parse(time));
  const [first, last] = times.reduce(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)],
    [Infinity, -Infinity],
  );
  return { from: dayAt(first - DAYS_BACK * DAY_MILLISECONDS), until: dayAt(last + DAY_MILLISECONDS) };
}

const dayAt = (milliseconds: number): string => dayOf(new Date(milliseconds).toISOString());
