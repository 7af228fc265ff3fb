import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const MAIN = resolve(__dirname, '../dist/main.js');

it('the demo prints a day a line: its plan is known from the second on, and no person is written to twice', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'studio', '--days', '2', '--json'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: 240_000,
  });
  const days = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(days).toMatchObject([
    { day: '2026-11-23', cache: 'miss', model_calls: 0, touched_twice: 0 },
    { day: '2026-11-24', cache: 'hit', model_calls: 0, touched_twice: 0 },
  ]);
  expect(Object.keys(days[0]!)).toEqual([
    'day',
    'cache',
    'model_calls',
    'branches',
    'done',
    'held',
    'failed',
    'touched_twice',
  ]);
  for (const { branches, done, held, failed } of days)
    expect([done, held, failed].reduce<number>((sum, count) => sum + Number(count), 0)).toBe(branches);
});
