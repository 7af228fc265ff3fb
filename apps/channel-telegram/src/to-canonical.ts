import type { Canonical, Disregarded } from '@arbiter/channels';
import type { CallbackQuery, Message, Update, User } from 'grammy/types';
import { pressedButton } from './buttons';
import { idOfEdit, idOfMessage, idOfPress } from './message-id';

/** The updates that Telegram is asked to send; all others would be disregarded. */
export const WANTED_UPDATES = ['message', 'edited_message', 'callback_query'] as const;

/**
 * The kinds of messages without text that a person can send. Any other message without a text is Telegram's own notice.
 */
const UNREADABLE_KINDS = [
  'photo',
  'sticker',
  'voice',
  'video',
  'video_note',
  'animation',
  'audio',
  'document',
  'live_photo',
  'paid_media',
  'contact',
  'location',
  'venue',
  'poll',
  'dice',
  'game',
  'story',
  'checklist',
  'rich_message',
] as const satisfies readonly (keyof Message)[];

/** The text for opening the chat. */
const OPENING = 'hi';

/** CH-01, CH-02: the chat is the session, whatever topic or message is replied to. */
export function toCanonical(update: Update): Canonical {
  if (update.message) return saidOf(update.message);
  if (update.edited_message) return editedOf(update.edited_message);
  if (update.callback_query) return pressOf(update.callback_query);
  return disregarded('no message of a person');
}

function saidOf(message: Message): Canonical {
  const person = personOf(message);
  if (!person) return disregarded('not written by a person');
  const said = { ...placeOf(message.chat.id, person), messageId: idOfMessage(message), ...hintOf(message) };
  if (message.text) return { ...said, text: textOf(message) };
  const kind = UNREADABLE_KINDS.find((name) => message[name] !== undefined);
  return kind === undefined ? disregarded('a notice of the chat') : { ...said, text: kind, unreadable: 'unsupported' };
}

/** Only a changed text matters; a moving location is edited all the time. */
function editedOf(message: Message & Update.Edited): Canonical {
  const person = personOf(message);
  if (!person || !message.text) return disregarded('an edit of something else than a text');
  const edit = {
    ...placeOf(message.chat.id, person),
    messageId: idOfEdit(message),
    replyToMessageId: idOfMessage(message),
  };
  return { ...edit, text: 'edited message', unreadable: 'edited' };
}

function pressOf(query: CallbackQuery): Canonical {
  const button = pressedButton(query);
  if (!query.message || !button) return disregarded('a button of another program');
  const press = { ...placeOf(query.message.chat.id, query.from), messageId: idOfPress(query.id, query.message) };
  return button.text === null
    ? { ...press, text: 'button', unreadable: 'unsupported' }
    : { ...press, text: button.text, answerTo: button.answerTo };
}

/** Null for bots, and for people who write in the name of a chat: their orders would belong to no known person. */
const personOf = ({ from, sender_chat, is_automatic_forward }: Message): User | null =>
  from && !from.is_bot && !sender_chat && !is_automatic_forward ? from : null;

const placeOf = (chatId: number, { id, language_code }: User) => ({
  sessionId: String(chatId),
  userId: String(id),
  ...(language_code === undefined ? {} : { channelMetadata: { locale: language_code } }),
});

/** In a forum every message replies to the notice that opened its topic; that is a place, not a reply. */
function hintOf({ reply_to_message: repliedTo }: Message): { replyToMessageId?: string } {
  return repliedTo && !repliedTo.forum_topic_created ? { replyToMessageId: idOfMessage(repliedTo) } : {};
}

/**
 * A command reads as its word: "/stop@ada_bot please" as "stop please". The button that opens a chat sends "/start".
 */
function textOf({ text = '', entities = [] }: Message): string {
  const command = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0);
  if (!command) return text;
  const word = text.slice(1, command.length).replace(/@.*/, '');
  return word === 'start' ? OPENING : `${word}${text.slice(command.length)}`;
}

const disregarded = (reason: string): Disregarded => ({ disregarded: reason });
