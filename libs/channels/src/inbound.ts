import { createHash } from 'node:crypto';
import { InboundMessage, LONGEST_TEXT, terminal } from '@arbiter/contracts';
import { objectProblems } from '@arbiter/platform/adapter';
import type { PostMemory } from './memory';

/** A text over the longest is not cut: what it asked might stand in the part that is gone. The person is told instead. */
export function asInbound(message: InboundMessage, posts: PostMemory): InboundMessage {
  const { replyToMessageId } = message;
  const anchored = replyToMessageId === undefined ? message : { ...message, replyToMessageId: posts.answeredBy(message.sessionId, replyToMessageId) };
  const readable = anchored.text.length > LONGEST_TEXT ? { ...anchored, text: `a text of ${anchored.text.length} characters`, unreadable: 'too_long' as const } : anchored;
  const [problem] = objectProblems(InboundMessage, readable);
  if (problem) throw terminal('invalid_message', problem.detail, problem.field);
  return readable;
}

/** CH-05: the same message has the same id, so the broker keeps one of what comes twice at once; ingress knows it for ever. */
export const idOfInbound = (tenant: string, channel: string, { sessionId, messageId }: InboundMessage): string =>
  createHash('sha256').update(JSON.stringify([tenant, channel, sessionId, messageId])).digest('hex');
