import { request } from 'node:http';
import { createParser } from 'eventsource-parser';
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
import type { OutboundMessage } from '@arbiter/contracts';
import { web } from '../channel';
import { webOptions } from '../serve';
import { tokenOf } from '../visitor';

const SECRET = Buffer.alloc(32, 7);
export const ORIGIN = 'https://www.example.com';
const HOUR_SECONDS = 3_600;

export const harness: ChannelHarness = {
  channel: web,
  kinds: ['text', 'pressed'],
  forgeries: ['missing', 'wrong', 'old'],
  takesLongTexts: true,
  tells: true,
  limits: false,
  openProvider: async () => new Browser(),
};

interface Shown extends ShownPost {
  readonly answerTo: string;
}

/** Visitors' pages: each chat is one, with one stream that comes again after the last event it saw. */
export class Browser implements ProviderSide {
  private readonly shown: Shown[] = [];
  private readonly put: ShownMark[] = [];
  private readonly lastSeen = new Map<number, string>();
  private closing = new AbortController();
  url = '';

  async serve(environment: NodeJS.ProcessEnv): Promise<ChannelHost<never>> {
    const host = await serveChannel(
      web,
      webOptions({
        ...environment,
        ARBITER_HTTP_PORT: '0',
        ARBITER_WEB_SECRETS: SECRET.toString('base64'),
        ARBITER_WEB_ORIGINS: ORIGIN,
      }),
    );
    this.url = `http://127.0.0.1:${host.port}`;
    for (const chat of this.lastSeen.keys()) this.listen(chat);
    return host;
  }

  async send(action: ProviderAction, forgery?: Forgery): Promise<boolean> {
    const { chat, person, number } = action;
    if (forgery === undefined && !this.lastSeen.has(chat)) {
      this.lastSeen.set(chat, '0');
      this.listen(chat);
    }
    const response = await this.request(
      '/messages',
      { method: 'POST', body: JSON.stringify({ messageId: String(number), ...this.saidIn(action) }) },
      tokenFor(chat, person, forgery),
    );
    return response.status === 202;
  }

  request(path: string, init: RequestInit, token: string | undefined): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      ...init,
      headers: {
        origin: ORIGIN,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...init.headers,
      },
    });
  }

  /** A GET without a token; fetch would set Host and what a browser says of itself as it likes. */
  statusUnder(host: string, path: string, headers: Record<string, string> = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      request(`${this.url}${path}`, { headers: { host, ...headers } }, (response) =>
        resolve(response.resume().statusCode!),
      )
        .on('error', reject)
        .end();
    });
  }

  posts = (): readonly ShownPost[] => this.shown;
  marks = (): readonly ShownMark[] => this.put;
  calls = (): readonly Call[] => [];
  limit(): void {}

  async close(): Promise<void> {
    this.closing.abort();
  }

  private saidIn(action: ProviderAction): object {
    if (action.kind === 'pressed')
      return {
        text: action.post.buttons[action.choice],
        answerTo: this.shown.find(({ id }) => id === action.post.id)!.answerTo,
      };
    if (action.kind !== 'text') throw new Error(`a page sends no ${action.kind}`);
    return { text: action.text, ...(action.quotes ? { replyToMessageId: action.quotes.id } : {}) };
  }

  /** As EventSource does, but for coming again by itself: that is when the channel is served again. */
  private listen(chat: number): void {
    const parser = createParser({
      onEvent: ({ id, data }) => this.show(chat, id!, JSON.parse(data) as OutboundMessage),
    });
    const read = async (): Promise<void> => {
      const response = await this.request(
        '/events',
        { headers: { 'last-event-id': this.lastSeen.get(chat)! }, signal: this.closing.signal },
        tokenFor(chat, 1),
      );
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
    };
    read().catch(() => undefined);
  }

  private show(chat: number, id: string, message: OutboundMessage): void {
    this.lastSeen.set(chat, id);
    for (const { messageId, reaction } of message.marks) this.put.push({ chat, number: Number(messageId), reaction });
    const [text] = textsOf(message, web.capabilities.longestText);
    if (text !== undefined)
      this.shown.push({
        id,
        chat,
        text,
        buttons: message.choices,
        quotes: message.quote === null ? null : Number(message.quote),
        answerTo: message.answerTo,
      });
  }
}

/** Undefined where there is to be none. */
export function tokenFor(chat: number, person: number, forgery?: Forgery): string | undefined {
  if (forgery === 'missing') return undefined;
  const expires = Math.floor(Date.now() / 1_000) + (forgery === 'old' ? -1 : HOUR_SECONDS);
  return tokenOf(
    { sessionId: `chat-${chat}`, userId: `person-${person}`, expires },
    forgery === 'wrong' ? Buffer.alloc(32, 8) : SECRET,
  );
}
