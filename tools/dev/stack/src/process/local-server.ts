import { setTimeout as sleep } from 'node:timers/promises';
import { PortInUseError, StackError } from '../stack-error';
import type { Server, ServerName, Source } from '../types';
import { type Command, type Death, ManagedProcess } from './managed-process';
import { isPortFree } from './ports';

export interface LocalServerDefinition {
  server: ServerName;
  source: Source;
  describe: string;
  url: string;
  dataFolder: string;
  ports: number[];
  command: Command;
  stopSignal: 'SIGINT' | 'SIGTERM';
  /** Tries once to talk to the server; rejects while it is not ready. Bounded by itself. */
  probe(): Promise<void>;
  /** The server's output when it gave up for a temporary reason, such as a predecessor that is still ending. */
  passingTrouble?: RegExp;
  /** Ends the part that outlives the process itself: a container outlives its client. */
  forceStop?(): Promise<void>;
  /** Lines of its log that say nothing about how it fares. */
  noise?: RegExp;
  died(death: Death): void;
}

/** A limit for hanging only: an end is noticed at once. */
const startMilliseconds = 120_000;
const stopMilliseconds = 15_000;
/** The probed server may log each probe, so a slow start is probed less often: a tenth of the time it took so far. */
const probePause = { least: 20, most: 500, share: 0.1 };
const troublePauseMilliseconds = 250;

/**
 * 1. At most one process at a time: start, stop, kill and restart run one after the other.
 * 2. An exit that none of them asked for is reported, once.
 * 3. A stop or kill that waits for a start ends it at once.
 */
export class LocalServer implements Server {
  readonly url: string;
  readonly source: Source;
  readonly describe: string;
  private current: ManagedProcess | undefined;
  private starting: ManagedProcess | undefined;
  private endsAsked = 0;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly definition: LocalServerDefinition) {
    this.url = definition.url;
    this.source = definition.source;
    this.describe = definition.describe;
  }

  /** Throws StackError; nothing is left running then. */
  start(): Promise<void> {
    return this.inTurn(() => this.launch());
  }

  stop(): Promise<void> {
    return this.endInTurn(this.definition.stopSignal);
  }

  kill(): Promise<void> {
    return this.endInTurn('SIGKILL');
  }

  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.end(this.definition.stopSignal);
      await this.launch();
    });
  }

  /** Stops, does `between` while nothing runs, and starts again. */
  restartWith(between: () => Promise<void>): Promise<void> {
    return this.inTurn(async () => {
      await this.end(this.definition.stopSignal);
      await between();
      await this.launch();
    });
  }

  private inTurn(operation: () => Promise<void>): Promise<void> {
    const done = this.last.then(operation);
    this.last = done.catch(() => undefined);
    return done;
  }

  private endInTurn(signal: NodeJS.Signals): Promise<void> {
    this.endsAsked += 1;
    this.starting?.signal(signal);
    return this.inTurn(() => {
      this.endsAsked -= 1;
      return this.end(signal);
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.current;
    if (!child) return;
    this.current = undefined;
    if (signal === 'SIGKILL') await this.definition.forceStop?.();
    await child.stop(signal, stopMilliseconds);
    await this.definition.forceStop?.();
  }

  private async launch(): Promise<void> {
    if (this.current?.running) return;
    const deadline = Date.now() + startMilliseconds;
    while (!(await this.launchOnce(deadline))) await sleep(troublePauseMilliseconds);
  }

  /** False when it gave up for a passing reason and there is time for another attempt. */
  private async launchOnce(deadline: number): Promise<boolean> {
    const { server, ports, passingTrouble } = this.definition;
    for (const port of ports) if (!(await isPortFree(port))) throw new PortInUseError(server, port);
    await this.definition.forceStop?.();
    const child = (this.starting = await this.spawn());
    const failure = await this.untilReady(child, deadline);
    this.starting = undefined;
    if (failure === undefined) {
      this.current = child;
      child.onDeath((death) => this.reportDeath(child, death));
      return true;
    }
    await child.stop('SIGKILL', 0);
    await this.definition.forceStop?.();
    if (child.said(/address already in use/i)) throw new PortInUseError(server, ports[0] as number);
    if (passingTrouble && child.said(passingTrouble) && Date.now() < deadline && this.endsAsked === 0) return false;
    throw new StackError(
      server,
      `${failure}; it said last: ${child.recentOutput ?? 'nothing'}`,
      `the whole story is in ${child.logPath}`,
    );
  }

  private spawn(): Promise<ManagedProcess> {
    const { server, dataFolder, command, noise } = this.definition;
    return ManagedProcess.start({
      name: server,
      dataFolder,
      command,
      orphanSignal: 'INT',
      ...(noise ? { noise } : {}),
    }).catch((error: Error) => {
      throw new StackError(
        server,
        `${command.executable} cannot be run (${error.message})`,
        'check that it is there and executable',
        { cause: error },
      );
    });
  }

  /** Undefined once it answers, else why it will not. */
  private async untilReady(child: ManagedProcess, deadline: number): Promise<string | undefined> {
    const begun = Date.now();
    while (child.running) {
      // An answer counts only while our process lives: another server may sit on the port.
      if ((await this.answers()) && child.running) return undefined;
      if (this.endsAsked > 0) return 'it was stopped while starting';
      if (Date.now() > deadline) return `it did not come up within ${startMilliseconds / 1_000} s`;
      await child.goneWithin(
        Math.min(probePause.most, Math.max(probePause.least, (Date.now() - begun) * probePause.share)),
      );
    }
    await child.exited;
    return 'it ended while starting';
  }

  private async answers(): Promise<boolean> {
    try {
      await this.definition.probe();
      return true;
    } catch {
      return false;
    }
  }

  private reportDeath(child: ManagedProcess, death: Death): void {
    if (this.current !== child) return;
    this.current = undefined;
    this.definition.died(death);
  }
}
