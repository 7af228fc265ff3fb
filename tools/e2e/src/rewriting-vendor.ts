import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes the text of an answer to a request: "GET /customers/C-0001/orders/1003". */
export type Rewrite = (route: string, body: string) => string;

/** Stands before the sandbox vendor and changes what it answers, letter by letter, as no honest JSON writer would. */
export class RewritingVendor {
  rewrite: Rewrite = (_, body) => body;
  /** the vendor behind it, known once the system has started */
  target = '';

  private constructor(private readonly server: Server) {
    server.on('request', (incoming, outgoing) => void this.pass(incoming, outgoing));
  }

  static async open(): Promise<RewritingVendor> {
    const server = createServer();
    const vendor = new RewritingVendor(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const sent = request(`${this.target}${url}`, { method, headers }, (answer) => {
      void textOf(answer).then((text) => {
        const body = this.rewrite(`${method} ${url}`, text);
        const kept = { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) };
        outgoing.writeHead(answer.statusCode ?? 502, kept).end(body);
      });
    });
    sent.on('error', () => outgoing.destroy());
    sent.end(await textOf(incoming));
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
