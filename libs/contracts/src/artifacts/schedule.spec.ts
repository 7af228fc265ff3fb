import { lastOccurrence, nextOccurrence } from './schedule';

const NIGHTLY = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' };

const following = (after: string, times: number): readonly (string | null)[] => {
  const found: (string | null)[] = [after];
  for (let time = 0; time < times; time += 1) found.push(nextOccurrence(NIGHTLY, found.at(-1)!));
  return found.slice(1);
};

test('02:30 comes once on the day that has none: as soon as the clocks have it', () => {
  expect(following('2026-03-28T00:00:00.000Z', 3)).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
});

test('02:30 comes once on the day that has two', () => {
  expect(following('2026-10-24T01:00:00.000Z', 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
});

test('the last time is found, an hour of the change of the clocks or not', () => {
  const EARLIER = '2026-03-01T00:00:00.000Z';
  expect(lastOccurrence(NIGHTLY, EARLIER, '2026-03-29T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(lastOccurrence(NIGHTLY, EARLIER, '2026-10-25T01:45:00.000Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(lastOccurrence(NIGHTLY, EARLIER, '2026-10-25T00:30:00.000Z')).toBe('2026-10-25T00:30:00.000Z');
});

test('a time that never comes is none', () => {
  expect(nextOccurrence({ cron: '0 9 30 2 *', timeZone: 'UTC' }, '2026-01-01T00:00:00.000Z')).toBeNull();
});
