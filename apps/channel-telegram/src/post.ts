import type { InlineKeyboardMarkup, LinkPreviewOptions, ReactionType, ReplyParameters } from 'grammy/types';

/** One call to make at the Bot API. */
export type TelegramPost =
  | {
      readonly method: 'sendMessage';
      readonly payload: {
        readonly chat_id: number;
        readonly text: string;
        readonly message_thread_id?: number;
        readonly link_preview_options: LinkPreviewOptions;
        readonly reply_parameters?: ReplyParameters;
        readonly reply_markup?: InlineKeyboardMarkup;
      };
    }
  | {
      readonly method: 'setMessageReaction';
      readonly payload: { readonly chat_id: number; readonly message_id: number; readonly reaction: ReactionType[] };
    }
  | {
      readonly method: 'sendChatAction';
      readonly payload: { readonly chat_id: number; readonly message_thread_id?: number; readonly action: 'typing' };
    };
