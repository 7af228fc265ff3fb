import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readJson, type Values } from '@arbiter/contracts';
import { MUTATIONS, type Mutation } from './mutations';
import { READS, type Read } from './reads';
import { codeOf, Refusal } from './refusal';
import { copyOf, type Retail } from './retail';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The tools of a retail shop as an HTTP server on this machine: `POST /<tool>` with the arguments as JSON. */
export class RetailVendor {
  /** told of each mutation that is carried out or refused, once for each key */
  onMutation: (tool: string) => void = () => undefined;
  private kept: Retail = { products: {}, users: {}, orders: {} };
  private readonly answers = new Map<string, Answer>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<RetailVendor> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const vendor = new RetailVendor(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void vendor.serve(request, response));
    return vendor;
  }

  /** The records as they are now. */
  get shop(): Retail {
    return this.kept;
  }

  /** Begins with a copy of these records, and has seen no key. */
  begin(shop: Retail): void {
    this.kept = copyOf(shop);
    this.answers.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: string[] = await request.setEncoding('utf8').toArray();
    const tool = request.url!.slice(1);
    const { status, body } = this.answer(tool, readJson(pieces.join('')) as Values, request.headers['idempotency-key']);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }

  /** The same key has the same answer, and no further effect. */
  private answer(tool: string, args: Values, key: string | string[] | undefined): Answer {
    const [read, mutation] = [READS[tool], MUTATIONS[tool]];
    if (read) return answerOf(() => read(this.kept, args as unknown as Parameters<Read>[1]));
    if (!mutation || typeof key !== 'string') return { status: 400, body: '{"code":"invalid_request"}' };
    const before = this.answers.get(key);
    if (before) return before;
    this.onMutation(tool);
    const answer = answerOf(() => mutation(this.kept, args as unknown as Parameters<Mutation>[1]));
    this.answers.set(key, answer);
    return answer;
  }
}

function answerOf(call: () => unknown): Answer {
  try {
    return { status: 200, body: JSON.stringify(call()) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 422, body: JSON.stringify({ code: codeOf(error.message), message: error.message }) };
  }
}
