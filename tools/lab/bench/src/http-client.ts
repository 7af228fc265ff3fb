import { Agent, request } from 'node:http';

/** A keep-alive client with as little work of its own as possible: it shares two cores with the measured system. */
export class HttpClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });

  constructor(private readonly url: string) {}

  post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; text: string; firstByteAt: number }> {
    const payload = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${this.url}${path}`,
        {
          method: 'POST',
          agent: this.agent,
          timeout: 60_000,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let firstByteAt = 0;
          response.on('data', (chunk: Buffer) => {
            firstByteAt ||= performance.now();
            chunks.push(chunk);
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString(), firstByteAt }),
          );
          response.on('error', reject);
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${path} took more than 60 s`)));
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
