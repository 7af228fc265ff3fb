import type { ApiError, InlineKeyboardMarkup, ReactionType } from 'grammy/types';

const METHODS = [
  'getUpdates',
  'setWebhook',
  'deleteWebhook',
  'sendMessage',
  'setMessageReaction',
  'sendChatAction',
  'answerCallbackQuery',
];
/** The ones of Telegram's list of free reactions that matter here. */
const REACTIONS: readonly string[] = ['👍', '👎', '❤', '🔥', '👀', '🎉', '👌', '🤔'];

const LONGEST_TEXT = 4_096;
const MOST_DATA_BYTES = 64;

/** What the Bot API refuses on its own, in its own words; null when it would carry the call out. */
export function refusalOf(
  method: string,
  payload: Record<string, unknown>,
  hasWebhook: boolean,
): Omit<ApiError, 'ok'> | null {
  if (!METHODS.includes(method)) return { error_code: 404, description: 'Not Found' };
  if (method === 'getUpdates' && hasWebhook) {
    return {
      error_code: 409,
      description:
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    };
  }
  const problem =
    method === 'sendMessage'
      ? problemOfMessage(payload)
      : method === 'setMessageReaction'
        ? problemOfReaction(payload)
        : null;
  return problem === null ? null : { error_code: 400, description: `Bad Request: ${problem}` };
}

function problemOfMessage({ text, reply_markup, chat_id }: Record<string, unknown>): string | null {
  if (!Number.isSafeInteger(chat_id)) return 'chat not found';
  if (typeof text !== 'string' || text.trim() === '') return 'message text is empty';
  if (text.length > LONGEST_TEXT) return 'message is too long';
  const buttons = (reply_markup as InlineKeyboardMarkup | undefined)?.inline_keyboard.flat() ?? [];
  if (buttons.some((button) => button.text === ''))
    return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
  return buttons.some(
    (button) => 'callback_data' in button && Buffer.byteLength(button.callback_data) > MOST_DATA_BYTES,
  )
    ? 'BUTTON_DATA_INVALID'
    : null;
}

function problemOfReaction({ message_id, reaction }: Record<string, unknown>): string | null {
  if (!Number.isSafeInteger(message_id)) return 'message to react not found';
  const reactions = reaction as ReactionType[];
  if (reactions.length > 1) return 'REACTIONS_TOO_MANY';
  return reactions.every((one) => one.type === 'emoji' && REACTIONS.includes(one.emoji)) ? null : 'REACTION_INVALID';
}
