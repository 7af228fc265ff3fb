import { readAddress, required } from '@arbiter/channels';
import { terminal } from '@arbiter/contracts';

const HOME = 'https://api.telegram.org';

/** Without a webhook the adapter asks Telegram for updates itself. */
export interface TelegramConfiguration {
  readonly token: string;
  readonly apiUrl: string;
  readonly webhook: Webhook | null;
}

export interface Webhook {
  /** where Telegram reaches the adapter */
  readonly url: URL;
  /** comes back with every delivery */
  readonly secret: string;
  readonly host: string;
  readonly port: number;
}

/** Throws a terminal error that names the variable and the value it should hold. */
export function readTelegramConfiguration(environment: NodeJS.ProcessEnv): TelegramConfiguration {
  const token = required(environment, 'ARBITER_TELEGRAM_TOKEN', 'the token @BotFather gave your bot');
  if (!/^\d+:[\w-]{20,}$/.test(token))
    throw wrong(
      'ARBITER_TELEGRAM_TOKEN',
      'is no bot token; set it to the one @BotFather gave your bot, such as 110201543:AAH…',
    );
  const apiUrl = environment['ARBITER_TELEGRAM_API_URL'] || HOME;
  if (!/^https?:$/.test(URL.parse(apiUrl)?.protocol ?? ''))
    throw wrong('ARBITER_TELEGRAM_API_URL', `is no URL; leave it away for ${HOME}`);
  return { token, apiUrl: apiUrl.replace(/\/+$/, ''), webhook: webhookOf(environment) };
}

function webhookOf(environment: NodeJS.ProcessEnv): Webhook | null {
  const address = environment['ARBITER_TELEGRAM_WEBHOOK_URL'];
  if (!address) return null;
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.hostname !== '127.0.0.1')) {
    throw wrong(
      'ARBITER_TELEGRAM_WEBHOOK_URL',
      'is no address Telegram would call; set it to one such as https://bot.example/telegram, or leave it away to poll',
    );
  }
  const secret = required(environment, 'ARBITER_TELEGRAM_WEBHOOK_SECRET', '16 to 256 random letters, digits, _ or -');
  if (!/^[\w-]{16,256}$/.test(secret))
    throw wrong('ARBITER_TELEGRAM_WEBHOOK_SECRET', 'does not fit; set it to 16 to 256 random letters, digits, _ or -');
  return { ...readAddress(environment), url, secret };
}

const wrong = (variable: string, problem: string) => terminal('configuration', `${variable} ${problem}`, variable);
