import type { App } from '@arbiter/contracts';
import { openDatabase, SERVICE_POOL, JointWriter } from '@arbiter/store';
import { Handover } from '../bus';
import { AdminServer, processMetrics } from '../observability';
import { integer } from '../configuration';
import { Alarm } from '../health';

const PREFIX = 'ARBITER_';
/** that services of a process append together with */
const CONNECTIONS = 3;

/**
 * The parts that the services of one process share: its environment, its admin port and, when there are several
 * services, the handover of events among them and their joint writer. Its owner closes it, after the services.
 */
export class ServiceHost {
  readonly alarm = new Alarm();

  /** among several services */
  readonly handover: Handover | null;

  private constructor(
    readonly admin: AdminServer,
    readonly services: number,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly writer: JointWriter | null,
  ) {
    this.handover = services > 1 ? new Handover(writer) : null;
  }

  /** Answers probes from now on: alive, and not ready before as many services as `services` are. */
  static async open(name: string, services: number, environment: NodeJS.ProcessEnv): Promise<ServiceHost> {
    const admin = new AdminServer(services);
    admin.measure(processMetrics(name));
    await admin.listen(
      integer(environment, 'ARBITER_ADMIN_PORT', 0, 0, 65_535),
      environment['ARBITER_ADMIN_HOST'] ?? '127.0.0.1',
    );
    return new ServiceHost(admin, services, environment, services > 1 ? writerOf(name, environment) : null);
  }

  /** The environment of a service: for the router, `ARBITER_ROUTER_X` overrides `ARBITER_X`. */
  environmentOf(app: App): NodeJS.ProcessEnv {
    const own = ownPrefix(app);
    const named = Object.entries(this.environment).filter(([name]) => name.startsWith(own));
    return {
      ...this.environment,
      ...Object.fromEntries(named.map(([name, value]) => [PREFIX + name.slice(own.length), value])),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.admin.close(), this.writer?.close()]);
  }
}

/** `ARBITER_POSTGRES_URL` is the process's own access, with which its services append together. */
function writerOf(name: string, { ARBITER_POSTGRES_URL: url }: NodeJS.ProcessEnv): JointWriter | null {
  return url === undefined ? null : new JointWriter(openDatabase(url, name, CONNECTIONS, SERVICE_POOL));
}

/** How the variables begin that are for one service of a process alone. */
export const ownPrefix = (app: App): string => `${PREFIX}${app.toUpperCase().replaceAll('-', '_')}_`;
