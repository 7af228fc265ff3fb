import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rememberedPort, secretOf } from '../folder/data-folder';
import { LocalServer } from '../process/local-server';
import type { Command } from '../process/managed-process';
import { firstLine } from '../process/tcp-probe';
import type { ServerContext } from '../server-context';
import { containerCommand, containerName, removeContainer } from '../sources/docker';
import { serverFromEnvironment } from '../sources/from-environment';
import { firstAvailable, libraryEnvironment, type Program } from '../sources/program';
import type { Server } from '../types';
import { executable, redisCandidates } from './programs';

const probeMilliseconds = 2_000;
const defaultPort = 6379;

/** Redis holds only data that may be lost at any moment, so it writes nothing to disk. */
export async function startRedis(context: ServerContext): Promise<Server> {
  const external = await serverFromEnvironment('redis', context.environment, async (url) => {
    await ping(url.hostname, Number(url.port) || defaultPort, url.protocol === 'rediss:');
    return '';
  });
  if (external) return external;
  const program = await firstAvailable('redis', redisCandidates(context), context.environment, (reason) =>
    context.report('skipped', reason),
  );
  const server = await define(context, program);
  context.report('starting', server.describe);
  await server.start();
  return server;
}

async function define(context: ServerContext, program: Program): Promise<LocalServer> {
  const { dataFolder } = context;
  const port = await rememberedPort(dataFolder, 'redis');
  const password = secretOf(dataFolder, 'redis');
  const container = containerName(dataFolder, 'redis');
  return new LocalServer({
    server: 'redis',
    source: program.source,
    describe: `Redis ${program.version} (${program.source}, ${program.location}) on 127.0.0.1:${port}`,
    url: `redis://:${password}@127.0.0.1:${port}`,
    dataFolder,
    ports: [port],
    command:
      program.source === 'docker'
        ? dockerCommand(program, dataFolder, port, password)
        : localCommand(program, dataFolder, port, password),
    stopSignal: 'SIGTERM',
    probe: () => ping('127.0.0.1', port),
    ...(program.source === 'docker' ? { forceStop: () => removeContainer(container) } : {}),
    died: context.died,
  });
}

function settings(port: number, host: string): string[] {
  return [
    `port ${port}`,
    `bind ${host}`,
    'protected-mode no',
    'daemonize no',
    'save ""',
    'appendonly no',
    'maxmemory 64mb',
    'maxmemory-policy allkeys-lru',
  ];
}

function localCommand(program: Program, dataFolder: string, port: number, password: string): Command {
  const folder = join(dataFolder, 'redis');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'redis.conf');
  writeFileSync(file, [...settings(port, '127.0.0.1'), `dir "${folder}"`, `requirepass ${password}`, ''].join('\n'), {
    mode: 0o600,
  });
  return {
    executable: join(program.location, executable),
    arguments: [file],
    environment: libraryEnvironment(program.libraryPath),
  };
}

/** The password goes by the environment: arguments are visible in the process list. */
function dockerCommand(program: Program, dataFolder: string, port: number, password: string): Command {
  const script =
    'umask 077; printf "%s\\n" "$@" "requirepass $ARBITER_REDIS_PASSWORD" > /tmp/redis.conf; exec redis-server /tmp/redis.conf';
  return containerCommand({
    dataFolder,
    name: containerName(dataFolder, 'redis'),
    image: program.location,
    ports: [port],
    environment: { ARBITER_REDIS_PASSWORD: password },
    arguments: ['sh', '-c', script, 'redis', ...settings(port, '0.0.0.0')],
  });
}

/** Being asked for the password is an answer too: it serves. */
async function ping(host: string, port: number, secure = false): Promise<void> {
  const line = await firstLine({ host, port, secure, greeting: 'PING\r\n', timeoutMilliseconds: probeMilliseconds });
  if (!/^(\+PONG|-NOAUTH)/.test(line)) throw new Error(`it says ${line.slice(0, 80)}`);
}
