import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ApiError, ApiSuccess, Update } from 'grammy/types';
import { refusalOf } from './refusals';
import { UpdateQueue } from './update-queue';

/** A call the bot made. */
export interface BotCall {
  readonly method: string;
  readonly payload: Record<string, unknown>;
  readonly at: number;
  /** what it was refused with; null when it was carried out */
  readonly refusedWith: number | null;
  readonly result: unknown;
}

type Refusal = Omit<ApiError, 'ok'>;

/** The Bot API as far as the adapter speaks it, over real HTTP on loopback. */
export class TelegramServer {
  readonly calls: BotCall[] = [];
  readonly updates = new UpdateQueue();
  /** answered instead of the next calls of a method, in this order */
  private readonly refusals: { method: string; refusal: Refusal }[] = [];
  private webhook: { url: string; secret: string | undefined } | null = null;
  private lastMessageId = 1_000;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private constructor(readonly token: string) {}

  static async start(token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'): Promise<TelegramServer> {
    const telegram = new TelegramServer(token);
    await new Promise<void>((resolve) => telegram.server.listen(0, '127.0.0.1', resolve));
    return telegram;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The calls that were carried out. */
  done(method: string): readonly BotCall[] {
    return this.calls.filter((call) => call.method === method && call.refusedWith === null);
  }

  /** `{ok:false, error_code:429, parameters:{retry_after}}` on the next call of this method. */
  limitNext(method: string, retryAfter: number): void {
    this.refuseNext(
      method,
      {
        error_code: 429,
        description: `Too Many Requests: retry after ${retryAfter}`,
        parameters: { retry_after: retryAfter },
      },
      1,
    );
  }

  /** The next `times` calls of this method. */
  refuseNext(method: string, refusal: Refusal, times: number): void {
    this.refusals.push(...Array.from({ length: times }, () => ({ method, refusal })));
  }

  /**
   * As Telegram does once a webhook is set: one POST an update, its secret in the header. Returns the status it got.
   */
  async push(update: Update, secret: string | null = this.webhook?.secret ?? null): Promise<number> {
    if (!this.webhook) throw new Error('the bot has set no webhook');
    const headers = {
      'content-type': 'application/json',
      ...(secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret }),
    };
    return (
      await fetch(this.webhook.url, {
        method: 'POST',
        headers,
        body: JSON.stringify(update),
        signal: AbortSignal.timeout(30_000),
      })
    ).status;
  }

  async close(): Promise<void> {
    this.updates.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const payload = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    const answer =
      token === this.token
        ? await this.called(method, payload, response)
        : { ok: false as const, error_code: 401, description: 'Unauthorized' };
    response
      .writeHead(answer.ok ? 200 : answer.error_code, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer));
  }

  private async called(
    method: string,
    payload: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<ApiSuccess<unknown> | ApiError> {
    const at = Date.now();
    const refusal = this.planned(method) ?? refusalOf(method, payload, this.webhook !== null);
    if (!refusal && method === 'getUpdates') return this.updates.taken(payload, response);
    const result = refusal ? null : this.carriedOut(method, payload);
    this.calls.push({ method, payload, at, refusedWith: refusal?.error_code ?? null, result });
    return refusal ? { ok: false, ...refusal } : { ok: true, result };
  }

  private planned(method: string): Refusal | null {
    const index = this.refusals.findIndex((planned) => planned.method === method);
    return index < 0 ? null : this.refusals.splice(index, 1)[0]!.refusal;
  }

  private carriedOut(
    method: string,
    { url, secret_token, chat_id, text: said, reply_markup }: Record<string, unknown>,
  ): unknown {
    if (method === 'setWebhook') this.webhook = { url: String(url), secret: secret_token as string | undefined };
    if (method === 'deleteWebhook') this.webhook = null;
    if (method !== 'sendMessage') return true;
    this.lastMessageId += 1;
    return {
      message_id: this.lastMessageId,
      date: 0,
      chat: { id: chat_id, type: 'private' },
      text: said,
      reply_markup,
    };
  }
}
