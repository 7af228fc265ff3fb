import type { App } from '@arbiter/contracts';
import type { Forced } from '@arbiter/artifacts';
import type { ServiceProcess } from '../process/service-process';
import type { RestartLimits } from '../supervision/death-count';

export interface SystemOptions {
  readonly dataFolder: string;
  readonly throwaway?: boolean;
  /** acknowledged data survives an end of the machine; the default unless the data is thrown away */
  readonly durable?: boolean;
  readonly httpPort?: number;
  /** environment of every service, over its own */
  readonly environment?: NodeJS.ProcessEnv;
  /** all services in one process, or a process each; default each its own */
  readonly processes?: 'one' | 'each';
  /** how many processes of each service, where each has its own; default one */
  readonly replicas?: Partial<Record<App, number>>;
  /** folders of the tenants to activate; default the shop alone */
  readonly tenants?: readonly string[];
  /** changes of the models' work for a playbook that are let through, and why */
  readonly forced?: Forced | null;
  /** the data of the sandbox vendor follows from these; its own when left out */
  readonly sandbox?: { readonly seed?: number; readonly invoices?: number };
  /** the API key that callers on this machine send to ingress, when it asks for one */
  readonly apiKey?: string;
  readonly report?: (line: string) => void;
  /** starts a part again that ends without a request, within these limits (true: the usual ones); default no */
  readonly supervise?: boolean | RestartLimits;
  /** a start that is aborted stops the parts it has started and throws */
  readonly signal?: AbortSignal;
}

/** A process; the process that is started again for it takes its place. */
export interface RunningService {
  /** the services it hosts */
  readonly apps: readonly App[];
  readonly name: string;
  process: ServiceProcess;
  adminPort: number;
}
