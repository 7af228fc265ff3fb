import { defaultDataFolder } from '../folder/data-folder';
import { System } from './system';
import { deployedTenants } from './tenants';

export interface Local {
  /** the environment with which a tool reaches the servers as their owner */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** The servers of this machine's own data folder, started for a tool; the environment's own addresses win. */
export async function openLocal(report: (line: string) => void = () => undefined): Promise<Local> {
  if (process.env.ARBITER_POSTGRES_URL && process.env.ARBITER_MASTER_KEY) {
    return { environment: process.env, close: async () => undefined };
  }
  const system = await System.servers({ dataFolder: defaultDataFolder(), tenants: deployedTenants(), report });
  return { environment: { ...process.env, ...system.environmentOf(null) }, close: () => system.stop() };
}
