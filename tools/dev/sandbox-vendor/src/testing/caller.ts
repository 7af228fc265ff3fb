import type { Fault } from '../faults';
import type { LedgerEntry } from '../ledger';
import type { LoggedRequest } from '../request-log';
import type { Vendor } from '../start-vendor';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Speaks to a vendor as the tests need it. */
export function callerOf(vendor: Vendor) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const content =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(`${vendor.url}${path}`, { method, headers, ...content });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
    };
  };
  return {
    call,
    refund: (key: string, body: unknown) => call('POST', '/refunds', body, { 'idempotency-key': key }),
    ledger: async (query = '') => (await call('GET', `/_sandbox/ledger${query}`)).body['entries'] as LedgerEntry[],
    requests: async () =>
      (await call('GET', '/_sandbox/requests')).body as unknown as { seen: number; requests: LoggedRequest[] },
    faults: (faults: Fault[]) => call('PUT', '/_sandbox/faults', faults),
  };
}
export type Caller = ReturnType<typeof callerOf>;
