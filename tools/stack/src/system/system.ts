import { join, resolve } from 'node:path';
import { APPS, type App } from '@arbiter/contracts';
import { loginOf, prepareDatabase } from '@arbiter/platform';
import { secretOf } from '../folder/data-folder';
import { startService, type ServiceProcess } from '../process/service-process';
import { startStack } from '../stack';
import type { Stack, StackProgress } from '../types';
import { natsAuthorization } from './authorization';

const ROOT = resolve(__dirname, '../../../..');
const PATIENCE_MILLISECONDS = 60_000;

export interface SystemOptions {
  readonly dataFolder: string;
  readonly throwaway?: boolean;
  readonly httpPort?: number;
  /** what is passed to every service, over its own */
  readonly environment?: NodeJS.ProcessEnv;
  /** how many processes of each service; default one */
  readonly replicas?: Partial<Record<App, number>>;
  /** folders of the tenants to activate; default the demo tenant */
  readonly tenants?: readonly string[];
  readonly vendorPort?: number;
  /** what callers on this machine send to ingress, when it asks for a key */
  readonly apiKey?: string;
  readonly report?: (line: string) => void;
}

export interface RunningService {
  readonly app: App;
  readonly name: string;
  process: ServiceProcess;
  adminPort: number;
}

/** The whole of Arbiter on one machine: servers, migrations, artifacts, sandbox vendor and the seven services. */
export class System {
  readonly services: RunningService[] = [];
  vendor: ServiceProcess | null = null;
  vendorUrl = '';
  /** where ingress listens; without one in the options it takes a free one, and keeps it */
  httpPort: number;
  activated: readonly string[] = [];

  private constructor(readonly options: SystemOptions, readonly stack: Stack) {
    this.httpPort = options.httpPort ?? 0;
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  /** Starts everything or, when something does not come up, stops what was started and throws. */
  static async start(options: SystemOptions): Promise<System> {
    const system = await System.servers(options);
    try {
      await system.startVendor();
      await system.startApps();
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /** Servers, schema and artifacts only; for tools that work on the data. */
  static async servers(options: SystemOptions): Promise<System> {
    const report = options.report ?? (() => undefined);
    const stack = await startStack({
      dataFolder: options.dataFolder,
      throwaway: options.throwaway,
      report: (line: StackProgress) => {
        if (line.state !== 'skipped' && line.state !== 'starting') report(`${line.text}${line.state === 'fetching' ? '…' : ''}`);
      },
      natsConfiguration: () => natsAuthorization(options.dataFolder, options.tenants),
    });
    const system = new System(options, stack);
    try {
      system.activated = await prepareDatabase({
        ownerUrl: stack.postgres.url, report, tenants: options.tenants ?? [join(ROOT, 'deploy/tenants/shop')],
        passwordOf: (app) => secretOf(options.dataFolder, `postgres-${app}`),
      });
    } catch (error) {
      await stack.stop();
      throw error;
    }
    return system;
  }

  /** What a process of `app` is given. Without an app: the owner's own access, for tools. */
  environmentOf(app: App | null): NodeJS.ProcessEnv {
    const { dataFolder } = this.options;
    const postgres = new URL(this.stack.postgres.url);
    if (app) {
      postgres.username = loginOf(app);
      postgres.password = secretOf(dataFolder, `postgres-${app}`);
    }
    return {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: process.env.NODE_ENV,
      ARBITER_POSTGRES_URL: postgres.href,
      ARBITER_NATS_URL: this.stack.nats.url,
      ARBITER_NATS_USER: app ?? 'operator',
      ARBITER_NATS_PASSWORD: secretOf(dataFolder, `nats-${app ?? 'operator'}`),
      ARBITER_REDIS_URL: this.stack.redis.url,
      ARBITER_MASTER_KEY: Buffer.from(secretOf(dataFolder, 'master-key'), 'hex').toString('base64'),
      ARBITER_HTTP_PORT: String(this.httpPort),
      ARBITER_SHOP_URL: this.vendorUrl,
      ARBITER_SHOP_LINK_PAGE: `${this.vendorUrl}/link`,
      ...this.options.environment,
    };
  }

  /** Waits for every one of them, so that whoever stops the system after a failure stops them all. */
  private async startApps(): Promise<void> {
    const replicas = APPS.flatMap((app) => Array.from({ length: this.options.replicas?.[app] ?? 1 }, (_, index) => this.startApp(app, index)));
    const failure = (await Promise.allSettled(replicas)).find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** `overrides` are passed over everything else, for tests that put something between a service and its servers. */
  async startApp(app: App, replica = 0, overrides: NodeJS.ProcessEnv = {}): Promise<RunningService> {
    const name = replica === 0 ? app : `${app}-${replica + 1}`;
    const child = await startService({
      name,
      script: join(ROOT, 'apps', app, 'dist/main.js'),
      dataFolder: this.options.dataFolder,
      environment: { ...this.environmentOf(app), ARBITER_HTTP_PORT: String(replica === 0 ? this.httpPort : 0), ...overrides },
      readyMilliseconds: PATIENCE_MILLISECONDS,
    });
    const ready = await child.ready.catch(async (error: unknown) => {
      await child.stop();
      throw error;
    });
    if (app === 'ingress' && replica === 0) this.httpPort = Number(ready['port']);
    const service: RunningService = { app, name, process: child, adminPort: Number(ready['adminPort'] ?? 0) };
    this.services.push(service);
    this.options.report?.(`${name} is up`);
    return service;
  }

  /** SIGKILL: no clean-up, no goodbye. */
  async kill(app: App): Promise<void> {
    for (const service of this.services.filter((candidate) => candidate.app === app)) {
      await service.process.kill();
      this.services.splice(this.services.indexOf(service), 1);
    }
  }

  async stopApp(app: App): Promise<void> {
    for (const service of this.services.filter((candidate) => candidate.app === app)) {
      await service.process.stop();
      this.services.splice(this.services.indexOf(service), 1);
    }
  }

  async startVendor(): Promise<void> {
    this.vendor = await startService({
      name: 'sandbox-vendor',
      script: join(ROOT, 'tools/sandbox-vendor/dist/main.js'),
      dataFolder: this.options.dataFolder,
      environment: {
        PATH: process.env.PATH,
        SANDBOX_DATA: join(this.options.dataFolder, 'sandbox-vendor'),
        ...(this.httpPort > 0 ? { SANDBOX_ARBITER_URL: this.httpUrl, SANDBOX_ARBITER_KEY: this.options.apiKey ?? '' } : {}),
        ...(this.options.vendorPort ? { SANDBOX_PORT: String(this.options.vendorPort) } : {}),
      },
    });
    this.vendorUrl = String((await this.vendor.ready)['url']);
    this.options.report?.(`sandbox vendor is up at ${this.vendorUrl}`);
  }

  /** Services first, then the vendor, then the servers; safe to call twice. */
  async stop(): Promise<void> {
    await Promise.all(this.services.splice(0).map((service) => service.process.stop()));
    await this.vendor?.stop();
    await this.stack.stop();
  }
}
