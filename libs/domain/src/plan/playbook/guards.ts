import { valueAt, wallClockIn, type ConstraintName, type PlaybookConstraint, type Values } from '@arbiter/contracts';
import type { PlaybookArgs } from './active-playbook';

/** The part of an object that constraints look at. */
export interface Guarded {
  readonly object: string;
  readonly item: Values;
}

const WEEK_MILLISECONDS = 7 * 86_400_000;
const DAY_MILLISECONDS = 86_400_000;

/**
 * PL-07: the first constraint that holds an object back at this time; null when none does. A constraint that cannot be
 * evaluated holds it back.
 */
export function heldBy(
  guards: readonly PlaybookConstraint[],
  guarded: Guarded,
  args: PlaybookArgs,
  now: string,
): ConstraintName | null {
  return guards.find((guard) => holdsBack(guard, guarded, args, now))?.constraint ?? null;
}

function holdsBack(guard: PlaybookConstraint, guarded: Guarded, args: PlaybookArgs, now: string): boolean {
  switch (guard.constraint) {
    case 'max_touches_per_object_per_week':
      return touchesOfWeek(guarded.object, args, now) >= guard.most;
    case 'no_contact_before_day':
      return daysSince(guarded.item[guard.since], args.today) < guard.days;
    case 'never_contact':
      return isListed(guarded.item[guard.field], valueAt(args.parameters, [guard.list]));
    case 'quiet_hours':
      return isQuiet(guard, valueAt(args.parameters, [guard.timeZone]), now);
    case 'tone_profile':
      return false;
  }
}

const touchesOfWeek = (object: string, { touched }: PlaybookArgs, now: string): number =>
  (Object.hasOwn(touched, object) ? touched[object]! : []).filter(
    (at) => !(Date.parse(now) - Date.parse(at) >= WEEK_MILLISECONDS),
  ).length;

/** Of no date, no day has passed since. */
function daysSince(date: unknown, today: string): number {
  const since = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(since) ? -1 : Math.floor((Date.parse(today) - since) / DAY_MILLISECONDS);
}

/** Without a list, or without a name to look for, no one is known to be off the list. */
const isListed = (value: unknown, list: unknown): boolean =>
  value === undefined || value === null || !Array.isArray(list) || list.some((listed) => same(listed, value));

const same = (one: unknown, other: unknown): boolean =>
  String(one).trim().toLowerCase() === String(other).trim().toLowerCase();

/** From 20:00 to 08:00 goes over midnight. */
function isQuiet(
  { from, to }: { readonly from: string; readonly to: string },
  timeZone: unknown,
  now: string,
): boolean {
  const time = timeIn(timeZone, now);
  if (time === null) return true;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

function timeIn(timeZone: unknown, now: string): string | null {
  if (typeof timeZone !== 'string') return null;
  try {
    const { hour, minute } = wallClockIn(timeZone, now);
    return `${two(hour)}:${two(minute)}`;
  } catch {
    return null;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');
