import { Cron } from 'croner';
import type { PlaybookSchedule } from './playbook';

type Times = Pick<PlaybookSchedule, 'cron' | 'timeZone'>;

const timesOf = ({ cron, timeZone }: Times): Cron => new Cron(cron, { timezone: timeZone, mode: '5-part' });

/**
 * The first time of a schedule after an instant, ISO 8601; null when there is none. A time that a change of the clocks
 * leaves out is moved, one that comes twice counts once.
 */
export const nextOccurrence = (schedule: Times, after: string): string | null =>
  timesOf(schedule).nextRun(new Date(after))?.toISOString() ?? null;

/** The last time of a schedule up to an instant, given an earlier one. */
export function lastOccurrence(schedule: Times, earlier: string, until: string): string {
  const [last] = timesOf(schedule).previousRuns(1, new Date(Date.parse(until) + 1));
  const found = last?.toISOString() ?? earlier;
  return found > earlier ? found : earlier;
}
