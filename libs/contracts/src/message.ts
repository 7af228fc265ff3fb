import { Type, type Static } from 'typebox';
import { Closed, Values } from './vocabulary';

/** What no identifier may hold: control characters. */
const IDENTIFIER = '^[^\\u0000-\\u001f\\u007f]+$';

/** CH-01: the one canonical inbound message; `sessionId` is the chat, never a reply or a thread (CH-02). */
export const InboundMessage = Closed({
  sessionId: Type.String({ minLength: 1, maxLength: 128, pattern: IDENTIFIER }),
  userId: Type.String({ minLength: 1, maxLength: 128, pattern: IDENTIFIER }),
  text: Type.String({ minLength: 1, maxLength: 8_000 }),
  messageId: Type.String({ minLength: 1, maxLength: 128, pattern: IDENTIFIER }),
  replyToMessageId: Type.Optional(Type.String({ minLength: 1, maxLength: 128, pattern: IDENTIFIER })),
  channel: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' })),
  channelMetadata: Type.Optional(Values),
});
export type InboundMessage = Static<typeof InboundMessage>;

/** What a channel adapter gets back on its out subject. */
export interface OutboundMessage {
  readonly sessionId: string;
  readonly requestId: string;
  readonly inReplyTo: string | null;
  readonly kind: 'reply' | 'proposal';
  readonly status: string;
  readonly header: unknown;
  readonly text: string;
}
