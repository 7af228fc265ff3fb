import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP/HTTP carries it in JSON, with the service it came from. */
export interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** empty for the first of a trace */
  readonly parentSpanId?: string;
  readonly name: string;
}

interface TracesBody {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

/** Takes traces in over OTLP/HTTP, as a collector does. */
export class OtlpReceiver {
  readonly spans: Span[] = [];
  /** everything that came in, as it came in */
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<OtlpReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json')
          return void response.writeHead(404).end();
        receiver.take(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const receiver = new OtlpReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  of(traceId: string): readonly Span[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** From now on no server listens at the address. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as TracesBody).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
