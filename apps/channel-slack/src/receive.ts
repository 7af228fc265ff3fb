import { Refusal, jsonIn, openReceiver, type ChannelHost, type Received, type Receiver } from '@arbiter/channels';
import { ArbiterError } from '@arbiter/contracts';
import type { SlackConfiguration } from './configuration';
import { verify } from './signature';
import type { BlockActions, EventCallback, SlackPayload, SlackUpdate, UrlVerification } from './update';

/**
 * Receives Slack's requests.
 *
 * 1. Nothing is read before its signature was checked.
 * 2. Slack gets 200 only when the broker has the message. It waits three seconds, then tries again at once, after a
 *    minute and after five; a repeat has the same channel and timestamp.
 * 3. A request that can never be a message, or has the id of another, is answered with 200 too: trying again would not
 *    help.
 */
export function openListener(
  host: ChannelHost<SlackUpdate>,
  { signingSecret, locale, host: address, port }: SlackConfiguration,
): Promise<Receiver> {
  const taking: Taking = (payload) => take(host, { payload, locale });
  return openReceiver({
    host: address,
    port,
    logger: host.logger,
    routes: (server) => {
      server.addHook<Received>('preHandler', async (request) => verify(request, signingSecret, Date.now()));
      server.post<Received>('/slack/events', ({ body }) => onEvent(body, taking));
      server.post<Received>('/slack/actions', ({ body }) => onAction(body, taking));
    },
  });
}

type Taking = (payload: SlackPayload) => Promise<void>;

/** Slack is told its own challenge, and nothing otherwise. */
async function onEvent(body: Buffer, take: Taking): Promise<string> {
  const given = payloadIn<UrlVerification | EventCallback>(body);
  if (given.type === 'url_verification') return String(given.challenge);
  if (given.type === 'event_callback' && typeof given.event === 'object') await take(given);
  return '';
}

async function onAction(body: Buffer, take: Taking): Promise<string> {
  const given = payloadIn<BlockActions>(Buffer.from(new URLSearchParams(body.toString('utf8')).get('payload') ?? ''));
  if (given.type === 'block_actions' && Array.isArray(given.actions)) await take(given);
  return '';
}

async function take(host: ChannelHost<SlackUpdate>, update: SlackUpdate): Promise<void> {
  try {
    await host.accept(update);
  } catch (error) {
    if (!(error instanceof ArbiterError) || error.kind === 'retryable') throw error;
    host.logger.warn({ err: error, update: update.payload.type }, 'update left');
  }
}

/** The signature proves that the payload is Slack's; its type tells which kind it is. */
function payloadIn<T extends { readonly type: string }>(json: Buffer): T {
  const payload = jsonIn(json) as T | null;
  if (typeof payload?.type !== 'string') throw new Refusal(400, 'the body is nothing Slack sends');
  return payload;
}
