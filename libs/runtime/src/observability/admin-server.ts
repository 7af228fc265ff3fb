import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outage } from '@arbiter/resilience';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';

export interface Health {
  started: boolean;
  /** the service takes work, as far as it depends on itself */
  ready: boolean;
  /** the dependencies that are away */
  outages?: () => readonly Outage[];
}

export interface Readiness {
  readonly status: 200 | 503;
  readonly body: string;
}

/** The answer of the readiness probe for all of these: ready when each takes work and all their dependencies work. */
export function readiness(healths: readonly Health[]): Readiness {
  const problems = new Map(
    healths.flatMap(({ outages }) => outages?.() ?? []).map(({ part, detail }) => [part, { part, detail }]),
  );
  const isReady = healths.every(({ ready }) => ready) && problems.size === 0;
  return { status: isReady ? 200 : 503, body: JSON.stringify({ ready: isReady, problems: [...problems.values()] }) };
}

/** Probes and metrics of a process, on a port of their own. `/livez` depends on nothing; the owner closes it. */
export class AdminServer {
  private readonly healths: Health[] = [];
  private readonly registries: Registry[] = [];
  private readonly server: Server;

  /** Ready once as many services as `services` have been added and are. */
  constructor(private readonly services: number) {
    this.server = createServer((request, response) => {
      const answer = (code: number, body: string, type = 'text/plain') =>
        response.writeHead(code, { 'content-type': type }).end(body);
      switch (request.url?.split('?')[0]) {
        case '/livez':
          return answer(200, 'ok');
        case '/readyz': {
          const { status, body } = this.readiness;
          return answer(status, body, 'application/json');
        }
        case '/startupz':
          return answer(this.isStarted ? 200 : 503, this.isStarted ? 'ok' : 'starting');
        case '/metrics':
          return void this.metrics().then(
            (body) => answer(200, body, 'text/plain; version=0.0.4; charset=utf-8'),
            () => answer(500, 'metrics failed'),
          );
        default:
          return answer(404, 'try /livez, /readyz, /startupz or /metrics');
      }
    });
    this.server.requestTimeout = 5_000;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private get readiness(): Readiness {
    return readiness(
      this.healths.length < this.services ? [...this.healths, { started: false, ready: false }] : this.healths,
    );
  }

  /** A service of this process. */
  add(health: Health, registry: Registry): void {
    this.healths.push(health);
    this.registries.push(registry);
  }

  /** Metrics of the process itself. */
  measure(registry: Registry): void {
    this.registries.push(registry);
  }

  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return this.port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private get isStarted(): boolean {
    return this.healths.length >= this.services && this.healths.every(({ started }) => started);
  }

  private async metrics(): Promise<string> {
    const all = (await Promise.all(this.registries.map((registry) => registry.getMetricsAsJSON()))) as MetricObject[][];
    return AggregatorRegistry.aggregate(all).metrics();
  }
}
