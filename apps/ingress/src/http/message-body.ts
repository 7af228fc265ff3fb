import { InboundMessage } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = InboundMessage;

/** CH-01 over HTTP. */
export class MessageBody implements InboundMessage {
  @Fits(properties.sessionId) sessionId!: string;
  @Fits(properties.userId) userId!: string;
  @Fits(properties.text) text!: string;
  @Fits(properties.messageId) messageId!: string;
  @Fits(properties.replyToMessageId) replyToMessageId?: string;
  @Fits(properties.channel) channel?: string;
  @Fits(properties.channelMetadata) channelMetadata?: Record<string, unknown>;
}
