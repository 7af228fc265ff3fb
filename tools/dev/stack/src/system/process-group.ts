import { type ReadyMessage, type ServiceOptions, type ServiceProcess, startService } from '../process/service-process';

export interface Member {
  readonly process: ServiceProcess;
  readonly ready: ReadyMessage;
}

/**
 * Processes of ours that are stopped together.
 * 1. Whatever was started is stopped by `stop`, ready or not.
 * 2. Once `stop` has begun nothing is started.
 */
export class ProcessGroup {
  private readonly processes = new Set<ServiceProcess>();
  private isStopped = false;

  /** Returns when it is ready; throws, with nothing left of it, when it does not become so. */
  async start(options: ServiceOptions): Promise<Member> {
    this.refuseWhenStopped(options.name);
    const child = await startService(options);
    this.processes.add(child);
    void child.exited.then(() => this.processes.delete(child));
    try {
      this.refuseWhenStopped(options.name);
      return { process: child, ready: await child.ready };
    } catch (error) {
      await child.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.processes].map((child) => child.stop()));
  }

  /** The processes of that name, ready or not. */
  named(name: string): readonly ServiceProcess[] {
    return [...this.processes].filter((child) => child.name === name);
  }

  private refuseWhenStopped(name: string): void {
    if (this.isStopped) throw new Error(`${name} is not started: everything stops`);
  }
}
