import type { PlaybookVerdictView, Verdict } from '@arbiter/contracts';

const DAY_MILLISECONDS = 86_400_000;

export interface SeriesDay {
  readonly day: string;
  /** null when the goal was not looked at on it */
  readonly verdict: Verdict | null;
}

/** The days up to the latest on which the goal was looked at, the earliest first; none when it never was. */
export function seriesOf(
  verdicts: readonly Pick<PlaybookVerdictView, 'day' | 'verdict'>[],
  days = 30,
): readonly SeriesDay[] {
  const byDay = new Map(verdicts.map(({ day, verdict }) => [day, verdict]));
  const known = [...byDay.keys()].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const shown = Math.min(days, daysBetween(first, last) + 1);
  return Array.from({ length: shown }, (_, index) => {
    const day = daysBefore(last, shown - 1 - index);
    return { day, verdict: byDay.get(day) ?? null };
  });
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS);

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MILLISECONDS).toISOString().slice(0, 10);
