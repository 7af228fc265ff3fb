import {
  Refusal,
  isSameSecret,
  jsonIn,
  openReceiver,
  type ChannelHost,
  type Received,
  type Receiver,
} from '@arbiter/channels';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Webhook } from './configuration';
import { take } from './take';

const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Receives Telegram's updates. Telegram gets 200 only when the broker has the message, and tries again until then. */
export function openWebhook(api: Api, host: ChannelHost<Update>, webhook: Webhook): Promise<Receiver> {
  return openReceiver({
    host: webhook.host,
    port: webhook.port,
    logger: host.logger,
    routes: (server) =>
      server.post<Received>(routeOf(webhook.url), async ({ headers, body }, reply) => {
        const given = headers[SECRET_HEADER];
        const isTelegrams = isSameSecret(typeof given === 'string' ? given : undefined, webhook.secret);
        if (!isTelegrams) throw new Refusal(401, `${SECRET_HEADER} is not the secret this webhook was set with`);
        await take(host, api, updateOf(body));
        return reply.send();
      }),
  });
}

/** The path as it stands: some bots have their token in it, and a colon would begin a parameter. */
const routeOf = ({ pathname }: URL): string => decodeURI(pathname).replaceAll(':', '::');

function updateOf(body: Buffer): Update {
  const update = jsonIn(body) as Partial<Update> | null;
  if (typeof update?.update_id !== 'number') throw new Refusal(400, 'the body is no update of the Bot API');
  return update as Update;
}
