import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, ManagedProcess, type ManagedProcessOptions, startService } from '@arbiter/stack';
import { HttpClient } from '../http-client';
import { runPeer, type Contender } from './contender';
import { applicationEnvironment } from './environment';
import { VERSIONS, type PeerPackages } from './packages';

const SERVER = '@restatedev/restate-server';
const SDK = '@restatedev/restate-sdk';
/** A limit for hanging only: an end is noticed at once. */
const START_MILLISECONDS = 120_000;
const PAUSE_MILLISECONDS = 200;
const GRACE_MILLISECONDS = 10_000;

interface Ports {
  readonly ingress: number;
  readonly admin: number;
  readonly node: number;
}

/**
 * Restate's server and one Node service behind it. Data that the server acknowledges is on the disk: it syncs its log
 * by default.
 */
export async function startRestate(packages: PeerPackages): Promise<Contender> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-bench-restate-'));
  // After an error the folder stays: the error names a log in it.
  await using started = new AsyncDisposableStack();
  const port = await freePort();
  const application = await startService({
    name: 'restate-application',
    script: packages.application('restate'),
    dataFolder,
    environment: { ...applicationEnvironment(port), RESTATE_LOGGING: 'ERROR' },
  });
  started.defer(() => application.stop());
  await application.ready;
  const ports = { ingress: await freePort(), admin: await freePort(), node: await freePort() };
  const server = await ManagedProcess.start(serverOptions(packages.restateServer, dataFolder, ports));
  started.defer(() => server.stop('SIGTERM', GRACE_MILLISECONDS));
  await untilItServes(server, ports, port);
  const running = started.move();
  return {
    name: 'restate',
    describe: `${SERVER} ${VERSIONS[SERVER]}, ${SDK} ${VERSIONS[SDK]}`,
    dataFolder,
    url: `http://127.0.0.1:${ports.ingress}`,
    run: (client, workload) => runPeer(client, `/peer/${workload}`),
    stop: async () => {
      await running.disposeAsync();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function serverOptions(executable: string, dataFolder: string, { ingress, admin, node }: Ports): ManagedProcessOptions {
  return {
    name: 'restate-server',
    dataFolder,
    orphanSignal: 'TERM',
    command: {
      executable,
      arguments: ['--base-dir', join(dataFolder, 'restate')],
      environment: {
        PATH: process.env.PATH,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
        RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
        RESTATE_DISABLE_TELEMETRY: 'true',
        RESTATE_LOG_FILTER: 'error',
      },
    },
  };
}

/**
 * Registers the service with the server, as soon as the server listens, and waits for the first answer through both.
 */
async function untilItServes(server: ManagedProcess, { ingress, admin }: Ports, application: number): Promise<void> {
  const operator = new HttpClient(`http://127.0.0.1:${admin}`);
  const caller = new HttpClient(`http://127.0.0.1:${ingress}`);
  const deadline = Date.now() + START_MILLISECONDS;
  try {
    await untilDone(server, deadline, async () => {
      const { status, text } = await operator.post('/deployments', { uri: `http://127.0.0.1:${application}` });
      if (status >= 300) throw new Error(`/deployments was answered ${status}: ${text.slice(0, 300)}`);
    });
    await untilDone(server, deadline, () => runPeer(caller, '/peer/five'));
  } finally {
    operator.close();
    caller.close();
  }
}

async function untilDone(server: ManagedProcess, deadline: number, attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (server.running && Date.now() < deadline) await delay(PAUSE_MILLISECONDS);
      else
        throw new Error(
          `Restate did not come up (${(error as Error).message}); it said last: ${server.recentOutput ?? 'nothing'}; the whole story is in ${server.logPath}`,
          { cause: error },
        );
    }
  }
}
