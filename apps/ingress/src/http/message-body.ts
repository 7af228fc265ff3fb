import { ChatMessage, type WishedTier } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = ChatMessage;

/** CH-01 over HTTP. */
export class MessageBody implements ChatMessage {
  @Fits(properties.sessionId) sessionId!: string;
  @Fits(properties.userId) userId!: string;
  @Fits(properties.text) text!: string;
  @Fits(properties.messageId) messageId!: string;
  @Fits(properties.replyToMessageId) replyToMessageId?: string;
  @Fits(properties.answerTo) answerTo?: string;
  @Fits(properties.channel) channel?: string;
  @Fits(properties.channelMetadata) channelMetadata?: Record<string, unknown>;
  @Fits(properties.tier) tier?: WishedTier;
}
