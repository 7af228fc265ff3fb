import { join } from 'node:path';
import { APPS, type App } from '@arbiter/contracts';
import { currentBundle } from '../bundle/current-bundle';
import type { ServiceOptions } from '../process/service-process';
import type { Supervisor } from '../supervision/supervisor';
import { ProcessGroup, type Member } from './process-group';
import { KEEPS_COMPILED, environmentOf, environmentOfAll, type ServiceEnvironment } from './environment';
import type { RunningService } from './options';
import { ROOT } from './root';

/** A limit for hanging only: an end is noticed at once, and a busy machine takes its time. */
const PATIENCE_MILLISECONDS = 240_000;

/** The services of a process. */
interface Host {
  readonly name: string;
  readonly apps: readonly App[];
  /** the folder of its app */
  readonly folder: string;
}

const EVERYTHING: Host = { name: 'services', apps: APPS, folder: 'all' };

/** The parameters with which a process is started, again and again. */
interface Role {
  readonly host: Host;
  readonly replica: number;
  readonly overrides: NodeJS.ProcessEnv;
}

/** The seven services: all in one process, or a process each, or more. */
export class Services {
  readonly running: RunningService[] = [];
  private readonly roles = new Map<RunningService, Role>();
  private readonly group = new ProcessGroup();

  constructor(
    private readonly surroundings: ServiceEnvironment,
    private readonly supervisor: Supervisor | null,
  ) {}

  /** Waits for every one of them, so that stopping the system after a failure stops them all. */
  async startAll(): Promise<void> {
    const { report } = this.surroundings.options;
    const starts = this.wanted().map(async ([app, replica]) => {
      const { name, apps } = await this.start(app, replica);
      report?.(`${name} ${apps.length > 1 ? 'are' : 'is'} up`);
    });
    const failure = (await Promise.allSettled(starts)).find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async start(app: App, replica = 0, overrides: NodeJS.ProcessEnv = {}, build = ROOT): Promise<RunningService> {
    const role = { host: this.hostOf(app, replica), replica, overrides };
    const launch = () => this.launch(role, build);
    const service: RunningService = { apps: role.host.apps, name: role.host.name, ...asRunning(await launch()) };
    this.running.push(service);
    this.roles.set(service, role);
    this.watch(service, launch);
    return service;
  }

  /** Stops one process and starts it again from another release's build; without a folder, from this one. */
  async roll(service: RunningService, build = ROOT): Promise<void> {
    const { name } = service;
    const launch = () => this.launch(this.roles.get(service)!, build);
    this.supervisor?.release(name);
    for (const process of this.group.named(name)) await process.stop();
    Object.assign(service, asRunning(await launch()));
    this.watch(service, launch);
  }

  /** Ends every process that hosts the service, by the given means; none of them comes back. */
  async end(app: App, how: 'kill' | 'stop'): Promise<void> {
    for (const service of this.running.filter((candidate) => candidate.apps.includes(app))) {
      this.supervisor?.release(service.name);
      for (const process of this.group.named(service.name)) await process[how]();
      this.running.splice(this.running.indexOf(service), 1);
    }
  }

  async stop(): Promise<void> {
    this.running.splice(0);
    await this.group.stop();
  }

  private wanted(): readonly (readonly [App, number])[] {
    const { replicas } = this.surroundings.options;
    if (this.isOne) return [['ingress', 0]];
    return APPS.flatMap((app) =>
      Array.from({ length: replicas?.[app] ?? 1 }, (_, replica): [App, number] => [app, replica]),
    );
  }

  private get isOne(): boolean {
    return this.surroundings.options.processes === 'one';
  }

  private hostOf(app: App, replica: number): Host {
    if (replica === 0 && this.isOne) return EVERYTHING;
    return { name: replica === 0 ? app : `${app}-${replica + 1}`, apps: [app], folder: app };
  }

  private async launch({ host: { name, apps, folder }, replica, overrides }: Role, build: string): Promise<Member> {
    const { surroundings } = this;
    const environment = apps.length > 1 ? environmentOfAll(surroundings) : environmentOf(apps[0]!, surroundings);
    return this.group.start({
      name,
      ...(await scriptOf(folder, build)),
      dataFolder: surroundings.options.dataFolder,
      environment: {
        ...environment,
        ...(build === ROOT ? {} : KEEPS_COMPILED),
        ARBITER_HTTP_PORT: String(replica === 0 ? surroundings.httpPort : 0),
        ...overrides,
      },
      readyMilliseconds: PATIENCE_MILLISECONDS,
    });
  }

  private watch(service: RunningService, launch: () => Promise<Member>): void {
    const start = async (): Promise<void> => {
      Object.assign(service, asRunning(await launch()));
      this.watch(service, launch);
    };
    service.process.onDeath((death) => this.supervisor?.died({ name: service.name, start }, death));
  }
}

/** Another release is run as it was compiled. */
async function scriptOf(folder: string, build: string): Promise<Pick<ServiceOptions, 'script' | 'arguments'>> {
  if (build !== ROOT) return { script: join(build, 'apps', folder, 'dist/main.js') };
  return { script: await currentBundle(), arguments: [folder] };
}

const asRunning = ({ process, ready }: Member): Pick<RunningService, 'process' | 'adminPort'> => ({
  process,
  adminPort: Number(ready['adminPort'] ?? 0),
});
