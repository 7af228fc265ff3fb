import type { ArbiterAccess } from './arbiter';
import { Books } from './books';
import { Ledger } from './ledger';
import { makeShop } from './make-shop';
import { makeServer } from './server';
import { makeStudio } from './studio/make-studio';

export interface VendorOptions {
  /** 0, the default, takes a free one */
  readonly port?: number;
  readonly host?: string;
  /** where the ledger is kept; in memory when absent */
  readonly dataFolder?: string;
  readonly seed?: number;
  /** how many invoices the studio has; by default 132 */
  readonly invoices?: number;
  /** the Arbiter where accounts are linked; without it the page for that shows an error */
  readonly arbiter?: ArbiterAccess;
}

export interface Vendor {
  readonly url: string;
  readonly port: number;
  /** Cuts every connection and frees the port; may be called again. */
  stop(): Promise<void>;
}

export const DEFAULT_SEED = 20_261_121;

/** Starts the outside world of the demo's tenants. Throws when the port is taken or the folder cannot be written. */
export async function startVendor({
  port = 0,
  host = '127.0.0.1',
  dataFolder,
  seed = DEFAULT_SEED,
  invoices,
  arbiter,
}: VendorOptions = {}): Promise<Vendor> {
  const ledger = new Ledger(dataFolder);
  const stopping = new AbortController();
  const server = makeServer(
    { shop: makeShop(seed), studio: makeStudio(seed, invoices) },
    new Books(ledger),
    stopping.signal,
    arbiter,
  );
  server.addHook('onClose', async () => ledger.close());
  try {
    const url = await server.listen({ port, host });
    return {
      url,
      port: Number(new URL(url).port),
      stop: () => {
        stopping.abort();
        return server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
