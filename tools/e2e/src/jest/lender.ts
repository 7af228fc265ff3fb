import type { System } from '@arbiter/stack';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type LentSystem, USUAL_PROCESSES } from './lent-system';

/** The requests come from tests, at most one from each worker. */
type Loans = Map<string, Promise<System>>;

/**
 * Lends running systems to the workers of a test run, one each.
 * 1. A worker has at most one system, and gets it again for each of its files, one after the other.
 * 2. A lent system runs whole, and its vendor has forgotten the calls of earlier borrowers.
 * 3. `close` stops every system that was ever started.
 */
export class Lender {
  private readonly loans: Loans = new Map();
  private readonly server: Server;

  private constructor(private readonly folder: string) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async open(folder: string): Promise<Lender> {
    const lender = new Lender(folder);
    await new Promise<void>((resolve) => lender.server.listen(0, '127.0.0.1', resolve));
    return lender;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await Promise.all([...this.loans.keys()].map((worker) => this.discard(worker)));
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const worker = String(url).slice(1);
    try {
      response.end(method === 'DELETE' ? await this.discard(worker) : JSON.stringify(await this.lend(worker)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  private async lend(worker: string): Promise<LentSystem> {
    const running = await this.loans.get(worker);
    if (running && !isWhole(running)) await this.discard(worker);
    const system = await (this.loans.get(worker) ?? this.start(worker));
    await forgetAtVendor(system);
    const {
      httpUrl,
      vendorUrl,
      stack: { postgres, nats },
      options: { dataFolder },
    } = system;
    return {
      httpUrl,
      vendorUrl,
      stack: { postgres: { url: postgres.url }, nats: { url: nats.url } },
      options: { dataFolder },
      environment: system.environmentOf(null),
    };
  }

  private start(worker: string): Promise<System> {
    const starting = this.startIn(join(this.folder, worker));
    this.loans.set(worker, starting);
    starting.catch(() => this.loans.delete(worker));
    return starting;
  }

  /** The built code is started, outside the sandbox of a test. */
  private async startIn(dataFolder: string): Promise<System> {
    const { System: Built } = await import('@arbiter/stack');
    return Built.start({
      dataFolder,
      throwaway: true,
      processes: USUAL_PROCESSES,
      environment: { ARBITER_RATE_PER_MINUTE: '0' },
    });
  }

  private async discard(worker: string): Promise<void> {
    const system = await this.loans.get(worker);
    this.loans.delete(worker);
    await system?.stop();
  }
}

const isWhole = ({ services, vendor }: System): boolean =>
  vendor?.running === true && services.every(({ process }) => process.running);

async function forgetAtVendor({ vendorUrl }: System): Promise<void> {
  for (const what of ['faults', 'ledger', 'requests']) {
    const response = await fetch(`${vendorUrl}/_sandbox/${what}`, {
      method: 'DELETE',
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`the vendor kept its ${what}: ${response.status}`);
  }
}
