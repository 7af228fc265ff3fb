import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { diesWithParent } from './dies-with-parent';
import { RotatingLog } from './rotating-log';
import { RecentOutput } from './recent-output';
import { forgetProcess, recordProcess } from './process-records';

export interface Command {
  executable: string;
  arguments: string[];
  environment: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  directory?: string;
}

export interface ManagedProcessOptions {
  /** Unique within the data folder: names the log and the process record. */
  name: string;
  dataFolder: string;
  command: Command;
  /** The signal that the kernel sends when we die without stopping it. */
  orphanSignal: 'TERM' | 'INT' | 'KILL';
  /** Lines that are kept in the log and never quoted as its last words. */
  noise?: RegExp;
  onLine?: (line: string) => void;
  onMessage?: (message: unknown) => void;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that ended without being asked to. */
export interface Death {
  /** the signal or the exit code */
  readonly how: string;
  readonly recentOutput: string | undefined;
  readonly logPath: string;
}

/** These end nothing. */
const harmlessSignals: readonly NodeJS.Signals[] = ['SIGSTOP', 'SIGCONT'];
const killWaitMilliseconds = 10_000;

/**
 * A child process that we own, in its own process group so that Ctrl-C reaches it only through us, in our order.
 * 1. From spawn to exit it is in the data folder's process records.
 * 2. `exited` never rejects, and resolves after the last output is in the log.
 * 3. An end that `stop` or `signal` asked for is no death, even when it came by itself a moment before.
 */
export class ManagedProcess {
  readonly exited: Promise<Exit>;
  readonly logPath: string;
  running = true;
  private isEndAsked = false;
  private readonly words: RecentOutput;

  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    private readonly log: RotatingLog,
    private readonly options: ManagedProcessOptions,
  ) {
    this.logPath = log.path;
    this.words = new RecentOutput(options.noise);
    log.begin(pid);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.output(chunk));
    if (options.onMessage) child.on('message', options.onMessage);
    child.on('exit', () => {
      this.running = false;
    });
    child.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.log.close();
        forgetProcess(options.dataFolder, options.name, pid);
        resolve({ code, signal });
      });
    });
  }

  /** Throws when the executable cannot be run at all. */
  static async start(options: ManagedProcessOptions): Promise<ManagedProcess> {
    const { command, dataFolder, name } = options;
    const log = new RotatingLog(join(dataFolder, 'logs', `${name}.log`));
    const [executable, argumentList] = diesWithParent(options.orphanSignal, command.executable, command.arguments);
    const child = spawn(executable, argumentList, {
      cwd: command.directory ?? '/',
      detached: true,
      env: command.environment,
      stdio: ['ignore', 'pipe', 'pipe', ...(options.onMessage ? (['ipc'] as const) : [])],
      ...(command.uid === undefined ? {} : { uid: command.uid, gid: command.gid }),
    });
    try {
      if (child.pid === undefined) await once(child, 'spawn', { signal: AbortSignal.timeout(5_000) });
    } catch (error) {
      log.close();
      throw error;
    }
    const pid = child.pid as number;
    recordProcess(dataFolder, name, pid);
    return new ManagedProcess(child, pid, log, options);
  }

  get recentOutput(): string | undefined {
    return this.words.last;
  }

  /** Whether one of the last lines it printed matches. */
  said(pattern: RegExp): boolean {
    return this.words.has(pattern);
  }

  signal(signal: NodeJS.Signals): void {
    if (!harmlessSignals.includes(signal)) this.isEndAsked = true;
    if (this.running) this.child.kill(signal);
  }

  /** Calls back when it has ended though neither `stop` nor `signal` asked it to; at most once. */
  onDeath(tell: (death: Death) => void): void {
    void this.exited.then(({ code, signal }) => {
      if (!this.isEndAsked)
        tell({ how: signal ?? `exit code ${code}`, recentOutput: this.recentOutput, logPath: this.logPath });
    });
  }

  /** Sends `signal`, then SIGKILL when it has not gone within the grace; returns once it is gone. */
  async stop(signal: NodeJS.Signals, graceMilliseconds: number): Promise<void> {
    this.signal(signal);
    if (await this.goneWithin(graceMilliseconds)) return;
    this.signal('SIGKILL');
    if (await this.goneWithin(killWaitMilliseconds)) return;
    throw new Error(
      `process ${this.pid} (${this.options.name}) survives SIGKILL; look at it with ps and stop it by hand`,
    );
  }

  /** Resolves true when the process has gone, false after the wait. */
  async goneWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds).unref();
    });
    const gone = await Promise.race([this.exited.then(() => true), waited]);
    clearTimeout(timer);
    return gone;
  }

  private output(chunk: Buffer): void {
    this.log.write(chunk);
    for (const line of this.words.hear(chunk)) this.options.onLine?.(line);
  }
}
