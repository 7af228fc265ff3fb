import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Stands before a vendor that knows its customers by their numbers, and knows which Telegram account is whose. */
export interface AccountDirectory {
  readonly url: string;
  close(): Promise<void>;
}

export async function openAccountDirectory(customerOf: Readonly<Record<string, string>>, vendorUrl: () => string): Promise<AccountDirectory> {
  const known = (text: string): string => Object.entries(customerOf).reduce((changed, [account, customer]) => changed.replaceAll(account, customer), text);
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name))) as Record<string, string>;
      const answer = await fetch(`${vendorUrl()}${known(request.url ?? '')}`, {
        method: request.method, headers, body: body.length === 0 ? undefined : known(body.toString('utf8')), signal: AbortSignal.timeout(30_000),
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(await answer.text());
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
