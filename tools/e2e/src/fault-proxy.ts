import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Which bytes are held back: those the client sends, or none. */
export type Hold = 'nothing' | 'from_client';

/**
 * Stands between a service and a server on loopback and can hold back what the service sends, so that a process can be
 * killed with its append, or its publish, on the way. What was held when the client died is never delivered.
 */
export class FaultProxy {
  private hold: Hold = 'nothing';
  private readonly pairs = new Set<{ client: Socket; server: Socket; held: Buffer[] }>();

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

  /** Bytes a client has sent and the server has not seen. */
  get heldBytes(): number {
    return [...this.pairs].reduce((sum, { held }) => sum + held.reduce((bytes, chunk) => bytes + chunk.length, 0), 0);
  }

  set(hold: Hold): void {
    this.hold = hold;
    if (hold === 'nothing') for (const pair of this.pairs) this.release(pair);
  }

  /** What is held is thrown away with its connections, as when the machine of the client had died. */
  drop(): void {
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
    this.pairs.clear();
    this.hold = 'nothing';
  }

  async close(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private connect(client: Socket): void {
    const server = createConnection(this.target);
    const pair = { client, server, held: [] as Buffer[] };
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', end).on('close', end);
    server.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      if (this.hold === 'from_client') pair.held.push(chunk);
      else server.write(chunk);
    });
  }

  private release(pair: { server: Socket; held: Buffer[] }): void {
    for (const chunk of pair.held.splice(0)) pair.server.write(chunk);
  }
}
