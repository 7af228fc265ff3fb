import type { Death } from './process/managed-process';
import type { StackProgress } from './types';

/** What every server of one stack is started with. */
export interface ServerContext {
  dataFolder: string;
  packagesFolder: string;
  /** what was acknowledged outlasts the machine going down, not only the server */
  durable: boolean;
  environment: NodeJS.ProcessEnv;
  report(state: StackProgress['state'], text: string): void;
  died(this: void, death: Death): void;
}
