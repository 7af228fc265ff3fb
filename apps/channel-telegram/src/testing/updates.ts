import type { ProviderAction, ShownPost } from '@arbiter/channels/testing';
import type { Message, Update, User } from 'grammy/types';
import type { BotCall } from './telegram-server';

type Unnumbered = Omit<Update, 'update_id'>;

const BOT: User = { id: 110_201_543, is_bot: true, first_name: 'Ada' };
const DATE = 1_767_225_600;

/** Private chats have the number of their person; groups would be negative. */
export const chatIdOf = (chat: number): number => 4_000 + chat;

export const personOf = (person: number): User => ({
  id: 7_000 + person,
  is_bot: false,
  first_name: 'Luca',
  language_code: 'en',
});

/** A message as Telegram sends it, with nothing in it yet. */
export const messageIn = (chat: number, number: number, from: User): Message & Update.NonChannel => ({
  message_id: number,
  date: DATE,
  chat: { id: chatIdOf(chat), type: 'private', first_name: 'Luca' },
  from,
});

/** What happened as the update that Telegram makes of it. */
export function updateOf(action: ProviderAction): Unnumbered {
  const { chat, number, kind } = action;
  const message = messageIn(chat, number, personOf(action.person));
  switch (kind) {
    case 'text':
      return {
        message: {
          ...message,
          text: action.text,
          ...commandIn(action.text),
          ...(action.quotes ? { reply_to_message: standing(action.quotes) } : {}),
        },
      };
    case 'edited':
      return { edited_message: { ...message, text: action.text, edit_date: DATE + 60 } };
    case 'unsupported':
      return { message: { ...message, photo: [{ file_id: 'f', file_unique_id: 'u', width: 90, height: 90 }] } };
    case 'own':
      return { message: { ...message, from: BOT, text: 'said by a bot' } };
    case 'pressed':
      return { callback_query: pressOf(action) };
  }
}

/** Telegram marks a command at the beginning of a text. */
function commandIn(text: string): Pick<Message, 'entities'> {
  const command = /^\/\w+/.exec(text)?.[0];
  return command === undefined ? {} : { entities: [{ type: 'bot_command', offset: 0, length: command.length }] };
}

function pressOf({
  chat,
  person,
  number,
  post,
  choice,
}: Extract<ProviderAction, { kind: 'pressed' }>): Update['callback_query'] {
  const message = standing(post);
  const button = message.reply_markup?.inline_keyboard.flat()[choice];
  if (!button || !('callback_data' in button)) throw new Error(`the post has no button ${choice}`);
  return {
    id: `43829${number}`,
    from: personOf(person),
    chat_instance: String(chat),
    message,
    data: button.callback_data,
  };
}

/** Our own post as Telegram sends it along. */
function standing(post: ShownPost): Message & { reply_to_message: undefined } {
  const { call } = post as StandingPost;
  return { ...(call.result as Message), from: BOT, reply_to_message: undefined };
}

export interface StandingPost extends ShownPost {
  readonly call: BotCall;
}
