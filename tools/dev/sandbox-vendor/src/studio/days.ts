const DAY = 86_400_000;

/** The day on which the studio's data begins, and its present day until another one is set. */
export const FIRST_DAY = '2026-11-23';

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
