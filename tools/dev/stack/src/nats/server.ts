import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { rememberedPort, secretOf } from '../folder/data-folder';
import { LocalServer, type LocalServerDefinition } from '../process/local-server';
import { firstLine } from '../process/tcp-probe';
import type { ServerContext } from '../server-context';
import { containerCommand, containerName, removeContainer, removeVolume } from '../sources/docker';
import { serverFromEnvironment } from '../sources/from-environment';
import { firstAvailable, libraryEnvironment, type Program } from '../sources/program';
import { StackError } from '../stack-error';
import type { NatsPorts, NatsServer, StackOptions } from '../types';
import { configurationText } from './configuration';
import { executable, natsCandidates } from './programs';

const probeMilliseconds = 2_000;
const defaultPort = 4222;
const containerStore = '/data';

export async function startNats(context: ServerContext, extra: StackOptions['natsConfiguration']): Promise<NatsServer> {
  const external = await serverFromEnvironment('nats', context.environment, versionAt);
  if (external) return { ...external, wipe: refuseToWipe };
  const program = await firstAvailable('nats', natsCandidates(context), context.environment, (reason) =>
    context.report('skipped', reason),
  );
  const ports = {
    client: await rememberedPort(context.dataFolder, 'nats'),
    monitor: await rememberedPort(context.dataFolder, 'nats-monitor'),
  };
  const server = new OwnNats(
    definition(context, program, ports, extra?.(ports)),
    ports,
    join(context.dataFolder, 'nats'),
    () => removeData(context.dataFolder, program),
  );
  context.report('starting', server.describe);
  await server.start();
  return server;
}

class OwnNats extends LocalServer implements NatsServer {
  readonly monitorUrl: string;

  constructor(
    given: LocalServerDefinition,
    ports: NatsPorts,
    private readonly folder: string,
    private readonly removeStore: () => Promise<void>,
  ) {
    super(given);
    this.monitorUrl = `http://127.0.0.1:${ports.monitor}`;
  }

  wipe(): Promise<void> {
    return this.restartWith(this.removeStore);
  }

  async freeBytes(): Promise<number> {
    if (this.source === 'docker') return Infinity;
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }
}

async function refuseToWipe(): Promise<void> {
  throw new StackError(
    'nats',
    'the data of the server that ARBITER_NATS_URL names is not ours to delete',
    'unset ARBITER_NATS_URL to work with one of our own',
  );
}

function definition(
  context: ServerContext,
  program: Program,
  ports: NatsPorts,
  extra: string | undefined,
): LocalServerDefinition {
  const { dataFolder } = context;
  const inDocker = program.source === 'docker';
  const folder = join(dataFolder, 'nats');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'nats.conf');
  const text = configurationText({
    host: inDocker ? '0.0.0.0' : '127.0.0.1',
    ports,
    storeFolder: inDocker ? containerStore : storeOf(dataFolder),
    key: secretOf(dataFolder, 'nats'),
    extra,
  });
  writeFileSync(file, text, { mode: 0o600 });
  const container = containerName(dataFolder, 'nats');
  return {
    server: 'nats',
    source: program.source,
    describe: `NATS ${program.version} (${program.source}, ${program.location}) on 127.0.0.1:${ports.client}`,
    url: `nats://127.0.0.1:${ports.client}`,
    dataFolder,
    ports: [ports.client, ports.monitor],
    command: inDocker
      ? containerCommand({
          dataFolder,
          name: container,
          image: program.location,
          ports: [ports.client, ports.monitor],
          dataPath: containerStore,
          files: [file],
          arguments: ['-c', file],
        })
      : {
          executable: join(program.location, executable),
          arguments: ['-c', file],
          environment: libraryEnvironment(program.libraryPath),
        },
    stopSignal: 'SIGTERM',
    probe: () => probeHealth(ports.monitor),
    ...(inDocker ? { forceStop: () => removeContainer(container) } : {}),
    // While it restores its streams every probe of ours makes it print one of these.
    noise: /Healthcheck failed/,
    died: context.died,
  };
}

function storeOf(dataFolder: string): string {
  return join(dataFolder, 'nats', 'store');
}

async function removeData(dataFolder: string, program: Program): Promise<void> {
  if (program.source === 'docker') await removeVolume(containerName(dataFolder, 'nats'));
  else rmSync(storeOf(dataFolder), { recursive: true, force: true });
}

/** Healthy means that JetStream has recovered its streams too. */
async function probeHealth(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(probeMilliseconds) });
  if (!response.ok) throw new Error(`healthz says ${response.status}`);
}

/** The first line of the protocol is `INFO {...}`, before any authentication. */
async function versionAt(url: URL): Promise<string> {
  const line = await firstLine({
    host: url.hostname,
    port: Number(url.port) || defaultPort,
    timeoutMilliseconds: probeMilliseconds,
  });
  if (!line.startsWith('INFO ')) throw new Error('it does not speak NATS');
  return (JSON.parse(line.slice(5)) as { version?: string }).version ?? '';
}
