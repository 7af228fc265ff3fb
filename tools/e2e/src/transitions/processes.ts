import type { App } from '@arbiter/contracts';
import { freePort, type RunningService } from '@arbiter/stack';
import { FaultProxy } from '../fault-proxy';
import { eventually, type TestSystem } from '../test-system';
import type { Trap, Point } from './trap';

const PATIENCE_MILLISECONDS = 180_000;

interface Watched {
  readonly app: App;
  readonly replica: number;
  readonly proxy: FaultProxy;
  /** where ingress listens, each time it is started */
  readonly httpPort: number;
  service: RunningService;
  starting: Promise<void>;
}

/** Processes of the deciding services, each behind a proxy to Postgres that the test controls. */
export class Processes {
  private readonly all: Watched[] = [];

  private constructor(
    private readonly arbiter: TestSystem,
    private readonly overrides: NodeJS.ProcessEnv,
  ) {}

  static async start(
    arbiter: TestSystem,
    replicas: Readonly<Partial<Record<App, number>>>,
    overrides: NodeJS.ProcessEnv,
  ): Promise<Processes> {
    const processes = new Processes(arbiter, overrides);
    const wanted = (Object.entries(replicas) as [App, number][]).flatMap(([app, count]) =>
      Array.from({ length: count }, (_, replica) => ({ app, replica })),
    );
    await Promise.all(wanted.map(({ app, replica }) => processes.add(app, replica)));
    return processes;
  }

  /** Where ingress is to be asked: one of its processes may just be starting again. */
  get ingressUrls(): readonly string[] {
    return this.all.filter(({ app }) => app === 'ingress').map(({ httpPort }) => `http://127.0.0.1:${httpPort}`);
  }

  /**
   * The process of `app` that comes to append this event, held there: its append undelivered, or committed and
   * unanswered.
   */
  async heldAt(app: App, trap: Trap, point: Point): Promise<Watched> {
    const own = this.all.filter((watched) => watched.app === app);
    for (const { proxy } of own) proxy[point === 'before' ? 'holdFrom' : 'holdAnswerTo'](trap.marker);
    return eventually(
      `${app} to be held at its append`,
      async () => own.find(({ proxy }) => proxy.holding > 0),
      PATIENCE_MILLISECONDS,
    );
  }

  /** SIGKILL; its data on the way is lost with it. Another process is started, and not waited for. */
  async kill(held: Watched): Promise<void> {
    await held.service.process.kill();
    held.proxy.drop();
    held.starting = this.launch(held).then((service) => {
      held.service = service;
    });
    held.starting.catch(() => undefined);
  }

  /** Throws when one did not come back. */
  async settled(): Promise<void> {
    await Promise.all(this.all.map(({ starting }) => starting));
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ proxy }) => proxy.close()));
  }

  private async add(app: App, replica: number): Promise<void> {
    const proxy = await FaultProxy.before(this.arbiter.system.environmentOf(app)['ARBITER_POSTGRES_URL']!);
    const httpPort = replica === 0 ? this.arbiter.system.httpPort : await freePort();
    const place = { app, replica, proxy, httpPort };
    this.all.push({ ...place, service: await this.launch(place), starting: Promise.resolve() });
  }

  private launch({
    app,
    replica,
    proxy,
    httpPort,
  }: Pick<Watched, 'app' | 'replica' | 'proxy' | 'httpPort'>): Promise<RunningService> {
    const url = proxy.urlFor(this.arbiter.system.environmentOf(app)['ARBITER_POSTGRES_URL']!);
    return this.arbiter.system.startApp(app, replica, {
      ...this.overrides,
      ARBITER_POSTGRES_URL: url,
      ARBITER_HTTP_PORT: String(httpPort),
    });
  }
}
