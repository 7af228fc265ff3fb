import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveChannel, textsOf, type ChannelHost } from '@arbiter/channels';
import type {
  Call,
  ChannelHarness,
  Forgery,
  ProviderAction,
  ProviderSide,
  ShownMark,
  ShownPost,
} from '@arbiter/channels/testing';
import type { InboundMessage, OutboundMessage } from '@arbiter/contracts';
import { webhook } from '../channel';
import { webhookOptions } from '../serve';
import { sign, verify } from '../signature';

const SECRET = Buffer.alloc(32, 7);
const OLD_SECONDS = 301;

export const harness: ChannelHarness = {
  channel: webhook,
  kinds: ['text', 'edited', 'unsupported', 'pressed'],
  forgeries: ['missing', 'wrong', 'old'],
  takesLongTexts: true,
  tells: true,
  limits: true,
  openProvider: () => WebhookProgram.open(),
};

interface Received extends ShownPost {
  readonly answerTo: string;
}

/** The program at the other end: signs what it sends, checks what it gets. */
export class WebhookProgram implements ProviderSide {
  private readonly shown: Received[] = [];
  private readonly put: ShownMark[] = [];
  private readonly made: Call[] = [];
  private limited = { seconds: 0, times: 0 };
  private url = '';
  /** the answer instead of 200 */
  status = 200;
  /** awaited before an answer is sent, when the message has been taken */
  answering: Promise<void> = Promise.resolve();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookProgram> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const side = new WebhookProgram(server);
    server.on(
      'request',
      (request, response) =>
        void side.take(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body)),
    );
    return side;
  }

  async serve(environment: NodeJS.ProcessEnv): Promise<ChannelHost<never>> {
    const host = await serveChannel(webhook, webhookOptions(this.environmentOf(environment)));
    this.reach(host.port!);
    return host;
  }

  /** What an adapter in front of this program is told. */
  environmentOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const { port } = this.server.address() as AddressInfo;
    return {
      ...environment,
      ARBITER_HTTP_PORT: '0',
      ARBITER_WEBHOOK_SECRETS: SECRET.toString('base64'),
      ARBITER_WEBHOOK_URL: `http://127.0.0.1:${port}/replies`,
    };
  }

  /** Where the adapter listens. */
  reach(port: number): void {
    this.url = `http://127.0.0.1:${port}/messages`;
  }

  async send(action: ProviderAction, forgery?: Forgery): Promise<boolean> {
    return (await this.postBody(JSON.stringify(this.messageOf(action)), forgery)).status === 202;
  }

  postBody(body: string, forgery?: Forgery, path = '/messages'): Promise<Response> {
    const seconds = Math.floor(Date.now() / 1_000) - (forgery === 'old' ? OLD_SECONDS : 0);
    const signed = sign(forgery === 'wrong' ? Buffer.alloc(32, 8) : SECRET, crypto.randomUUID(), seconds, body);
    return fetch(new URL(path, this.url), {
      method: 'POST',
      body,
      headers: forgery === 'missing' ? {} : { ...signed },
    });
  }

  posts = (): readonly ShownPost[] => this.shown;
  marks = (): readonly ShownMark[] => this.put;
  calls = (): readonly Call[] => this.made;

  limit(seconds: number, times: number): void {
    this.limited = { seconds, times };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private messageOf(action: ProviderAction): InboundMessage {
    const { kind, chat, person, number } = action;
    const message = {
      sessionId: `chat-${chat}`,
      userId: `person-${person}`,
      messageId: String(number),
      text: `a ${kind}`,
    };
    if (kind === 'text')
      return { ...message, text: action.text, ...(action.quotes ? { replyToMessageId: action.quotes.id } : {}) };
    if (kind === 'pressed')
      return {
        ...message,
        text: action.post.buttons[action.choice]!,
        answerTo: this.shown.find(({ id }) => id === action.post.id)!.answerTo,
      };
    return { ...message, messageId: `${number}.${kind}`, unreadable: kind === 'edited' ? 'edited' : 'unsupported' };
  }

  private async take(
    request: IncomingMessage,
  ): Promise<{ status: number; headers: Record<string, string>; body?: string }> {
    const body = Buffer.concat(await request.toArray());
    verify([SECRET], request.headers, body, Date.now());
    const message = JSON.parse(body.toString('utf8')) as OutboundMessage;
    const chat = Number(message.sessionId.replace('chat-', ''));
    const wasLimited = this.limited.times > 0;
    this.made.push({ at: Date.now(), chat, wasLimited });
    if (wasLimited) {
      this.limited.times -= 1;
      return { status: 429, headers: { 'retry-after': String(this.limited.seconds) } };
    }
    if (this.status !== 200) return { status: this.status, headers: {} };
    const id = this.show(message, chat);
    await this.answering;
    return { status: 200, headers: {}, body: JSON.stringify({ id }) };
  }

  private show(message: OutboundMessage, chat: number): string {
    const id = `post-${this.made.length}`;
    for (const { messageId, reaction } of message.marks) this.put.push({ chat, number: Number(messageId), reaction });
    const [text] = textsOf(message, webhook.capabilities.longestText);
    if (text !== undefined)
      this.shown.push({
        id,
        chat,
        text,
        buttons: message.choices,
        quotes: message.quote === null ? null : Number(message.quote),
        answerTo: message.answerTo,
      });
    return id;
  }
}
