import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  readonly held: Buffer[];
}

/**
 * Stands between a service and a server on loopback and can hold back what the service sends, so that a process can be
 * killed with its append, its publish or its call on the way. What was held when the client died is never delivered.
 *
 * 1. While a marker is set, a connection is held from the first bytes that contain it; the others flow on.
 * 2. What is held stays held until it is dropped; nothing of it overtakes.
 */
export class FaultProxy {
  private marker: string | null = null;
  private readonly pairs = new Set<Pair>();

  private constructor(private readonly listener: Server, private readonly target: { host: string; port: number }) {
    listener.on('connection', (client) => this.connect(client));
  }

  static async before(targetUrl: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(targetUrl);
    const listener = createServer();
    const proxy = new FaultProxy(listener, { host: hostname, port: Number(port) });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The same URL, through the proxy. */
  urlFor(targetUrl: string): string {
    const url = new URL(targetUrl);
    url.hostname = '127.0.0.1';
    url.port = String((this.listener.address() as AddressInfo).port);
    return url.href;
  }

  /** How many connections are held. */
  get holding(): number {
    return [...this.pairs].filter(({ held }) => held.length > 0).length;
  }

  holdFrom(marker: string): void {
    this.marker = marker;
  }

  /** What is held is thrown away with every connection, as when the machine of the client had died; new ones flow freely. */
  drop(): void {
    this.marker = null;
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
    this.pairs.clear();
  }

  async close(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private connect(client: Socket): void {
    const server = createConnection(this.target);
    const pair: Pair = { client, server, held: [] };
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', end).on('close', end);
    server.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      if (pair.held.length > 0 || (this.marker !== null && chunk.includes(this.marker))) pair.held.push(chunk);
      else server.write(chunk);
    });
  }
}
