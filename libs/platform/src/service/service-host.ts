import type { App } from '@arbiter/contracts';
import { Handover } from '../bus';
import { AdminServer, processMetrics } from '../observability';
import { integer } from '../configuration';
import { Alarm } from '../health';

const PREFIX = 'ARBITER_';

/**
 * What the services of one process share: its environment, its admin port, and, when there are several, the handing over of events
 * among them. Its owner closes it, after the services.
 */
export class ServiceHost {
  readonly alarm = new Alarm();

  private constructor(
    readonly handover: Handover | null,
    readonly admin: AdminServer,
    readonly services: number,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Answers probes from now on: alive, and not ready before as many services as `services` are. */
  static async open(name: string, services: number, environment: NodeJS.ProcessEnv): Promise<ServiceHost> {
    const admin = new AdminServer(services);
    admin.measure(processMetrics(name));
    await admin.listen(
      integer(environment, 'ARBITER_ADMIN_PORT', 0, 0, 65_535),
      environment['ARBITER_ADMIN_HOST'] ?? '127.0.0.1',
    );
    return new ServiceHost(services > 1 ? new Handover() : null, admin, services, environment);
  }

  /** What a service is told: `ARBITER_ROUTER_X` stands, for the router alone, over `ARBITER_X`. */
  environmentOf(app: App): NodeJS.ProcessEnv {
    const own = ownPrefix(app);
    const named = Object.entries(this.environment).filter(([name]) => name.startsWith(own));
    return {
      ...this.environment,
      ...Object.fromEntries(named.map(([name, value]) => [PREFIX + name.slice(own.length), value])),
    };
  }

  close(): Promise<void> {
    return this.admin.close();
  }
}

/** How the variables begin that are for one service of a process alone. */
export const ownPrefix = (app: App): string => `${PREFIX}${app.toUpperCase().replaceAll('-', '_')}_`;
