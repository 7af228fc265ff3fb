import { defineChannel } from '@arbiter/channels';
import { terminal, type OutboundMessage } from '@arbiter/contracts';
import type { Visitor } from './visitor';

/** A visitor's request body; only the token identifies the visitor. */
export interface Said {
  readonly visitor: Visitor;
  readonly body: unknown;
}

const FIELDS: ReadonlySet<string> = new Set(['messageId', 'text', 'replyToMessageId', 'answerTo', 'locale']);

/** A site's own visitors: their page sends texts and shows outbound messages as it can. */
export const web = defineChannel<Said, OutboundMessage>({
  name: 'web',
  capabilities: { longestText: 1_000_000, buttons: true, reactions: true, quotes: true },
  toCanonical: ({ visitor: { sessionId, userId }, body }) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw terminal('invalid_message', 'the body must be a JSON object', 'body');
    const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
    if (unknown !== undefined) throw terminal('invalid_message', `${unknown} is not a known field; remove it`, unknown);
    const { locale, ...message } = body as { messageId: string; text: string; locale?: unknown };
    if (locale !== undefined && (typeof locale !== 'string' || !/^[A-Za-z-]{2,35}$/.test(locale))) {
      throw terminal('invalid_message', 'locale must be a language as a browser names it, as en or de-AT', 'locale');
    }
    return { ...message, sessionId, userId, ...(locale === undefined ? {} : { channelMetadata: { locale } }) };
  },
  render: (message) => [message],
});
