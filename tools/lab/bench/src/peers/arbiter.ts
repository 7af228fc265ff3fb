import { randomUUID } from 'node:crypto';
import type { System, SystemOptions } from '@arbiter/stack';
import { runOnce } from '../workload';
import type { Contender, Workload } from './contender';
import { refuseForeign } from './foreign';

const TEMPLATES: Record<Workload, string> = { five: 'echo_five', fan: 'echo_fan_out' };

export type Open = (options: Partial<SystemOptions>) => Promise<System>;

/** Ours, with all services in one process or a process each. */
export async function startArbiter(processes: 'one' | 'each', open: Open): Promise<Contender> {
  const system = await open({ processes });
  const { postgres, nats, redis } = system.stack;
  try {
    for (const server of [postgres, nats, redis]) refuseForeign(server);
  } catch (error) {
    await system.stop();
    throw error;
  }
  return {
    name: `arbiter_${processes}`,
    describe: `${postgres.describe}, ${nats.describe}`,
    dataFolder: system.options.dataFolder,
    url: system.httpUrl,
    run: (client, workload) => runOnce(client, TEMPLATES[workload], 'C-0001', randomUUID()),
    stop: () => system.stop(),
  };
}
