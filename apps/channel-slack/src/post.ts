import type { KnownBlock } from '@slack/types';

/** One call to make at Slack's Web API. */
export type SlackPost =
  | {
      readonly method: 'chat.postMessage';
      readonly arguments: {
        readonly channel: string;
        /** shown in notifications; escaped, for Slack reads its own sequences in it */
        readonly text: string;
        readonly blocks: KnownBlock[];
        readonly thread_ts?: string;
        readonly reply_broadcast?: boolean;
      };
    }
  | {
      readonly method: 'reactions.add' | 'reactions.remove';
      readonly arguments: { readonly channel: string; readonly timestamp: string; readonly name: string };
    };
