import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { CollectionPolicy } from './garbage-collection';

const PROGRAM = resolve(__dirname, '../dist/testing/programs/collected-seldom.js');
const REST_MILLISECONDS = 2_500;

interface Collected {
  /** How many times as many old objects there were when they were collected again. */
  readonly growth: number;
  readonly thoughtOfGivingBack: boolean;
  readonly complaints: string;
}

async function collected({ giveBackInterval, growthPercent }: CollectionPolicy): Promise<Collected> {
  const given = [giveBackInterval, growthPercent, REST_MILLISECONDS].map(String);
  const flags = ['--max-old-space-size=1024', '--trace-memory-reducer'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, PROGRAM, ...given]);
  return {
    growth: Number(stdout.split('\n').find((line) => /^[\d.]+$/.test(line))),
    thoughtOfGivingBack: stdout.includes('Memory reducer'),
    complaints: stderr,
  };
}

describe('a process that collects seldom', () => {
  it('thinks of giving memory back, and looks at all old objects, as often as it is told to', async () => {
    const [seldom, often] = await Promise.all([
      collected({ giveBackInterval: 600_000, growthPercent: 200 }),
      collected({ giveBackInterval: 1_000, growthPercent: 20 }),
    ]);
    expect(seldom).toMatchObject({ thoughtOfGivingBack: false, complaints: '' });
    expect(often).toMatchObject({ thoughtOfGivingBack: true, complaints: '' });
    expect(seldom.growth).toBeGreaterThan(2.5);
    expect(often.growth).toBeLessThan(2.5);
  });
});
