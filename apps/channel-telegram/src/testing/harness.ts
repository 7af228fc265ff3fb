import { serveChannel } from '@arbiter/channels';
import type { ChannelHarness, Forgery, ProviderAction, ProviderSide, ShownMark } from '@arbiter/channels/testing';
import { freePort } from '@arbiter/stack';
import type { InlineKeyboardMarkup, ReactionTypeEmoji, ReplyParameters } from 'grammy/types';
import { telegram } from '../channel';
import { telegramOptions } from '../serve';
import { TelegramServer, type BotCall } from './telegram-server';
import { chatIdOf, updateOf, type StandingPost } from './updates';

const SECRET = 'a-secret-of-the-webhook';
const REACTIONS: Record<string, ShownMark['reaction']> = { '👀': 'working', '👍': 'done' };

/** The adapter against a local Bot API, in one of its two modes. */
export const telegramHarness = (mode: 'polling' | 'webhook'): ChannelHarness => ({
  channel: telegram,
  kinds: ['text', 'edited', 'unsupported', 'own', 'pressed'],
  forgeries: mode === 'webhook' ? ['missing', 'wrong'] : [],
  takesLongTexts: false,
  tells: false,
  limits: true,
  openProvider: async () =>
    mode === 'webhook'
      ? TelegramSide.withWebhook(await TelegramServer.start())
      : new TelegramSide(await TelegramServer.start(), null),
});

export class TelegramSide implements ProviderSide {
  constructor(
    readonly server: TelegramServer,
    private readonly webhookPort: number | null,
  ) {}

  static async withWebhook(server: TelegramServer): Promise<TelegramSide> {
    return new TelegramSide(server, await freePort());
  }

  get webhookUrl(): string {
    return `http://127.0.0.1:${this.webhookPort}/telegram/110201543:AAH`;
  }

  async serve(environment: NodeJS.ProcessEnv) {
    const webhook =
      this.webhookPort === null
        ? {}
        : {
            ARBITER_HTTP_PORT: String(this.webhookPort),
            ARBITER_TELEGRAM_WEBHOOK_URL: this.webhookUrl,
            ARBITER_TELEGRAM_WEBHOOK_SECRET: SECRET,
          };
    return serveChannel(
      telegram,
      telegramOptions({
        ...environment,
        ...webhook,
        ARBITER_TELEGRAM_TOKEN: this.server.token,
        ARBITER_TELEGRAM_API_URL: this.server.url,
      }),
    );
  }

  async send(action: ProviderAction, forgery?: Forgery): Promise<boolean> {
    const update = this.server.updates.number(updateOf(action));
    if (this.webhookPort !== null)
      return (
        (await this.server.push(
          update,
          forgery === 'missing' ? null : forgery === 'wrong' ? 'another-secret' : undefined,
        )) === 200
      );
    this.server.updates.add(update);
    await this.server.updates.confirmed(update.update_id);
    return true;
  }

  posts(): readonly StandingPost[] {
    return this.server.done('sendMessage').map((call) => ({
      call,
      id: String((call.result as { message_id: number }).message_id),
      chat: chatOf(call),
      text: String(call.payload['text']),
      buttons: ((call.payload['reply_markup'] as InlineKeyboardMarkup | undefined)?.inline_keyboard ?? [])
        .flat()
        .map(({ text }) => text),
      quotes: (call.payload['reply_parameters'] as ReplyParameters | undefined)?.message_id ?? null,
    }));
  }

  marks(): readonly ShownMark[] {
    return this.server.done('setMessageReaction').map((call) => {
      const [reaction] = call.payload['reaction'] as ReactionTypeEmoji[];
      return {
        chat: chatOf(call),
        number: Number(call.payload['message_id']),
        reaction: reaction ? REACTIONS[reaction.emoji]! : 'none',
      };
    });
  }

  calls() {
    return this.server.calls
      .filter(({ method }) => method === 'sendMessage')
      .map((call) => ({ at: call.at, chat: chatOf(call), wasLimited: call.refusedWith === 429 }));
  }

  limit(seconds: number, times: number): void {
    for (let time = 0; time < times; time += 1) this.server.limitNext('sendMessage', seconds);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

const chatOf = ({ payload }: BotCall): number => Number(payload['chat_id']) - chatIdOf(0);
