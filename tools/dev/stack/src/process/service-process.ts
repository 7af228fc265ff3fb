import { basename } from 'node:path';
import { type Death, type Exit, ManagedProcess } from './managed-process';

export interface ServiceOptions {
  /** Unique in the stack; a second replica needs a name of its own. Names the log `<dataFolder>/logs/<name>.log`. */
  name: string;
  /** The compiled JavaScript file to run. */
  script: string;
  /** The whole environment of the service: pass on all that it needs. */
  environment: NodeJS.ProcessEnv;
  dataFolder: string;
  arguments?: string[];
  nodeArguments?: string[];
  onLine?: (line: string) => void;
  /** Default 120,000. */
  readyMilliseconds?: number;
}

/** A service's message to its parent, `process.send?.({ ready: true })`; other fields are its own. */
export interface ReadyMessage {
  ready: true;
  [field: string]: unknown;
}

export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  readonly logPath: string;
  readonly running: boolean;
  /** The message with `ready: true`; rejects when the service ends first or takes too long. */
  readonly ready: Promise<ReadyMessage>;
  /** Never rejects. */
  readonly exited: Promise<Exit>;
  /** Calls back when it has ended though neither `stop` nor `kill` asked it to; at most once. */
  onDeath(tell: (death: Death) => void): void;
  /** SIGTERM, then SIGKILL after the grace (default 10,000); returns when it is gone. */
  stop(graceMilliseconds?: number): Promise<void>;
  /** Sends the signal, SIGKILL by default; after SIGKILL it returns when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const defaultReadyMilliseconds = 120_000;
const defaultGraceMilliseconds = 10_000;

/** Runs one of our Node services as a child process on the Node that runs us. It dies with us. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { promise: message, resolve } = Promise.withResolvers<ReadyMessage>();
  const child = await ManagedProcess.start({
    name: options.name,
    dataFolder: options.dataFolder,
    command: {
      executable: process.execPath,
      arguments: [...(options.nodeArguments ?? []), options.script, ...(options.arguments ?? [])],
      environment: options.environment,
      directory: process.cwd(),
    },
    orphanSignal: 'KILL',
    onLine: options.onLine,
    onMessage: (received) => {
      if (isReady(received)) resolve(received);
    },
  });
  const ready = untilReady(child, message, options);
  ready.catch(() => undefined);
  return {
    name: options.name,
    pid: child.pid,
    logPath: child.logPath,
    get running() {
      return child.running;
    },
    ready,
    exited: child.exited,
    onDeath: (tell) => child.onDeath(tell),
    stop: (graceMilliseconds = defaultGraceMilliseconds) => child.stop('SIGTERM', graceMilliseconds),
    kill: async (signal = 'SIGKILL') => (signal === 'SIGKILL' ? child.stop('SIGKILL', 0) : child.signal(signal)),
  };
}

function isReady(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && (message as { ready?: unknown }).ready === true;
}

async function untilReady(
  child: ManagedProcess,
  message: Promise<ReadyMessage>,
  options: ServiceOptions,
): Promise<ReadyMessage> {
  const limit = options.readyMilliseconds ?? defaultReadyMilliseconds;
  const gone = child.goneWithin(limit);
  const first = await Promise.race([message, gone]);
  if (typeof first === 'object') return first;
  const why = first ? 'ended before it was ready' : `was not ready within ${limit / 1_000} s`;
  throw new Error(
    `${options.name} (${basename(options.script)}) ${why}; it said last: ${child.recentOutput ?? 'nothing'}; the whole story is in ${child.logPath}`,
  );
}
