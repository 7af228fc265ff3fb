import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

/** What makes a day, or reads one off a clock. */
const MAKES_A_DAY =
  /toISOString\(\)\.(?:slice|substring|split)|\.getUTC(?:Date|Month|FullYear)\(|\.get(?:Date|Month|FullYear)\(|toLocaleDateString|toDateString|\bdayIn\(/;

/** Where that is right, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'libs/contracts/src/artifacts/day.ts': 'every day is made here',
  'libs/contracts/src/artifacts/formatters.ts': 'words for an instant, in the zone of the copy',
  'libs/domain/src/prose/reading/dates.ts': 'counts days from one that was made in the zone of the copy',
  'libs/views/src/row-days.ts': 'partitions of the database',
  'apps/chat-page/src/parts/chat-list.tsx': 'shown in the browser of a person, by their own clock',
  'apps/chat-page/src/playbooks/series.ts': 'counts days from one that the server has named',
};

it('a day is made in one place, in the zone of the tenant', () => {
  const files = execFileSync('git', ['ls-files', 'libs/*.ts', 'apps/*.ts', 'apps/*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\/src\//.test(file) && !/spec\.ts$|\/testing\/|\/fixtures\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => MAKES_A_DAY.test(readFileSync(resolve(ROOT, file), 'utf8')));
  expect(found.filter((file) => !Object.hasOwn(ALLOWED, file))).toEqual([]);
});
