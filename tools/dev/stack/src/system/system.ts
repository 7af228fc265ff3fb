import type { App } from '@arbiter/contracts';
import { currentBundle } from '../bundle/current-bundle';
import { defaultPackagesFolder } from '../folder/data-folder';
import type { ServiceProcess } from '../process/service-process';
import { pidOf } from '../process/process-records';
import { RESTART_LIMITS } from '../supervision/death-count';
import { HungBroker } from '../supervision/hung-broker';
import { Supervisor } from '../supervision/supervisor';
import type { Stack } from '../types';
import { environmentOf, type ServiceEnvironment } from './environment';
import { KeptEmbeddings } from './kept-embeddings';
import type { RunningService, SystemOptions } from './options';
import { type Servers, startServers } from './servers';
import { Services } from './services';
import { Vendor } from './vendor';

/** The whole of Arbiter on one machine: servers, migrations, artifacts, sandbox vendor and the seven services. */
export class System implements ServiceEnvironment {
  readonly stack: Stack;
  readonly activated: readonly string[];
  readonly httpPort: number;
  readonly vendorPort: number;
  private readonly apps: Services;
  private readonly outside: Vendor;
  private readonly hungBroker: HungBroker | null;
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly options: SystemOptions,
    { stack, activated, httpPort, vendorPort }: Servers,
    private readonly supervisor: Supervisor | null,
  ) {
    this.stack = stack;
    this.activated = activated;
    this.httpPort = httpPort;
    this.vendorPort = vendorPort;
    this.apps = new Services(this, supervisor);
    this.outside = new Vendor(this, supervisor);
    this.hungBroker = supervisor ? this.watchBroker() : null;
    options.signal?.addEventListener('abort', () => void this.stop().catch(() => undefined), { once: true });
  }

  /** Starts everything or, when a part does not come up, stops the started parts and throws. */
  static async start(options: SystemOptions): Promise<System> {
    // The services' file is made while the servers start. The start of a service waits for it and throws its error.
    void currentBundle().catch(() => undefined);
    const system = await System.servers(options);
    const { url } = system.stack.postgres;
    const embeddings = new KeptEmbeddings(defaultPackagesFolder());
    try {
      options.signal?.throwIfAborted();
      await Promise.all([system.startVendor(), embeddings.bring(url)]);
      await system.apps.startAll();
      await embeddings.take(url);
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /** Servers, schema and artifacts only; for tools that work on the data. */
  static async servers(options: SystemOptions): Promise<System> {
    const limits = options.supervise === true ? RESTART_LIMITS : options.supervise;
    const supervisor = limits ? new Supervisor(options.report ?? (() => undefined), limits) : null;
    return new System(options, await startServers(options, supervisor), supervisor);
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  get vendorUrl(): string {
    return `http://127.0.0.1:${this.vendorPort}`;
  }

  get services(): readonly RunningService[] {
    return this.apps.running;
  }

  get vendor(): ServiceProcess | null {
    return this.outside.process;
  }

  /** Resolves with a message when a part died too often to be started again; never, where nothing is supervised. */
  get gaveUp(): Promise<string> {
    return this.supervisor?.gaveUp ?? new Promise(() => undefined);
  }

  /** Whether a service or server is known to be away and is being brought back. */
  isAway(name: string): boolean {
    return this.supervisor?.isAway(name) ?? false;
  }

  /** The environment of a process of `app`. Without an app: the owner's own access, for tools. */
  environmentOf(app: App | null): NodeJS.ProcessEnv {
    return environmentOf(app, this);
  }

  /**
   * `overrides` are passed over everything else, for tests that put something between a service and its servers;
   * `build` is the folder of another release.
   */
  startApp(app: App, replica = 0, overrides: NodeJS.ProcessEnv = {}, build?: string): Promise<RunningService> {
    return this.apps.start(app, replica, overrides, build);
  }

  /**
   * Stops a process and starts it in its place from the folder of another release; without `build`, from this release.
   */
  roll(service: RunningService, build?: string): Promise<void> {
    return this.apps.roll(service, build);
  }

  /** SIGKILL: no clean-up, no goodbye, and no supervisor that starts it again. */
  kill(app: App): Promise<void> {
    return this.apps.end(app, 'kill');
  }

  stopApp(app: App): Promise<void> {
    return this.apps.end(app, 'stop');
  }

  async startVendor(): Promise<void> {
    await this.outside.start();
    this.options.report?.(`sandbox vendor is up at ${this.vendorUrl}`);
  }

  /** Services first, then the vendor, then the servers; safe to call twice, and while it starts. */
  stop(): Promise<void> {
    return (this.stopping ??= this.stopAll());
  }

  /** Null where the broker is not ours. */
  private watchBroker(): HungBroker | null {
    const {
      options: { dataFolder, report = () => undefined },
      stack: { nats },
    } = this;
    if (nats.monitorUrl === undefined) return null;
    const hungBroker = new HungBroker({
      monitorUrl: nats.monitorUrl,
      freeBytes: async () => nats.freeBytes?.() ?? Infinity,
      tell: report,
      end: () => process.kill(pidOf(dataFolder, 'nats'), 'SIGKILL'),
    });
    void hungBroker.watch();
    return hungBroker;
  }

  private async stopAll(): Promise<void> {
    this.hungBroker?.stop();
    const quiet = this.supervisor?.stop();
    await this.apps.stop();
    await this.outside.stop();
    await this.stack.stop();
    await quiet;
  }
}
