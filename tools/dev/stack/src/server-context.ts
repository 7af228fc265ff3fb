import type { Death } from './process/managed-process';
import type { StackProgress } from './types';

/** The common parameters of a stack's servers. */
export interface ServerContext {
  dataFolder: string;
  packagesFolder: string;
  /** acknowledged data survives an end of the machine, not only of the server */
  durable: boolean;
  environment: NodeJS.ProcessEnv;
  report(state: StackProgress['state'], text: string): void;
  died(this: void, death: Death): void;
}
