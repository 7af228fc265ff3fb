import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Outage } from '../dependencies';

export interface Health {
  started: boolean;
  /** it takes work, as far as it depends on itself */
  ready: boolean;
  /** what it stands on and is away */
  outages?: () => readonly Outage[];
}

/** The answer to whether it takes work: everything it stands on is as it is needed. */
export function readiness({ ready, outages }: Health): { readonly status: 200 | 503; readonly body: string } {
  const problems = (outages?.() ?? []).map(({ part, detail }) => ({ part, detail }));
  const isReady = ready && problems.length === 0;
  return { status: isReady ? 200 : 503, body: JSON.stringify({ ready: isReady, problems }) };
}

/** Probes and metrics on a port of their own. `/livez` depends on nothing; the owner closes it. */
export class AdminServer {
  private readonly server: Server;

  constructor(registry: Registry, health: Health) {
    this.server = createServer((request, response) => {
      const answer = (code: number, body: string, type = 'text/plain') => response.writeHead(code, { 'content-type': type }).end(body);
      switch (request.url?.split('?')[0]) {
        case '/livez': return answer(200, 'ok');
        case '/readyz': {
          const { status, body } = readiness(health);
          return answer(status, body, 'application/json');
        }
        case '/startupz': return answer(health.started ? 200 : 503, health.started ? 'ok' : 'starting');
        case '/metrics': return void registry.metrics().then((body) => answer(200, body, registry.contentType), () => answer(500, 'metrics failed'));
        default: return answer(404, 'try /livez, /readyz, /startupz or /metrics');
      }
    });
    this.server.requestTimeout = 5_000;
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}
