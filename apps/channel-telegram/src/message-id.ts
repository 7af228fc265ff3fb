import type { Message } from 'grammy/types';

/**
 * Telegram numbers the messages of a chat; an update without a number of its own gets a name that never collides with
 * one. The id of a message in a forum's topic also names the topic, so that the answer can go there too: `17`,
 * `18-in-5`, an edit `17-edited-1767225600`, a pressed button `press-4382bfdwdsb323b2d9-in-5`.
 */
type Standing = Pick<Message, 'message_id' | 'message_thread_id' | 'is_topic_message'>;

export const idOfMessage = (message: Standing): string => `${message.message_id}${suffixOf(message)}`;
export const idOfEdit = (message: Standing & { readonly edit_date: number }): string =>
  `${idOfMessage(message)}-edited-${message.edit_date}`;
export const idOfPress = (queryId: string, message: Standing): string => `press-${queryId}${suffixOf(message)}`;

/** The message to react to or to quote; null when the id names none. */
export const numberOf = (messageId: string): number | null =>
  numberIn(/^(\d{1,15})(?:-in-\d+)?(?:-edited-\d+)?$/.exec(messageId));

/** The topic of a message; null: the chat itself. */
export const topicOf = (messageId: string): number | null =>
  numberIn(/-in-(\d{1,15})(?:-edited-\d+)?$/.exec(messageId));

/** Replies make threads of their own in groups without topics; those are no place. */
const suffixOf = ({ message_thread_id, is_topic_message }: Standing): string =>
  is_topic_message && message_thread_id !== undefined ? `-in-${message_thread_id}` : '';

const numberIn = (match: RegExpExecArray | null): number | null => (match === null ? null : Number(match[1]));
