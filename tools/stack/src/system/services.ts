import { join } from 'node:path';
import { APPS, type App } from '@arbiter/contracts';
import type { Supervisor } from '../supervision/supervisor';
import { Crew, type Member } from './crew';
import { environmentOf, type Surroundings } from './environment';
import type { RunningService } from './options';
import { ROOT } from './root';

/** A limit for hanging only: what ends is noticed at once, and a busy machine takes its time. */
const PATIENCE_MILLISECONDS = 240_000;

/** What a process is started with, again and again. */
interface Role {
  readonly replica: number;
  readonly overrides: NodeJS.ProcessEnv;
}

/** The seven services: a process each, or more. */
export class Services {
  readonly running: RunningService[] = [];
  private readonly roles = new Map<RunningService, Role>();
  private readonly crew = new Crew();

  constructor(private readonly surroundings: Surroundings, private readonly supervisor: Supervisor | null) {}

  /** Waits for every one of them, so that whoever stops the system after a failure stops them all. */
  async startAll(): Promise<void> {
    const { replicas, report } = this.surroundings.options;
    const starts = APPS.flatMap((app) => Array.from({ length: replicas?.[app] ?? 1 }, async (_, index) => {
      const { name } = await this.start(app, index);
      report?.(`${name} is up`);
    }));
    const failure = (await Promise.allSettled(starts)).find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async start(app: App, replica = 0, overrides: NodeJS.ProcessEnv = {}, build = ROOT): Promise<RunningService> {
    const name = replica === 0 ? app : `${app}-${replica + 1}`;
    const launch = () => this.launch(app, name, { replica, overrides }, build);
    const service: RunningService = { app, name, ...asRunning(await launch()) };
    this.running.push(service);
    this.roles.set(service, { replica, overrides });
    this.watch(service, launch);
    return service;
  }

  /** Tells one process to stop and starts it in its place as another release has it; without a folder, as this one. */
  async roll(service: RunningService, build = ROOT): Promise<void> {
    const { app, name } = service;
    const launch = () => this.launch(app, name, this.roles.get(service)!, build);
    this.supervisor?.release(name);
    for (const process of this.crew.named(name)) await process.stop();
    Object.assign(service, asRunning(await launch()));
    this.watch(service, launch);
  }

  /** Ends every process of the service, the way it is told to; none of them comes back. */
  async end(app: App, how: 'kill' | 'stop'): Promise<void> {
    for (const service of this.running.filter((candidate) => candidate.app === app)) {
      this.supervisor?.release(service.name);
      for (const process of this.crew.named(service.name)) await process[how]();
      this.running.splice(this.running.indexOf(service), 1);
    }
  }

  async stop(): Promise<void> {
    this.running.splice(0);
    await this.crew.stop();
  }

  private async launch(app: App, name: string, { replica, overrides }: Role, build: string): Promise<Member> {
    const { surroundings } = this;
    const member = await this.crew.start({
      name,
      script: join(build, 'apps', app, 'dist/main.js'),
      dataFolder: surroundings.options.dataFolder,
      environment: { ...environmentOf(app, surroundings), ARBITER_HTTP_PORT: String(replica === 0 ? surroundings.httpPort : 0), ...overrides },
      readyMilliseconds: PATIENCE_MILLISECONDS,
    });
    if (app === 'ingress' && replica === 0) surroundings.httpPort = Number(member.ready['port']);
    return member;
  }

  private watch(service: RunningService, launch: () => Promise<Member>): void {
    const start = async (): Promise<void> => {
      Object.assign(service, asRunning(await launch()));
      this.watch(service, launch);
    };
    service.process.onDeath((death) => this.supervisor?.died({ name: service.name, start }, death));
  }
}

const asRunning = ({ process, ready }: Member): Pick<RunningService, 'process' | 'adminPort'> => ({ process, adminPort: Number(ready['adminPort'] ?? 0) });
