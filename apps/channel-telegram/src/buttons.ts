import type { CallbackQuery, InlineKeyboardMarkup } from 'grammy/types';

/**
 * One choice per row. A button's data may have 64 bytes: it holds the question's id and the number of the choice; its
 * label is the answer.
 */
export const keyboardOf = (answerTo: string, choices: readonly string[]): InlineKeyboardMarkup => ({
  inline_keyboard: choices.map((choice, index) => [{ text: choice, callback_data: `${answerTo}:${index}` }]),
});

/** Null when the button is none of these. The text is null when Telegram no longer shows the message it hung on. */
export function pressedButton({ data, message }: CallbackQuery): { answerTo: string; text: string | null } | null {
  const answerTo = /^(.{1,60}):\d+$/.exec(data ?? '')?.[1];
  if (answerTo === undefined) return null;
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  return {
    answerTo,
    text: buttons.find((button) => 'callback_data' in button && button.callback_data === data)?.text ?? null,
  };
}
