import { defineChannel } from '@arbiter/channels';
import { terminal, type OutboundMessage } from '@arbiter/contracts';
import type { Visitor } from './visitor';

/** A visitor's request body; only the token identifies the visitor. */
export interface Said {
  readonly visitor: Visitor;
  readonly body: unknown;
}

const FIELDS: ReadonlySet<string> = new Set(['messageId', 'text', 'replyToMessageId', 'answerTo', 'locale']);

/** Only the token identifies the visitor here too. */
export function cancelOf(userId: string, body: unknown): object {
  const given = objectIn(body);
  const unknown = Object.keys(given).find((field) => field !== 'requestId');
  if (unknown !== undefined) throw unknownField(unknown);
  return { ...given, userId };
}

function objectIn(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw terminal('invalid_message', 'the body must be a JSON object', 'body');
}

const unknownField = (field: string) => terminal('invalid_message', `${field} is not a known field; remove it`, field);

/** A site's own visitors: their page sends texts and shows outbound messages as it can. */
export const web = defineChannel<Said, OutboundMessage>({
  name: 'web',
  capabilities: { longestText: 1_000_000, buttons: true, reactions: true, quotes: true },
  toCanonical: ({ visitor: { sessionId, userId }, body }) => {
    const given = objectIn(body);
    const unknown = Object.keys(given).find((field) => !FIELDS.has(field));
    if (unknown !== undefined) throw unknownField(unknown);
    const { locale, ...message } = given as { messageId: string; text: string; locale?: unknown };
    if (locale !== undefined && (typeof locale !== 'string' || !/^[A-Za-z-]{2,35}$/.test(locale))) {
      throw terminal('invalid_message', 'locale must be a language as a browser names it, as en or de-AT', 'locale');
    }
    return { ...message, sessionId, userId, ...(locale === undefined ? {} : { channelMetadata: { locale } }) };
  },
  render: (message) => [message],
});
