import { retryAfterMilliseconds } from './retry-after';

const NOW = Date.parse('2026-11-27T10:00:00Z');

it.each([
  ['3', 3_000],
  [' 3 ', 3_000],
  ['0', 0],
  ['1.5', 1_500],
  ['600', 600_000],
  ['99999999999', 600_000],
  ['9'.repeat(400), 600_000],
  ['Fri, 27 Nov 2026 10:00:30 GMT', 30_000],
  ['Friday, 27-Nov-26 10:00:30 GMT', 30_000],
  ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
  ['Sat, 28 Nov 2026 10:00:00 GMT', 600_000],
  ['-5', null],
  ['1,5', null],
  ['2026', 600_000],
  ['2026-11-27', null],
  ['soon', null],
  ['', null],
  [undefined, null],
])('Retry-After %p is a wait of %p ms', (header, wait) => {
  expect(retryAfterMilliseconds(header, NOW)).toBe(wait);
});
