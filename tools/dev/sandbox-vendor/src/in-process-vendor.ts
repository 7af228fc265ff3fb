import { Books } from './books';
import { Ledger } from './ledger';
import { makeShop } from './make-shop';
import { makeServer } from './server';
import { DEFAULT_SEED } from './start-vendor';
import { makeStudio } from './studio/make-studio';

export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** path and query, percent-encoded */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** sent as JSON; null and absent: no body */
  readonly body?: Readonly<Record<string, unknown>> | null;
}

export interface VendorResponse {
  readonly status: number;
  /** names in lower case */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The vendor without a port, its ledger in memory: the same routes as over HTTP, called in the process. */
export interface InProcessVendor {
  request(request: VendorRequest): Promise<VendorResponse>;
  stop(): Promise<void>;
}

export function openVendorInProcess(seed: number = DEFAULT_SEED): InProcessVendor {
  const ledger = new Ledger();
  const stopping = new AbortController();
  const server = makeServer({ shop: makeShop(seed), studio: makeStudio(seed) }, new Books(ledger), stopping.signal);
  return {
    request: async ({ method, path, headers = {}, body }) => {
      const response = await server.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) });
      return {
        status: response.statusCode,
        headers: textual(response.headers),
        body: response.body === '' ? null : response.json(),
      };
    },
    stop: () => {
      stopping.abort();
      ledger.close();
      return server.close();
    },
  };
}

const textual = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
