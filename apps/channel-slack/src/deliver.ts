import type { Deliver } from '@arbiter/channels';
import { LogLevel, WebClient } from '@slack/web-api';
import type { SlackPost } from './post';
import { asArbiterError, codeOf } from './slack-error';

const CALL_MILLISECONDS = 10_000;
/** The first message of the thread is gone; the answer then goes to the channel. */
const WITHOUT_THREAD = ['thread_not_found', 'cannot_reply_to_message', 'message_not_found'];

/** Retries and waits are the host's. */
export const openSlack = (token: string, apiUrl: string): WebClient =>
  new WebClient(token, {
    slackApiUrl: apiUrl,
    allowAbsoluteUrls: false,
    timeout: CALL_MILLISECONDS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
  });

/** Makes the calls of `render`. A reaction that fails is left: no reply waits for an ornament. */
export const deliverBy =
  (client: WebClient): Deliver<SlackPost> =>
  async (post) => {
    if (post.method === 'chat.postMessage') return say(client, post.arguments);
    await client.apiCall(post.method, post.arguments).catch(() => undefined);
    return null;
  };

async function say(
  client: WebClient,
  { thread_ts, reply_broadcast, ...message }: Extract<SlackPost, { method: 'chat.postMessage' }>['arguments'],
): Promise<string> {
  const call = (where: object) => client.apiCall('chat.postMessage', { ...message, ...where, ...NO_MARKUP });
  try {
    const sent = await call(
      thread_ts === undefined ? {} : { thread_ts, ...(reply_broadcast ? { reply_broadcast } : {}) },
    ).catch((error: unknown) => {
      if (thread_ts !== undefined && WITHOUT_THREAD.includes(codeOf(error) ?? '')) return call({});
      throw error;
    });
    return String((sent as { ts?: unknown }).ts);
  } catch (error) {
    throw asArbiterError(error);
  }
}

/** Nothing of a text becomes a link, a mention or a preview. */
const NO_MARKUP = { parse: 'none', link_names: false, mrkdwn: false, unfurl_links: false, unfurl_media: false };
