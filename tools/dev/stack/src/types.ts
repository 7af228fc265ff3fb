import type { Death } from './process/managed-process';

export type ServerName = 'postgres' | 'nats' | 'redis';

/** Where a server comes from, in the order in which they are tried. */
export type Source = 'environment' | 'path' | 'npm' | 'debian' | 'docker';

/** One line of progress; `seconds` is how long the finished step took. */
export interface StackProgress {
  server: ServerName;
  state: 'skipped' | 'fetching' | 'starting' | 'ready' | 'stopped' | 'exited';
  text: string;
  seconds?: number;
}

export interface NatsPorts {
  client: number;
  monitor: number;
}

export interface StackOptions {
  /** Everything of this stack lives here: data, secrets (mode 0600), logs, process records. */
  dataFolder: string;
  /** The data folder is deleted by `stop()`. */
  throwaway?: boolean;
  /**
   * Acknowledged data survives an end of the machine; the default unless the data is thrown away. A killed server keeps
   * it in any case.
   */
  durable?: boolean;
  /** Cache of unpacked Debian packages, shared by all stacks; default `packages` in the default data folder. */
  packagesFolder?: string;
  report?: (line: StackProgress) => void;
  /** A server of ours ended without being asked to; it stays away until `restart`. */
  onDeath?: (server: ServerName, death: Death) => void;
  /** More lines for the NATS configuration, such as its accounts. */
  natsConfiguration?: (ports: NatsPorts) => string | undefined;
  /** Where ARBITER_<SERVER>_URL, ARBITER_STACK_<SERVER> and PATH are read; default process.env. */
  environment?: NodeJS.ProcessEnv;
}

export interface Server {
  /** Holds the password where there is one: never log it, log `describe`. */
  readonly url: string;
  readonly source: Source;
  /** Name, version and origin, for people; no secret. */
  readonly describe: string;
  stop(): Promise<void>;
  /** SIGKILL. This and `restart` are missing on a server that the environment names: it is not ours. */
  kill?(): Promise<void>;
  /** Stops if running, starts on the same port with the same data. */
  restart?(): Promise<void>;
}

export interface NatsServer extends Server {
  readonly monitorUrl?: string;
  /** The free space of its disk; infinite where a container keeps its data. */
  freeBytes?(): Promise<number>;
  /** Stop, delete the broker's data, start again on the same port. Throws StackError for a server that is not ours. */
  wipe(): Promise<void>;
}

export interface Stack {
  readonly postgres: Server;
  readonly nats: NatsServer;
  readonly redis: Server;
  /** Stops whatever this stack started; safe to call twice. */
  stop(): Promise<void>;
}
