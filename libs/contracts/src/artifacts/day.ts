import type { ArtifactBundle } from './bundle';
import type { ActivePlaybook } from './playbook';

type Tenant = Pick<ArtifactBundle, 'copy'>;

/** The time zone of a tenant's days, an IANA name. */
export const zoneOf = ({ copy }: Tenant): string => copy.timeZone ?? 'UTC';

/** Which day it is for a tenant, as an ISO date. */
export const dayOf = (tenant: Tenant, instant: string): string => dayIn(zoneOf(tenant), instant);

/**
 * The day of a playbook's instance: by its schedule where it has one, so that each of its times is of a day of its own,
 * and the tenant's otherwise.
 */
export const dayOfPlaybook = (
  tenant: Tenant,
  playbook: Pick<ActivePlaybook, 'schedule'> | undefined,
  instant: string,
): string => dayIn(playbook?.schedule?.timeZone ?? zoneOf(tenant), instant);

/** Which day it is in a time zone, as an ISO date: every day is made here. */
export function dayIn(timeZone: string, instant: string): string {
  const { year, month, day } = wallClockIn(timeZone, instant);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** What calendar and clock show in a time zone; months count from 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export function wallClockIn(timeZone: string, instant: string): WallClock {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  const part = (name: keyof WallClock): number => Number(parts.find(({ type }) => type === name)!.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept: to make one takes far longer than to use it. Names of zones come from artifacts, so they are few. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
