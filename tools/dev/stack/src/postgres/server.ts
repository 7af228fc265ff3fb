import { join } from 'node:path';
import { Client } from 'pg';
import { rememberedPort, secretOf } from '../folder/data-folder';
import { elsewhereOf, reachableFolder, serverUser, type ServerUser } from '../folder/server-user';
import { LocalServer, type LocalServerDefinition } from '../process/local-server';
import type { Command } from '../process/managed-process';
import type { ServerContext } from '../server-context';
import { containerCommand, containerName, removeContainer } from '../sources/docker';
import { serverFromEnvironment } from '../sources/from-environment';
import { firstAvailable, libraryEnvironment, type Program } from '../sources/program';
import { run } from '../sources/run';
import type { Server } from '../types';
import { clusterVersion, createCluster, database, superuser, throwawayRecipe } from './cluster';
import { ClusterTemplate } from './cluster-template';
import { postgresCandidates } from './programs';
import { postgresSettings } from './settings';

/** Postgres's code for a missing database. */
const UNKNOWN_DATABASE = '3D000';
const probeMilliseconds = 3_000;
/** A server that the environment names is asked once. */
const onlyProbeMilliseconds = 15_000;

/** The URL is the superuser's, to the database `arbiter`, which is made on the first start. */
export async function startPostgres(context: ServerContext): Promise<Server> {
  const external = await serverFromEnvironment('postgres', context.environment, (url) => versionAt(url.href));
  if (external) return external;
  const { dataFolder } = context;
  const user = serverUser(join(elsewhereOf(dataFolder) ?? dataFolder, 'postgres'));
  const folder = join(reachableFolder(dataFolder, user), 'postgres');
  const candidates = postgresCandidates(context, user, clusterVersion(folder));
  const program = await firstAvailable('postgres', candidates, context.environment, (reason) =>
    context.report('skipped', reason),
  );
  const server = new LocalServer(await definition(context, program, folder, user));
  context.report('starting', server.describe);
  await server.start();
  try {
    await createDatabase(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function definition(
  context: ServerContext,
  program: Program,
  folder: string,
  user: ServerUser | undefined,
): Promise<LocalServerDefinition> {
  const { dataFolder } = context;
  const port = await rememberedPort(dataFolder, 'postgres');
  const inDocker = program.source === 'docker';
  const template =
    !context.durable && !inDocker
      ? new ClusterTemplate(context.packagesFolder, program, user, throwawayRecipe)
      : undefined;
  const password = secretOf(dataFolder, 'postgres', template?.password);
  const container = containerName(dataFolder, 'postgres');
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  const command = inDocker
    ? dockerCommand(context, program, port, password)
    : await localCommand({ program, folder, user, port, password, template });
  return {
    server: 'postgres',
    source: program.source,
    describe: `Postgres ${program.version} (${program.source}, ${program.location}) on 127.0.0.1:${port}${user && !inDocker ? ` as user ${user.name}` : ''}`,
    url,
    dataFolder,
    ports: [port],
    command,
    stopSignal: 'SIGINT',
    // That it does not know the database yet is an answer too: it serves.
    probe: async () => void (await hasDatabase(url)),
    // Messages of its children about its end come after its own last line.
    noise: /terminating connection due to unexpected postmaster exit/,
    passingTrouble: /pre-existing shared memory block|lock file .* already exists/,
    ...(inDocker ? { forceStop: () => removeContainer(container) } : {}),
    died: context.died,
  };
}

interface LocalPostgres {
  program: Program;
  folder: string;
  user: ServerUser | undefined;
  port: number;
  password: string;
  /** of data that is not durable */
  template: ClusterTemplate | undefined;
}

async function localCommand({ program, folder, user, port, password, template }: LocalPostgres): Promise<Command> {
  await createCluster(folder, program, user, password, template);
  const executable = join(program.location, 'postgres');
  const environment = libraryEnvironment(program.libraryPath);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const lz4 = run(executable, ['-D', folder, '-C', 'wal_compression', '-c', 'wal_compression=lz4'], {
    environment,
    timeoutMilliseconds: 10_000,
    ...identity,
  });
  const compression = await lz4.then(
    () => 'lz4' as const,
    () => 'on' as const,
  );
  return {
    executable,
    arguments: [
      '-D',
      folder,
      ...postgresSettings({ port, host: '127.0.0.1', compression, durable: template === undefined }),
    ],
    environment,
    ...identity,
  };
}

function dockerCommand(
  { dataFolder, durable }: ServerContext,
  program: Program,
  port: number,
  password: string,
): Command {
  return containerCommand({
    dataFolder,
    name: containerName(dataFolder, 'postgres'),
    image: program.location,
    ports: [port],
    dataPath: '/var/lib/postgresql',
    environment: {
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C --auth=scram-sha-256',
    },
    arguments: postgresSettings({ port, host: '*', compression: 'lz4', durable }),
  });
}

async function versionAt(url: string): Promise<string> {
  const ask = async (client: Client): Promise<string> => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return (rows[0]?.server_version ?? '').split(' ')[0] as string;
  };
  return withClient(url, ask, onlyProbeMilliseconds);
}

async function createDatabase(url: string): Promise<void> {
  if (await hasDatabase(url)) return;
  const maintenance = new URL(url);
  maintenance.pathname = `/${superuser}`;
  await withClient(maintenance.href, (client) => client.query(`create database ${database}`));
}

async function hasDatabase(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select'));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNKNOWN_DATABASE) return false;
    throw error;
  }
}

async function withClient<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  connectMilliseconds = probeMilliseconds,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: 30_000,
  });
  // A connection cut in between also rejects the query that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
