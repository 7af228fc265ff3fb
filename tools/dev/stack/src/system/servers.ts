import { ALL, isOn, prepareDatabase } from '@arbiter/runtime';
import { rememberedPort, secretOf } from '../folder/data-folder';
import { startStack } from '../stack';
import { titleOf } from '../stack-error';
import type { Supervisor } from '../supervision/supervisor';
import type { ServerName, Stack, StackProgress } from '../types';
import { natsAccounts } from './nats-accounts';
import type { SystemOptions } from './options';
import { tenantFolder } from './tenants';

export interface Servers {
  readonly stack: Stack;
  /** tenants whose artifacts are new */
  readonly activated: readonly string[];
  /** where ingress and the sandbox vendor listen, each time they are started */
  readonly httpPort: number;
  readonly vendorPort: number;
}

/** Servers, schema and artifacts; throws with nothing left running. */
export async function startServers(options: SystemOptions, supervisor: Supervisor | null): Promise<Servers> {
  const report = options.report ?? (() => undefined);
  const starting: Promise<Stack> = startStack({
    dataFolder: options.dataFolder,
    throwaway: options.throwaway,
    durable: options.durable,
    report: (line) => {
      if (isReported(line, supervisor !== null)) report(`${line.text}${line.state === 'fetching' ? '…' : ''}`);
    },
    onDeath: (server, death) =>
      supervisor?.died(
        { name: titleOf(server), start: async () => startAgain((await starting)[server], server) },
        death,
      ),
    natsConfiguration: () => natsAccounts(options.dataFolder, options.tenants),
  });
  const stack = await starting;
  try {
    options.signal?.throwIfAborted();
    return {
      stack,
      activated: await prepare(options, stack, report),
      httpPort: options.httpPort ?? (await rememberedPort(options.dataFolder, 'ingress')),
      vendorPort: await rememberedPort(options.dataFolder, 'sandbox-vendor'),
    };
  } catch (error) {
    await supervisor?.stop();
    await stack.stop();
    throw error;
  }
}

/** Starts the server again with its own port and data; only a server of ours ever dies here. */
async function startAgain(running: Stack[ServerName], server: ServerName): Promise<void> {
  if (!running.restart) throw new Error(`${titleOf(server)} is not ours to start`);
  await running.restart();
}

/** The supervisor itself reports ended parts. */
const isReported = ({ state }: StackProgress, isSupervised: boolean): boolean =>
  state !== 'skipped' && state !== 'starting' && !(state === 'exited' && isSupervised);

const prepare = (options: SystemOptions, stack: Stack, report: (line: string) => void): Promise<readonly string[]> =>
  prepareDatabase({
    ownerUrl: stack.postgres.url,
    forced: options.forced ?? null,
    report,
    tenants: options.tenants ?? [tenantFolder('shop')],
    twoStage: isOn({ ...process.env, ...options.environment }, 'TWO_STAGE_ENABLED'),
    passwordOf: (app) => secretOf(options.dataFolder, `postgres-${app}`),
    passwordOfAll: secretOf(options.dataFolder, `postgres-${ALL}`),
  });
