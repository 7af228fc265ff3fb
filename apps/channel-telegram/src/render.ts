import { textsOf } from '@arbiter/channels';
import type { Mark, OutboundMessage } from '@arbiter/contracts';
import type { ReactionTypeEmoji } from 'grammy/types';
import { keyboardOf } from './buttons';
import { numberOf, topicOf } from './message-id';
import type { TelegramPost } from './post';

/** Characters of one message, as Telegram counts them. */
export const LONGEST_TEXT = 4_096;

/** From the list of reactions Telegram allows a bot; one a message. */
const REACTIONS: Record<Mark['reaction'], ReactionTypeEmoji['emoji'] | null> = {
  working: '👀',
  done: '👍',
  none: null,
};

/**
 * Words first, for they matter most: the header before the text (ER-01), buttons below the last piece. No parse mode:
 * all is text.
 */
export function render(message: OutboundMessage): readonly TelegramPost[] {
  const chatId = Number(message.sessionId);
  const typing: TelegramPost = {
    method: 'sendChatAction',
    payload: { chat_id: chatId, action: 'typing', ...placeOf(message) },
  };
  const ornaments = [
    ...message.marks.flatMap((mark) => reactionOf(chatId, mark)),
    ...(message.kind === 'working' ? [typing] : []),
  ];
  return [...wordsOf(chatId, message), ...ornaments];
}

function wordsOf(chatId: number, message: OutboundMessage): readonly TelegramPost[] {
  const texts = textsOf(message, LONGEST_TEXT);
  const quoted = message.quote === null ? null : numberOf(message.quote);
  return texts.map((text, index): TelegramPost => ({
    method: 'sendMessage',
    payload: {
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
      ...placeOf(message),
      ...(index === 0 && quoted !== null
        ? { reply_parameters: { message_id: quoted, allow_sending_without_reply: true } }
        : {}),
      ...(index === texts.length - 1 && message.choices.length > 0
        ? { reply_markup: keyboardOf(message.answerTo, message.choices) }
        : {}),
    },
  }));
}

/** The answer to a message of a topic goes to that topic. */
function placeOf({ inReplyTo }: OutboundMessage): { message_thread_id?: number } {
  const topic = inReplyTo === null ? null : topicOf(inReplyTo);
  return topic === null ? {} : { message_thread_id: topic };
}

/** A pressed button is no message and carries no reaction. */
function reactionOf(chatId: number, { messageId, reaction }: Mark): readonly TelegramPost[] {
  const number = numberOf(messageId);
  if (number === null) return [];
  const emoji = REACTIONS[reaction];
  return [
    {
      method: 'setMessageReaction',
      payload: { chat_id: chatId, message_id: number, reaction: emoji === null ? [] : [{ type: 'emoji', emoji }] },
    },
  ];
}
