import { Type, type Static } from 'typebox';
import { Closed, OneOf, Values } from './vocabulary';

/** A name that somebody else gave. Descriptions complete the sentence "… must be". */
export const Identifier = Type.String({
  minLength: 1, maxLength: 128, pattern: '^[^\\u0000-\\u001f\\u007f]+$', description: 'a text of 1 to 128 characters without control characters',
});

export const ChannelName = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,31}$', description: 'a lower-case letter, then up to 31 lower-case letters, digits or underscores',
});

/** CH-01: the one canonical inbound message; `sessionId` is the chat, never a reply or a thread (CH-02). */
export const InboundMessage = Closed({
  sessionId: Identifier,
  userId: Identifier,
  text: Type.String({ minLength: 1, maxLength: 8_000, description: 'a text of 1 to 8000 characters' }),
  messageId: Identifier,
  replyToMessageId: Type.Optional(Identifier),
  channel: Type.Optional(ChannelName),
  channelMetadata: Type.Optional({ ...Values, description: 'an object' }),
});
export type InboundMessage = Static<typeof InboundMessage>;

/** What starts a named template. */
export const RunSubmission = Closed({
  template: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'the name of a template: a lower-case letter, then up to 63 lower-case letters, digits or underscores' }),
  args: Type.Optional({ ...Values, description: 'an object' }),
  sessionId: Type.Optional(Identifier),
  userId: Type.Optional(Identifier),
});
export type RunSubmission = Static<typeof RunSubmission>;

/** What a channel adapter gets back on its out subject. */
export const OutboundMessage = Closed({
  sessionId: Identifier,
  requestId: Type.String({ description: 'the run that answers' }),
  inReplyTo: Type.Union([Type.String(), Type.Null()], { description: 'the messageId it answers' }),
  kind: OneOf(['reply', 'proposal']),
  status: Type.String(),
  header: Type.Unknown({ description: 'what was executed and how it went (ER-01)' }),
  text: Type.String(),
});
export type OutboundMessage = Static<typeof OutboundMessage>;
