import type { ArtifactBundle } from './bundle';
import { dayIn, dayOf, dayOfPlaybook, wallClockIn } from './day';

test('which day it is depends on where', () => {
  expect(dayIn('Europe/Berlin', '2026-07-01T22:30:00.000Z')).toBe('2026-07-02');
  expect(dayIn('America/New_York', '2026-07-02T03:30:00.000Z')).toBe('2026-07-01');
});

const tenant = (timeZone?: string) => ({ copy: { timeZone } }) as unknown as Pick<ArtifactBundle, 'copy'>;

test.each<readonly [string, string, string]>([
  ['Pacific/Kiritimati', '2026-03-01T09:59:59.999Z', '2026-03-01'],
  ['Pacific/Kiritimati', '2026-03-01T10:00:00.000Z', '2026-03-02'],
  ['Pacific/Niue', '2026-03-01T10:59:59.999Z', '2026-02-28'],
  ['Pacific/Niue', '2026-03-01T11:00:00.000Z', '2026-03-01'],
  // the clocks go forward in the night, and back
  ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
  ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
  // at midnight there is no midnight
  ['America/Sao_Paulo', '2018-11-04T02:59:59.999Z', '2018-11-03'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-04'],
])('in %s it is at %s the day %s', (timeZone, instant, day) => {
  expect(dayOf(tenant(timeZone), instant)).toBe(day);
  expect(dayOfPlaybook(tenant(timeZone), undefined, instant)).toBe(day);
});

test("a playbook's day is the tenant's, unless a schedule says in which zone it begins", () => {
  const instant = '2026-07-01T22:30:00.000Z';
  const schedule = { cron: '0 9 * * *', timeZone: 'America/New_York', missed: 'skip' as const };
  expect(dayOfPlaybook(tenant('Europe/Berlin'), {}, instant)).toBe('2026-07-02');
  expect(dayOfPlaybook(tenant('Europe/Berlin'), { schedule }, instant)).toBe('2026-07-01');
  expect(dayOfPlaybook(tenant(), {}, instant)).toBe('2026-07-01');
});

test('the clock on the wall at midnight shows 0', () => {
  expect(wallClockIn('Asia/Kolkata', '2026-07-01T18:30:00.000Z')).toEqual({
    year: 2026,
    month: 7,
    day: 2,
    hour: 0,
    minute: 0,
    second: 0,
  });
});
