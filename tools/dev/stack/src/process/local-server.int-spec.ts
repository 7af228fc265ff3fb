import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalServer } from './local-server';
import type { Death } from './managed-process';
import { freePort } from './ports';
import { firstLine } from './tcp-probe';

let dataFolder: string;
let server: LocalServer;
let deaths: Death[];
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-server-'));
  deaths = [];
});
afterEach(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** A server that greets each client, and complains of a client that connects while it is not ready. */
async function make(readyAfterProbes: number): Promise<LocalServer> {
  const port = await freePort();
  const script = join(dataFolder, 'server.js');
  writeFileSync(
    script,
    `
    let probes = 0;
    console.log('restoring');
    require('node:net').createServer((socket) => {
      probes += 1;
      if (probes > ${readyAfterProbes}) return socket.end('hello\\r\\n');
      console.log('Healthcheck failed');
      socket.destroy();
    }).listen(${port}, '127.0.0.1');`,
  );
  server = new LocalServer({
    server: 'nats',
    source: 'path',
    describe: 'a server',
    url: `nats://127.0.0.1:${port}`,
    dataFolder,
    ports: [port],
    command: { executable: process.execPath, arguments: [script], environment: { PATH: process.env.PATH } },
    stopSignal: 'SIGTERM',
    noise: /Healthcheck failed/,
    probe: async () => {
      await firstLine({ host: '127.0.0.1', port, timeoutMilliseconds: 1_000 });
    },
    died: (death) => deaths.push(death),
  });
  return server;
}

const records = (): readonly string[] => readdirSync(join(dataFolder, 'processes'));
const pid = (): number =>
  (JSON.parse(readFileSync(join(dataFolder, 'processes', records()[0]!), 'utf8')) as { pid: number }).pid;

async function until(isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 2_000 && !isSo(); attempt += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  expect(isSo()).toBe(true);
}

it('the output that our own checks caused while it restored is in its log, and not among its last words', async () => {
  await (await make(20)).start();
  process.kill(pid(), 'SIGKILL');
  await until(() => deaths.length > 0);
  const logPath = join(dataFolder, 'logs', 'nats.log');
  expect(deaths).toEqual([{ how: 'SIGKILL', recentOutput: 'restoring', logPath }]);
  expect(readFileSync(logPath, 'utf8').match(/Healthcheck failed/g)).toHaveLength(20);
});

it('(2) an end that was asked for is not told, and the one after a restart is', async () => {
  await (await make(0)).start();
  await server.kill();
  await server.restart();
  await server.restart();
  expect(deaths).toEqual([]);
  process.kill(pid(), 'SIGKILL');
  await until(() => deaths.length > 0);
  expect(records()).toEqual([]);
});

it('(3) a stop while it starts ends it at once', async () => {
  const started = (await make(Infinity)).start().catch((error: Error) => error.message);
  await until(() => readdirSync(dataFolder).includes('processes') && records().length === 1);
  await server.stop();
  expect(await started).toMatch(/^NATS: it (was stopped|ended) while starting/);
  expect(records()).toEqual([]);
});
