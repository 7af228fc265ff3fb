import type { LentDatabase, System } from '@arbiter/stack';
import type { Loan } from '@arbiter/stack/loans';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type LentSystem, USUAL_PROCESSES } from './lent-system';

/** What runs for a worker, by its kind. */
interface Running {
  readonly system: System;
  readonly database: LentDatabase;
}

/** Of one kind, by worker. The requests come from tests, at most one from each worker. */
type Loans<Kind extends Loan> = Map<string, Promise<Running[Kind]>>;

/**
 * Lends running systems, and databases with the schema, to the workers of a test run.
 * 1. A worker has at most one system and one Postgres, and gets them again for each of its files, one after the other.
 * 2. A lent system runs whole, and its vendor has forgotten the calls of earlier borrowers. A lent database is new.
 * 3. `close` stops everything that was ever started.
 */
export class Lender {
  private readonly systems: Loans<'system'> = new Map();
  private readonly databases: Loans<'database'> = new Map();
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
    await Promise.all([
      ...[...this.systems.keys()].map((worker) => discard(this.systems, worker)),
      ...[...this.databases.keys()].map((worker) => discard(this.databases, worker)),
    ]);
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, worker, loan] = String(url).split('/') as [string, string, Loan];
    try {
      if (method === 'DELETE')
        response.end(await (loan === 'system' ? discard(this.systems, worker) : discard(this.databases, worker)));
      else
        response.end(JSON.stringify(await (loan === 'system' ? this.lendSystem(worker) : this.lendDatabase(worker))));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  private async lendDatabase(worker: string): Promise<{ url: string }> {
    const running = await runningOf(this.databases, worker, async () => {
      const { LentDatabase: Built } = await import('@arbiter/stack');
      return Built.start(join(this.folder, worker, 'database'));
    });
    return { url: await running.lend() };
  }

  private async lendSystem(worker: string): Promise<LentSystem> {
    const running = await this.systems.get(worker);
    if (running && !isWhole(running)) await discard(this.systems, worker);
    const system = await runningOf(this.systems, worker, () => startSystem(join(this.folder, worker, 'system')));
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
}

/** The one that the worker has, or a new one. */
function runningOf<Kind extends Loan>(
  loans: Loans<Kind>,
  worker: string,
  start: () => Promise<Running[Kind]>,
): Promise<Running[Kind]> {
  const known = loans.get(worker);
  if (known) return known;
  const starting = start();
  loans.set(worker, starting);
  starting.catch(() => loans.delete(worker));
  return starting;
}

async function discard<Kind extends Loan>(loans: Loans<Kind>, worker: string): Promise<void> {
  const running = await loans.get(worker);
  loans.delete(worker);
  await running?.stop();
}

/** The built code is started, outside the sandbox of a test. */
async function startSystem(dataFolder: string): Promise<System> {
  const { System: Built } = await import('@arbiter/stack');
  return Built.start({
    dataFolder,
    throwaway: true,
    processes: USUAL_PROCESSES,
    environment: { ARBITER_RATE_PER_MINUTE: '0' },
  });
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
