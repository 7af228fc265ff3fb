import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Conversations } from './conversations';

/** A call the app made. */
export interface AppCall {
  readonly method: string;
  readonly arguments: Record<string, unknown>;
  readonly at: number;
  /** the word it was refused with; null when it was carried out */
  readonly refusedWith: string | null;
  readonly result: Record<string, unknown>;
}

/** How a delivery departs from what Slack would send; for what must be refused. */
export interface Tampering {
  readonly signature?: string | null;
  readonly ageSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type WebAnswer = {
  readonly status: number;
  readonly body: { readonly ok?: boolean; readonly error?: string };
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Slack as far as the adapter speaks with it, over real HTTP on loopback: the Web API, and signed deliveries to the
 * app.
 */
export class SlackServer {
  readonly calls: AppCall[] = [];
  private readonly failures: { method: string; failure: WebAnswer }[] = [];
  private readonly conversations = new Conversations();
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private constructor(
    readonly token: string,
    readonly signingSecret: string,
  ) {}

  static async start(
    token = 'xoxb-2154-test',
    signingSecret = '8f742231b10e8888abcd99yyyzzz85a5',
  ): Promise<SlackServer> {
    const slack = new SlackServer(token, signingSecret);
    await new Promise<void>((resolve) => slack.server.listen(0, '127.0.0.1', resolve));
    return slack;
  }

  /** what `slackApiUrl` is to be */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/`;
  }

  /** The calls that were carried out. */
  done(method: string): readonly AppCall[] {
    return this.calls.filter((call) => call.method === method && call.refusedWith === null);
  }

  limitNext(method: string, retryAfter: number): void {
    this.failures.push({
      method,
      failure: {
        status: 429,
        headers: { 'retry-after': String(retryAfter) },
        body: { ok: false, error: 'ratelimited' },
      },
    });
  }

  failNext(method: string, error: string): void {
    this.failures.push({ method, failure: { status: 200, body: { ok: false, error } } });
  }

  breakNext(method: string, status: number): void {
    this.failures.push({ method, failure: { status, body: {} } });
  }

  /** An Events API delivery: JSON. */
  sendEvent(url: string, payload: object, tampering: Tampering = {}): Promise<Response> {
    return this.send(url, JSON.stringify(payload), 'application/json', tampering);
  }

  /** A press of a button: the payload as one field of a form. */
  sendInteraction(url: string, payload: object, tampering: Tampering = {}): Promise<Response> {
    return this.send(
      url,
      new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
      'application/x-www-form-urlencoded',
      tampering,
    );
  }

  /** Anything, signed. */
  sendRaw(url: string, body: string): Promise<Response> {
    return this.send(url, body, 'application/json', {});
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private send(
    url: string,
    body: string,
    type: string,
    { signature, ageSeconds = 0, headers }: Tampering,
  ): Promise<Response> {
    const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
    const signed =
      signature ?? `v0=${createHmac('sha256', this.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
    const proof = signature === null ? {} : { 'x-slack-signature': signed };
    return fetch(url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(30_000),
      headers: {
        'content-type': type,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        'x-slack-request-timestamp': timestamp,
        ...proof,
        ...headers,
      },
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = (request.url ?? '').replace(/^\/api\//, '');
    const given = argumentsOf(await text(request));
    const { status, body, headers } =
      request.headers.authorization === `Bearer ${this.token}`
        ? this.called(method, given)
        : { status: 200, body: { ok: false, error: 'invalid_auth' }, headers: {} };
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body));
  }

  private called(method: string, given: Record<string, unknown>): WebAnswer {
    const answer = this.planned(method) ?? { status: 200, body: this.conversations.answer(method, given) };
    const refusedWith = answer.body.ok ? null : (answer.body.error ?? String(answer.status));
    this.calls.push({ method, arguments: given, at: Date.now(), refusedWith, result: answer.body });
    return answer;
  }

  private planned(method: string): WebAnswer | null {
    const index = this.failures.findIndex((planned) => planned.method === method);
    return index < 0 ? null : this.failures.splice(index, 1)[0]!.failure;
  }
}

/** The Web API takes a form; blocks stand in it as JSON. */
function argumentsOf(form: string): Record<string, unknown> {
  const { blocks, ...plain } = Object.fromEntries(new URLSearchParams(form));
  return blocks === undefined ? plain : { ...plain, blocks: JSON.parse(blocks) as unknown };
}
