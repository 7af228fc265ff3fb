import { request, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * The treatment of calls about an order: they wait, are refused for now or for good, or their connection is cut when
 * the vendor has carried them out.
 */
type Rule = 'wait' | 'refuse' | 'turn down' | 'cut';

const STATUS: Partial<Record<Rule, number>> = { refuse: 500, 'turn down': 422 };

/**
 * A proxy before the vendor that holds back the calls about single orders for as long as the test wants; all others
 * pass.
 */
export class VendorGate {
  private readonly rules = new Map<string, { readonly method: 'read' | 'write'; readonly rule: Rule }>();
  private readonly waiting = new Map<string, (() => void)[]>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {
    server.on('request', (call, answer) => void this.handle(call, answer).catch(() => answer.destroy()));
  }

  static async before(target: string): Promise<VendorGate> {
    const gate = new VendorGate(createServer(), target);
    await new Promise<void>((resolve) => gate.server.listen(0, '127.0.0.1', resolve));
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  shut(orderNumber: string, method: 'read' | 'write', rule: Rule): void {
    this.rules.set(orderNumber, { method, rule });
  }

  open(orderNumber: string): void {
    this.rules.delete(orderNumber);
    for (const go of this.waiting.get(orderNumber) ?? []) go();
    this.waiting.delete(orderNumber);
  }

  async close(): Promise<void> {
    for (const orderNumber of this.waiting.keys()) this.open(orderNumber);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(call);
    const rule = this.ruleFor(call, body);
    const status = rule && STATUS[rule];
    if (status) return void answer.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    if (rule === 'wait') await this.untilOpen(orderIn(call, body)!);
    await this.pass(call, body, answer, rule === 'cut');
  }

  private ruleFor(call: IncomingMessage, body: Buffer): Rule | null {
    const found = this.rules.get(orderIn(call, body) ?? '');
    return found?.method === (call.method === 'GET' ? 'read' : 'write') ? found.rule : null;
  }

  private untilOpen(orderNumber: string): Promise<void> {
    return new Promise((resolve) => this.waiting.set(orderNumber, [...(this.waiting.get(orderNumber) ?? []), resolve]));
  }

  private pass(call: IncomingMessage, body: Buffer, answer: ServerResponse, isCut: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const onward = request(
        `${this.target}${call.url}`,
        { method: call.method!, headers: { ...call.headers, host: new URL(this.target).host } },
        (came) => {
          if (isCut) {
            call.socket.destroy();
            came.resume().on('end', resolve);
          } else {
            answer.writeHead(came.statusCode!, came.headers);
            came.pipe(answer).on('close', resolve);
          }
        },
      );
      onward.on('error', reject).end(body);
    });
  }
}

const orderIn = (call: IncomingMessage, body: Buffer): string | undefined =>
  /\/orders\/(\d{4})/.exec(call.url ?? '')?.[1] ?? /"orderNumber":"(\d{4})"/.exec(body.toString())?.[1];
