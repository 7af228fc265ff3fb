import type { Deliver } from '@arbiter/channels';
import type { Api } from 'grammy';
import { idOfMessage } from './message-id';
import type { TelegramPost } from './post';
import { asArbiterError } from './telegram-error';

/** The signal as the library knows it; the platform's own has the same members. */
export type CallSignal = Parameters<Api['getMe']>[0];

/** Makes the calls of `render`. A reaction or "typing" that fails is left: no reply waits for an ornament. */
export const deliverBy =
  (api: Api): Deliver<TelegramPost> =>
  async (post, { signal }) => {
    if (post.method === 'sendMessage') return send(api, post.payload, signal as CallSignal);
    const ornament =
      post.method === 'sendChatAction'
        ? api.raw.sendChatAction(post.payload, signal as CallSignal)
        : api.raw.setMessageReaction(post.payload, signal as CallSignal);
    await ornament.catch(() => undefined);
    return null;
  };

async function send(
  api: Api,
  payload: Extract<TelegramPost, { method: 'sendMessage' }>['payload'],
  signal: CallSignal,
): Promise<string> {
  const sent = await api.raw.sendMessage(payload, signal).catch((error: unknown) => {
    throw asArbiterError(error);
  });
  return idOfMessage(sent);
}
