import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Whether these bytes of a client are where its connection is to be held. */
export type Marker = (bytes: Buffer) => boolean;

/** The held direction of a connection: the client's data, or the answer to it. */
type Held = 'request' | 'answer';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  readonly held: Buffer[];
  holds: Held | null;
}

/**
 * A proxy between a service and a server on loopback. It can hold back the service's data or the server's answer, so
 * that a process can be killed while its append, publish or call is on the way, or done without its knowledge. Data
 * that was held when the client died is never delivered.
 *
 * 1. While a marker is set, a connection is held from the first bytes that contain it; other connections flow on. Where
 *    the answer is held, these bytes and all that follow are delivered, and nothing comes back.
 * 2. Held data stays held until it is dropped; no later data overtakes it.
 */
export class FaultProxy {
  private marker: Marker | null = null;
  private holds: Held = 'request';
  private readonly pairs = new Set<Pair>();

  private constructor(
    private readonly listener: Server,
    private readonly target: { host: string; port: number },
  ) {
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

  /** On how many connections something is held. */
  get holding(): number {
    return [...this.pairs].filter(({ held }) => held.length > 0).length;
  }

  holdFrom(marker: string | Marker): void {
    this.mark('request', typeof marker === 'string' ? (bytes) => bytes.includes(marker) : marker);
  }

  holdAnswerTo(marker: Marker): void {
    this.mark('answer', marker);
  }

  private mark(holds: Held, marker: Marker): void {
    this.holds = holds;
    this.marker = marker;
  }

  /**
   * Drops the held data with every connection, as when the machine of the client had died; new connections flow freely.
   */
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
    const pair: Pair = { client, server, held: [], holds: null };
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', end).on('close', end);
    server.on('data', (chunk) => {
      if (pair.holds === 'answer') pair.held.push(chunk);
      else client.write(chunk);
    });
    client.on('data', (chunk) => {
      if (pair.holds === null && this.marker?.(chunk)) pair.holds = this.holds;
      if (pair.holds === 'request') pair.held.push(chunk);
      else server.write(chunk);
    });
  }
}
