import type { ChannelHost, ProviderListener, ServeOptions } from '@arbiter/channels';
import { terminal } from '@arbiter/contracts';
import { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { readTelegramConfiguration, type TelegramConfiguration } from './configuration';
import { deliverBy } from './deliver';
import { Polling } from './polling';
import type { TelegramPost } from './post';
import { asArbiterError, isMisconfigured } from './telegram-error';
import { WANTED_UPDATES } from './to-canonical';
import { openWebhook } from './webhook';

/** Longer than a poll waits. */
const CALL_SECONDS = 40;

/** Throws a terminal error that names the variable when one is wrong. */
export function telegramOptions(environment: NodeJS.ProcessEnv): ServeOptions<Update, TelegramPost> {
  const configuration = readTelegramConfiguration(environment);
  const api = new Api(configuration.token, { apiRoot: configuration.apiUrl, timeoutSeconds: CALL_SECONDS });
  return { environment, deliver: deliverBy(api), receive: (host) => openListener(api, host, configuration) };
}

/** Telegram either sends updates or is asked for them, never both; it keeps updates that come meanwhile. */
async function openListener(
  api: Api,
  host: ChannelHost<Update>,
  { webhook }: TelegramConfiguration,
): Promise<ProviderListener> {
  if (!webhook) {
    await checkingToken(api.deleteWebhook());
    return new Polling(api, host);
  }
  const receiver = await openWebhook(api, host, webhook);
  try {
    await checkingToken(
      api.setWebhook(webhook.url.href, { secret_token: webhook.secret, allowed_updates: [...WANTED_UPDATES] }),
    );
    return receiver;
  } catch (error) {
    await receiver.close();
    throw error;
  }
}

/** The very first call: a wrong token is found here. */
const checkingToken = (call: Promise<true>): Promise<true> =>
  call.catch((error: unknown) => {
    if (!isMisconfigured(error)) throw asArbiterError(error);
    throw terminal(
      'configuration',
      'Telegram does not know ARBITER_TELEGRAM_TOKEN; set it to the token @BotFather gave your bot',
      'ARBITER_TELEGRAM_TOKEN',
    );
  });
