import { Type, type Static } from 'typebox';
import { Source } from './evidence';
import { Closed, OneOf, TwoStage, Values, WishedTier } from './vocabulary';

/** A name from outside. Descriptions complete the sentence "… must be". */
export const Identifier = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'a text of 1 to 128 characters without control characters',
});

/** Prefixes of the platform's own customers: playbooks, and accounts without a link. */
export const RESERVED_PREFIXES = ['playbook.', 'account:'] as const;

/** Whether a name from outside would stand for a customer of the platform's own. */
export const isReservedName = (name: string): boolean => RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));

/** Who a caller says that a person is: never one of the customers that the platform names itself. */
export const PersonIdentifier = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^(?!playbook\\.|account:)[^\\u0000-\\u001f\\u007f]+$',
  description:
    'a text of 1 to 128 characters without control characters, not beginning with "playbook." or "account:", which are names of the platform itself',
});

/** The chat a person writes in; a playbook's chat belongs to no person. */
export const SessionIdentifier = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^(?!playbook\\.)[^\\u0000-\\u001f\\u007f]+$',
  description: 'a text of 1 to 128 characters without control characters, not beginning with "playbook."',
});

export const ChannelName = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,31}$',
  description: 'a lower-case letter, then up to 31 lower-case letters, digits or underscores',
});

export const LONGEST_TEXT = 8_000;

/** Why a message came without a text that could be read. */
export const UNREADABLE = ['edited', 'too_long', 'unsupported'] as const;

/**
 * CH-01: the one canonical inbound message; `sessionId` is the chat, never a reply or a thread (CH-02).
 * `replyToMessageId` is a hint (RT-11): the person's message, or the one that the quoted reply answered. `answerTo` is
 * a pressed button: the `answerTo` of the outbound message it stood under; the text answers that question and no other.
 */
export const InboundMessage = Closed({
  sessionId: SessionIdentifier,
  userId: PersonIdentifier,
  text: Type.String({ minLength: 1, maxLength: LONGEST_TEXT, description: 'a text of 1 to 8000 characters' }),
  messageId: Identifier,
  replyToMessageId: Type.Optional(Identifier),
  answerTo: Type.Optional(Identifier),
  unreadable: Type.Optional({
    ...OneOf(UNREADABLE),
    description: `one of ${UNREADABLE.join(', ')}; the text then only says what came`,
  }),
  channel: Type.Optional(ChannelName),
  channelMetadata: Type.Optional({ ...Values, description: 'an object' }),
  tier: Type.Optional(WishedTier),
  twoStage: Type.Optional(TwoStage),
});
export type InboundMessage = Static<typeof InboundMessage>;

const { unreadable: _, twoStage: __, ...readable } = InboundMessage.properties;
/** The same over HTTP: only an adapter can meet an unreadable message, and the route says whether it is two-stage. */
export const ChatMessage = Closed(readable);
export type ChatMessage = Static<typeof ChatMessage>;

/** The `rag.cancel` of EX-21 as it comes in on a channel (EV-01): the run is one of the person who asks. */
export const InboundCancel = Closed({
  requestId: Identifier,
  userId: PersonIdentifier,
});
export type InboundCancel = Static<typeof InboundCancel>;

/** The request to start a named template. */
export const RunSubmission = Closed({
  template: Type.String({
    pattern: '^[a-z][a-z0-9_]{0,63}$',
    description: 'the name of a template: a lower-case letter, then up to 63 lower-case letters, digits or underscores',
  }),
  args: Type.Optional({ ...Values, description: 'an object' }),
  sessionId: SessionIdentifier,
  userId: Type.Optional(PersonIdentifier),
  tier: Type.Optional(WishedTier),
});
export type RunSubmission = Static<typeof RunSubmission>;

/** CH-10, CH-11: a reaction on the person's message; `none` takes it away. */
export const Mark = Closed({ messageId: Type.String(), reaction: OneOf(['working', 'done', 'none']) });
export type Mark = Static<typeof Mark>;

/**
 * A channel adapter's outbound message, in this order and each once: `working` when the run begins, `pre` the message
 * before any action (CH-15), `proposal` an action that waits for an approval, `reply` the end.
 */
export const OutboundMessage = Closed({
  sessionId: Identifier,
  requestId: Type.String({ description: 'the run that answers' }),
  inReplyTo: Type.Union([Type.String(), Type.Null()], { description: 'the messageId it answers' }),
  kind: OneOf(['working', 'pre', 'proposal', 'reply']),
  status: Type.String({ description: 'in_progress, workflow_proposed, or how the run ended' }),
  code: Type.Union([Type.String(), Type.Null()], { description: 'ER-04: the stable code of what went wrong' }),
  header: Type.Unknown({ description: 'what was executed and how it went (ER-01), with codes: for programs' }),
  headerText: Type.String({
    description: 'the same for people: a line a step, in their language; empty when nothing was executed',
  }),
  text: Type.String(),
  sources: Type.Optional(
    Type.Array(Source, { description: 'what of the knowledge the text stands on; none when left out' }),
  ),
  locale: Type.String(),
  quote: Type.Union([Type.String(), Type.Null()], { description: 'the messageId to quote; null: none (CH-08, CH-09)' }),
  choices: Type.Array(Type.String(), {
    description: 'answers for buttons; a pressed one is sent as text with this `answerTo`',
  }),
  answerTo: Type.String({ maxLength: 40, description: 'names what is asked; short enough to hang on any button' }),
  marks: Type.Array(Mark),
});
export type OutboundMessage = Static<typeof OutboundMessage>;
