import { defineChannel } from '@arbiter/channels';
import { terminal, type InboundMessage, type OutboundMessage } from '@arbiter/contracts';

/**
 * A program behind a URL: it sends canonical messages and gets outbound ones whole, header, choices, marks and all, to
 * show them as it can. An edit or a picture it sends as `unreadable`, under a messageId of its own.
 */
export const webhook = defineChannel<unknown, OutboundMessage>({
  name: 'webhook',
  capabilities: { longestText: 1_000_000, buttons: true, reactions: true, quotes: true },
  toCanonical: (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw terminal('invalid_message', 'the body must be a JSON object', 'body');
    if ('channel' in body) throw terminal('invalid_message', 'channel is not a known field; remove it', 'channel');
    return body as InboundMessage;
  },
  render: (message) => [message],
});
