import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const MAIN = resolve(__dirname, '../dist/main.js');

const shown = async (...words: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words, '--json'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: 240_000,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

it('the demo of the studio prints a day a line: its plan is known from the second on, and no person is written to twice', async () => {
  const days = await shown('studio', '--days', '2');
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

it('the demo of the desk prints a scene a line: a mail is sent upon the one yes, and none for a file that wants it', async () => {
  const scenes = await shown('desk');
  expect(scenes.map(({ exchanges }) => (exchanges as readonly { mails: number }[]).map(({ mails }) => mails))).toEqual([
    [0, 0],
    [0, 0],
    [0, 0, 0, 1],
    [0],
    [0, 0],
  ]);
  expect(scenes.at(-1)).toMatchObject({
    exchanges: [{ status: 'waiting_for_approval', text: expect.stringContaining('collect@papermill.example') }, {}],
  });
});
