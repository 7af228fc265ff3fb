import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessGroup } from '../system/process-group';
import type { RestartLimits } from './death-count';
import { Supervisor, type Part } from './supervisor';

const quick: RestartLimits = { firstPause: 20, longestPause: 80, well: 60_000, deaths: 4, window: 300_000 };
const stayAlive = 'setInterval(() => undefined, 1000);';

let dataFolder: string;
let group: ProcessGroup;
let lines: string[];
let supervisor: Supervisor;
let starts: number;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-supervisor-'));
  [group, lines, starts] = [new ProcessGroup(), [], 0];
});
afterEach(async () => {
  await supervisor.stop();
  await group.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** A supervised process that runs the script as it stands when it is started. */
async function supervise(source: string, limits = quick): Promise<Part> {
  supervisor = new Supervisor((line) => lines.push(line), limits);
  write(source);
  const part: Part = {
    name: 'router',
    start: async () => {
      starts += 1;
      const { process } = await group.start({
        name: 'router',
        script: join(dataFolder, 'service.js'),
        dataFolder,
        environment: { PATH: PATH },
      });
      process.onDeath((death) => supervisor.died(part, death));
    },
  };
  await part.start();
  return part;
}

const { PATH } = process.env;
const write = (source: string): void => writeFileSync(join(dataFolder, 'service.js'), source);
const records = (): readonly string[] => readdirSync(join(dataFolder, 'processes'));
const pid = (): number =>
  (JSON.parse(readFileSync(join(dataFolder, 'processes', 'router.json'), 'utf8')) as { pid: number }).pid;

async function until(isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 3_000 && !isSo(); attempt += 1) await sleep(10);
  expect(isSo()).toBe(true);
}

it('a killed process is started again, with one line for its death and one for its return', async () => {
  await supervise(`console.log('{"msg":"at work"}'); ${stayAlive} process.send({ ready: true })`);
  const first = pid();
  process.kill(first, 'SIGKILL');
  await until(() => lines.length === 2);
  expect(lines).toEqual([
    'router ended (SIGKILL); it said last: at work; starting it again in 0.1 s',
    expect.stringMatching(/^router is up again after \d+(\.\d)? s$/),
  ]);
  expect(pid()).not.toBe(first);
  expect(supervisor.isAway('router')).toBe(false);
});

it('(4) what dies each time is given up after so many deaths, once, with where to read why', async () => {
  await supervise(`console.error('no disk'); process.send({ ready: true }); setTimeout(() => process.exit(1), 20)`);
  const why = await supervisor.gaveUp;
  expect(why).toBe(
    `router ended (exit code 1); it said last: no disk; that was the 4th time, so router is given up and everything stops. Read ${join(dataFolder, 'logs', 'router.log')}, put right what it says, and start again`,
  );
  expect(lines.filter((line) => line.includes('starting it again')).map((line) => line.split('in ').at(-1))).toEqual([
    '0.1 s',
    '0.1 s',
    '0.1 s',
  ]);
  await sleep(300);
  expect({ starts, records: records() }).toEqual({ starts: 4, records: [] });
});

it('a process that does not come up is started again, and a line says so', async () => {
  await supervise(`${stayAlive} process.send({ ready: true })`);
  write(`console.error('port taken'); process.exit(1)`);
  process.kill(pid(), 'SIGKILL');
  await until(() =>
    lines.some((line) => line.startsWith('router did not come up: ') && line.includes('it said last: port taken')),
  );
  write(`${stayAlive} process.send({ ready: true })`);
  await until(() => lines.at(-1)!.startsWith('router is up again after '));
});

it("(1) a death while it comes back is the same loop's next", async () => {
  await supervise(`process.send({ ready: true }); setTimeout(() => process.exit(1), 1)`, { ...quick, deaths: 8 });
  await supervisor.gaveUp;
  expect(starts).toBe(8);
});

it('(2, 3) a stop during the pause leaves nothing, and nothing comes after it', async () => {
  await supervise(`${stayAlive} process.send({ ready: true })`, {
    ...quick,
    firstPause: 600_000,
    longestPause: 600_000,
  });
  process.kill(pid(), 'SIGKILL');
  await until(() => lines.length === 1);
  expect(supervisor.isAway('router')).toBe(true);
  await supervisor.stop();
  expect({ starts, records: records(), isAway: supervisor.isAway('router'), lines: lines.length }).toEqual({
    starts: 1,
    records: [],
    isAway: false,
    lines: 1,
  });
});

it('(2, 3) a stop while it starts ends what was begun', async () => {
  await supervise(`${stayAlive} process.send({ ready: true })`);
  write(stayAlive);
  process.kill(pid(), 'SIGKILL');
  await until(() => starts === 2 && records().length === 1);
  const quiet = supervisor.stop();
  await group.stop();
  await quiet;
  expect({ records: records(), lines: lines.length }).toEqual({ records: [], lines: 1 });
});

it('(2) what was released stays away', async () => {
  const part = await supervise(`${stayAlive} process.send({ ready: true })`, { ...quick, firstPause: 200 });
  process.kill(pid(), 'SIGKILL');
  await until(() => lines.length === 1);
  supervisor.release(part.name);
  await sleep(400);
  expect({ starts, lines: lines.length }).toEqual({ starts: 1, lines: 1 });
});

it('a process that is ended on purpose stays away', async () => {
  await supervise(`${stayAlive} process.send({ ready: true })`);
  for (const child of group.named('router')) await child.kill();
  await sleep(200);
  expect({ starts, lines }).toEqual({ starts: 1, lines: [] });
});
