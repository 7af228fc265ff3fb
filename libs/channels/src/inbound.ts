import { createHash } from 'node:crypto';
import { InboundCancel, InboundMessage, LONGEST_TEXT, canonicalJson, findUnsafe, terminal } from '@arbiter/contracts';
import { objectProblems } from '@arbiter/runtime/adapter';
import type { PostMemory } from './recent-messages';

/**
 * Throws a terminal error that names the field: no message is taken that ingress would have to set aside. A text over
 * the limit is not cut, because the request might be in the lost part; the person is told instead.
 */
export function asInbound(message: InboundMessage, posts: PostMemory): InboundMessage {
  checkSafe(message);
  const { replyToMessageId } = message;
  const anchored =
    replyToMessageId === undefined
      ? message
      : { ...message, replyToMessageId: posts.answeredBy(message.sessionId, replyToMessageId) };
  const readable = isTooLong(anchored.text)
    ? { ...anchored, text: `a text of ${anchored.text.length} characters`, unreadable: 'too_long' as const }
    : anchored;
  const [problem] = objectProblems(InboundMessage, readable);
  if (problem) throw terminal('invalid_message', problem.detail, problem.field);
  return readable;
}

/** Throws the same as `asInbound`. */
export function asCancel(body: unknown): InboundCancel {
  checkSafe(body);
  const [problem] = objectProblems(InboundCancel, body);
  if (problem) throw terminal('invalid_message', problem.detail, problem.field);
  return body as InboundCancel;
}

function checkSafe(value: unknown): void {
  const unsafe = findUnsafe(value);
  if (unsafe) throw terminal('unsafe_text', `${unsafe.field} ${unsafe.reason}`, unsafe.field);
}

/** A provider may send anything, and no text at all. */
const isTooLong = (text: unknown): boolean => typeof text === 'string' && text.length > LONGEST_TEXT;

/** CH-05: the same message has the same id, wherever and however often it comes in. */
export const idOfInbound = (tenant: string, channel: string, { sessionId, messageId }: InboundMessage): string =>
  digestOf(JSON.stringify([tenant, channel, sessionId, messageId]));

/**
 * The same for two messages that say the same, however their fields are ordered; taken before anything of ours is put
 * in.
 */
export const contentOf = (message: InboundMessage): string => digestOf(canonicalJson(message));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
