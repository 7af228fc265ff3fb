import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { claimPort, freePort, isPortFree } from './ports';

const COMPILED = join(__dirname, '../../dist/process/ports.js');

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** A process that is given a port and does not listen there yet. */
async function portOfAnotherProcess(): Promise<number> {
  const script = `require(${JSON.stringify(COMPILED)}).freePort().then(console.log); setInterval(() => {}, 1000);`;
  child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return Number(line.toString());
}

it('a port is below those of outgoing connections, and given out once (2)', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
  expect(ports.filter((port) => port < 10_000 || port >= 21_000)).toEqual([]);
});

it('what another process was given is given to nobody until that one has ended (1)', async () => {
  const port = await portOfAnotherProcess();
  expect(await isPortFree(port)).toBe(true);
  expect(await claimPort(port)).toBe(false);
  child!.kill('SIGKILL');
  await once(child!, 'close');
  expect(await claimPort(port)).toBe(true);
});

it('what somebody listens on is not free', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect([await isPortFree(port), await claimPort(port)]).toEqual([false, false]);
  server.close();
  await once(server, 'close');
  expect([await isPortFree(port), await claimPort(port)]).toEqual([true, true]);
});
