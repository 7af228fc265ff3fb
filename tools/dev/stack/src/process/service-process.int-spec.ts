import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from './identity';
import type { Death } from './managed-process';
import { type ServiceOptions, type ServiceProcess, startService } from './service-process';

let dataFolder: string;
let service: ServiceProcess | undefined;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-service-'));
});
afterEach(async () => {
  await service?.kill();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function run(source: string, more: Partial<ServiceOptions> = {}): Promise<ServiceProcess> {
  const script = join(dataFolder, 'service.js');
  writeFileSync(script, source);
  service = await startService({
    name: 'router',
    script,
    dataFolder,
    environment: { PATH: process.env.PATH, GREETING: 'hello' },
    ...more,
  });
  return service;
}

const stayAlive = 'setInterval(() => undefined, 1000);';
const logOf = (name = 'router.log') => readFileSync(join(dataFolder, 'logs', name), 'utf8');

it('a service is ready when it says so, with what it says', async () => {
  const { ready } = await run(`${stayAlive} process.send({ ready: true, port: 4711 })`);
  expect(await ready).toEqual({ ready: true, port: 4711 });
});

it('a service has only the environment it was given, and its output is in its log and in onLine', async () => {
  const lines: string[] = [];
  const { exited } = await run('console.log(process.env.GREETING, process.env.HOME)', {
    onLine: (line) => lines.push(line),
  });
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(logOf()).toMatch(/^---- begun .*\nhello undefined\n$/);
  expect(lines).toEqual(['hello undefined']);
});

it('a service that ends before it is ready is quoted', async () => {
  const { ready, logPath } = await run('console.error("no master key"); process.exit(3)');
  await expect(ready).rejects.toThrow(
    `router (service.js) ended before it was ready; it said last: no master key; the whole story is in ${logPath}`,
  );
});

it('a service that never becomes ready is given up, and can still be stopped', async () => {
  const { ready } = await run(stayAlive, { readyMilliseconds: 100 });
  await expect(ready).rejects.toThrow('was not ready within 0.1 s');
  expect(service?.running).toBe(true);
});

it('stop lets a service end in order', async () => {
  const { ready, stop, exited } = await run(
    `${stayAlive} process.on('SIGTERM', () => process.exit(0)); process.send({ ready: true })`,
  );
  await ready;
  await stop();
  expect(await exited).toEqual({ code: 0, signal: null });
});

it('stop ends a service that does not listen, after the grace', async () => {
  const { ready, stop, exited, pid } = await run(
    `${stayAlive} process.on('SIGTERM', () => undefined); process.send({ ready: true })`,
  );
  await ready;
  await stop(50);
  expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(processIdentity(pid)).toBeUndefined();
});

it('kill ends it at once, and its record goes with it', async () => {
  const { ready, kill } = await run(`${stayAlive} process.send({ ready: true })`);
  await ready;
  expect(readdirSync(join(dataFolder, 'processes'))).toEqual(['router.json']);
  await kill();
  expect(service?.running).toBe(false);
  expect(readdirSync(join(dataFolder, 'processes'))).toEqual([]);
});

it('the log goes on over starts, and says where each began', async () => {
  const pids: number[] = [];
  for (const text of ['first', 'second', 'third']) {
    const { exited, pid } = await run(`console.log('${text}')`);
    await exited;
    pids.push(pid);
  }
  const begun = (pid: number) => expect.stringMatching(new RegExp(`^---- begun 20.*Z, process ${pid}$`)) as unknown;
  expect(logOf().split('\n')).toEqual([
    begun(pids[0]!),
    'first',
    begun(pids[1]!),
    'second',
    begun(pids[2]!),
    'third',
    '',
  ]);
  expect(readdirSync(join(dataFolder, 'logs'))).toEqual(['router.log']);
});

it('a log that is full is set aside, four times, so that five files bound what a service can write', async () => {
  const megabyte = 1024 * 1024;
  await (
    await run(`for (let i = 0; i < 100; i++) require('fs').writeSync(1, String(i % 10).repeat(${megabyte}))`)
  ).exited;
  const files = readdirSync(join(dataFolder, 'logs')).sort();
  expect(files).toEqual(['router.log', 'router.log.1', 'router.log.2', 'router.log.3', 'router.log.4']);
  const sizes = files.map((name) => logOf(name).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16 * megabyte);
  expect(Math.min(...sizes.slice(1))).toBeGreaterThan(15 * megabyte);
  expect(logOf().at(-1)).toBe('9');
});

it('an unrequested end is a death, reported with the last output; a requested one is none', async () => {
  const deaths: Death[] = [];
  const fallen = await run(`console.log('{"msg":"disk is full"}'); setTimeout(() => process.exit(3), 50)`);
  fallen.onDeath((death) => deaths.push(death));
  await fallen.exited;
  expect(deaths).toEqual([{ how: 'exit code 3', recentOutput: 'disk is full', logPath: fallen.logPath }]);
  for (const end of ['stop', 'kill'] as const) {
    const asked = await run(stayAlive);
    asked.onDeath((death) => deaths.push(death));
    await asked[end]();
  }
  expect(deaths).toHaveLength(1);
});
