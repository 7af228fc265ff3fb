import { resolve } from 'node:path';
import { claimFolder } from './folder/claim';
import { defaultPackagesFolder } from './folder/data-folder';
import { removeData } from './folder/remove-data';
import { startNats } from './nats/server';
import { startPostgres } from './postgres/server';
import { stopLeftovers } from './process/process-records';
import { startRedis } from './redis/server';
import type { ServerContext } from './server-context';
import { PortInUseError } from './stack-error';
import type { NatsServer, Server, ServerName, Stack, StackOptions } from './types';

const portAttempts = 3;

/**
 * Finds and starts Postgres, NATS and Redis on this machine, side by side; returns when all three answer.
 * A second start on the same data folder goes on with its data. Throws StackError, with nothing left running.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataFolder = resolve(options.dataFolder);
  const release = claimFolder(dataFolder);
  const giveBack = async () => {
    if (options.throwaway) await removeData(dataFolder, []);
    release();
  };
  const started: Server[] = [];
  const start = <T extends Server>(server: ServerName, starter: (context: ServerContext) => Promise<T>) =>
    reported(server, options, async (context) => {
      const running = await onAnotherPort(() => starter(context));
      started.push(running);
      return running;
    });
  try {
    await stopLeftovers(dataFolder);
    const starts = [
      start('postgres', startPostgres),
      start('nats', (context) => startNats(context, options.natsConfiguration)),
      start('redis', startRedis),
    ] as const;
    await Promise.allSettled(starts);
    const [postgres, nats, redis] = await Promise.all(starts);
    let stopping: Promise<void> | undefined;
    return { postgres, nats, redis, stop: () => (stopping ??= stopAll(started).finally(giveBack)) };
  } catch (error) {
    // Even a throw-away folder stays here: its logs show the failure.
    await stopAll(started).finally(release);
    throw error;
  }
}

export interface RunningBroker {
  readonly nats: NatsServer;
  /** safe to call twice */
  stop(): Promise<void>;
}

/** NATS alone, for a caller that needs no more. */
export async function startBroker(options: StackOptions): Promise<RunningBroker> {
  const { server, stop } = await startAlone('nats', options, (context) =>
    startNats(context, options.natsConfiguration),
  );
  return { nats: server, stop };
}

export interface RunningDatabase {
  readonly postgres: Server;
  /** safe to call twice */
  stop(): Promise<void>;
}

/** Postgres alone, with the settings it has in a stack. */
export async function startDatabase(options: StackOptions): Promise<RunningDatabase> {
  const { server, stop } = await startAlone('postgres', options, startPostgres);
  return { postgres: server, stop };
}

async function startAlone<T extends Server>(
  name: ServerName,
  options: StackOptions,
  starter: (context: ServerContext) => Promise<T>,
): Promise<{ server: T; stop(): Promise<void> }> {
  const dataFolder = resolve(options.dataFolder);
  const release = claimFolder(dataFolder);
  try {
    await stopLeftovers(dataFolder);
    const server = await reported(name, options, (context) => onAnotherPort(() => starter(context)));
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      await server.stop();
      if (options.throwaway) await removeData(dataFolder, []);
      release();
    };
    return { server, stop: () => (stopping ??= stop()) };
  } catch (error) {
    release();
    throw error;
  }
}

async function stopAll(servers: Server[]): Promise<void> {
  const results = await Promise.allSettled(servers.map((server) => server.stop()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Between choosing a free port and listening on it another process may take it. */
async function onAnotherPort<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortInUseError) || attempt === portAttempts) throw error;
    }
  }
}

async function reported<T extends Server>(
  server: ServerName,
  options: StackOptions,
  work: (context: ServerContext) => Promise<T>,
): Promise<T> {
  const environment = options.environment ?? process.env;
  const begun = Date.now();
  const running = await work({
    dataFolder: resolve(options.dataFolder),
    durable: options.durable ?? !options.throwaway,
    packagesFolder: options.packagesFolder ?? defaultPackagesFolder(environment),
    environment,
    report: (state, text) => options.report?.({ server, state, text }),
    died: (death) => {
      options.report?.({
        server,
        state: 'exited',
        text: `ended by itself (${death.how}): ${death.recentOutput ?? 'no last words'}; see ${death.logPath}`,
      });
      options.onDeath?.(server, death);
    },
  });
  options.report?.({ server, state: 'ready', text: running.describe, seconds: (Date.now() - begun) / 1_000 });
  return running;
}
