const DAY = 86_400_000;

/** The day with which the studio's data begins; a vendor that was told no other day stays there. */
export const FIRST_DAY = '2026-11-23';

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
