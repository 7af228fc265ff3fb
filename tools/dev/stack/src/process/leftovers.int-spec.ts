import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder, runningStack } from '../folder/claim';
import { ownDataFolder } from '../folder/data-folder';
import { processIdentity } from './identity';
import { recordProcess, stopLeftovers } from './process-records';

let dataFolder: string;
let child: ChildProcess;
beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-leftovers-'));
  ownDataFolder(dataFolder);
  child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
});

it('a process that an earlier stack left behind is stopped', async () => {
  const exit = once(child, 'exit');
  recordProcess(dataFolder, 'nats', child.pid as number);
  expect(await stopLeftovers(dataFolder)).toEqual(['nats']);
  expect(await exit).toEqual([null, 'SIGINT']);
  expect(readdirSync(join(dataFolder, 'processes'))).toEqual([]);
});

it('a process that only has the pid of one left behind is not touched', async () => {
  recordProcess(dataFolder, 'nats', child.pid as number);
  const file = join(dataFolder, 'processes', 'nats.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...record, identity: 'an earlier boot' }));
  expect(await stopLeftovers(dataFolder)).toEqual([]);
  expect(processIdentity(child.pid as number)).toBeDefined();
});

it('a record cut short by a crash is dropped', async () => {
  mkdirSync(join(dataFolder, 'processes'));
  writeFileSync(join(dataFolder, 'processes', 'nats.json'), '{"pid":');
  expect(await stopLeftovers(dataFolder)).toEqual([]);
  expect(readdirSync(join(dataFolder, 'processes'))).toEqual([]);
});

it('a folder whose stack was killed can be claimed again, one whose stack runs cannot', () => {
  const claim = join(dataFolder, 'stack.json');
  writeFileSync(claim, JSON.stringify({ pid: child.pid, identity: 'an earlier boot' }));
  expect(runningStack(dataFolder)).toBeUndefined();
  const release = claimFolder(dataFolder);
  expect(runningStack(dataFolder)).toBe(process.pid);
  expect(() => claimFolder(dataFolder)).toThrow(/already running/);
  release();
  expect(runningStack(dataFolder)).toBeUndefined();
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('the servers of a stack end when SIGKILL ends the process that started them', async () => {
  const script = `require(${JSON.stringify(join(__dirname, '../../dist/stack.js'))}).startStack({ dataFolder: ${JSON.stringify(dataFolder)} }).then(() => process.send('up'), (error) => process.send(error.message))`;
  const owner = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  expect(await once(owner, 'message')).toEqual(['up', undefined]);
  const records = readdirSync(join(dataFolder, 'processes')).map(
    (file) => JSON.parse(readFileSync(join(dataFolder, 'processes', file), 'utf8')) as { pid: number },
  );
  expect(records).toHaveLength(3);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  for (let attempt = 0; attempt < 500 && records.some(({ pid }) => processIdentity(pid)); attempt += 1) await sleep(20);
  expect(records.filter(({ pid }) => processIdentity(pid))).toEqual([]);
});
