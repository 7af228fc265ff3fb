import {
  Refusal,
  isSameSecret,
  jsonIn,
  openReceiver,
  type Answer,
  type ChannelHost,
  type ReceivedRequest,
  type Receiver,
} from '@arbiter/channels';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Webhook } from './configuration';
import { take } from './take';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Lets Telegram bring its updates. It is told 200 only when the broker has the message, and tries again until then. */
export function openWebhook(api: Api, host: ChannelHost<Update>, webhook: Webhook): Promise<Receiver> {
  const receive = async (request: ReceivedRequest): Promise<Answer> => {
    const given = request.headers[SECRET_HEADER];
    const isTelegrams = isSameSecret(typeof given === 'string' ? given : undefined, webhook.secret);
    if (!isTelegrams) throw new Refusal(401, `${SECRET_HEADER} is not the secret this webhook was set with`);
    await take(host, api, updateOf(request.body));
    return { status: 200 };
  };
  return openReceiver({
    host: webhook.host,
    port: webhook.port,
    routes: { [`POST ${webhook.url.pathname}`]: receive },
    logger: host.logger,
  });
}

function updateOf(body: Buffer): Update {
  const update = jsonIn(body) as Partial<Update> | null;
  if (typeof update?.update_id !== 'number') throw new Refusal(400, 'the body is no update of the Bot API');
  return update as Update;
}
