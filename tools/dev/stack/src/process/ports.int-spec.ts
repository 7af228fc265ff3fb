import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { claimPort, freePort, isPortFree } from './ports';

const COMPILED = join(__dirname, '../../dist/process/ports.js');

/** the last of the ports that are refused by the Fetch standard ("port blocking") */
const REFUSED = 10_080;

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** What a process that lives on until the test has ended prints of `ports`. */
async function inAnotherProcess<Result>(expression: string): Promise<Result> {
  const script = `const ports = require(${JSON.stringify(COMPILED)});
    ${expression}.then((result) => console.log(JSON.stringify(result)));
    setInterval(() => {}, 1000);`;
  child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as Result;
}

it('a port is below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(ports.filter((port) => port < 10_000 || port >= 21_000)).toEqual([]);
});

it('a port is above the last one that fetch refuses to connect to', async () => {
  const lowest = await inAnotherProcess<number>(
    `(() => {
      let draws = 0;
      require('node:crypto').randomInt = () => draws++;
      return ports.freePort();
    })()`,
  );
  const refusal = await fetch(`http://127.0.0.1:${REFUSED}`).catch(({ cause }: Error) => String(cause));
  expect(refusal).toMatch('bad port');
  expect(lowest).toBeGreaterThan(REFUSED);
});

it('a port is given out once, also when all who ask at the same time draw the same one (2)', async () => {
  const drawnAlike = `(() => {
    let draws = 0;
    require('node:crypto').randomInt = (count) => (draws += 1) <= 40 ? count - 1 : count - draws;
    return Promise.all(Array.from({ length: 8 }, () => ports.freePort()));
  })()`;
  expect(new Set(await inAnotherProcess<number[]>(drawnAlike)).size).toBe(8);
});

it('a port given to a process is given to no other until that process has ended (1)', async () => {
  const port = await inAnotherProcess<number>('ports.freePort()');
  expect(await isPortFree(port)).toBe(true);
  expect(await claimPort(port)).toBe(false);
  child!.kill('SIGKILL');
  await once(child!, 'close');
  expect(await claimPort(port)).toBe(true);
});

it('a port on which a process listens is not free', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect([await isPortFree(port), await claimPort(port)]).toEqual([false, false]);
  server.close();
  await once(server, 'close');
  expect([await isPortFree(port), await claimPort(port)]).toEqual([true, true]);
});
