import type { AppMentionEvent, MessageEvent } from '@slack/types';

/** The envelope the Events API puts around an event, as far as it is read here. */
export interface EventCallback {
  readonly type: 'event_callback';
  readonly event_id: string;
  readonly event: MessageEvent | AppMentionEvent;
  readonly authorizations?: readonly { readonly user_id: string; readonly is_bot: boolean }[];
}

/** Slack's payload when a person presses a button of a message. */
export interface BlockActions {
  readonly type: 'block_actions';
  readonly user: { readonly id: string };
  readonly channel?: { readonly id: string };
  /** the post the button hangs on */
  readonly message?: { readonly thread_ts?: string; readonly subtype?: string };
  readonly actions: readonly {
    readonly type: string;
    readonly action_id: string;
    readonly action_ts: string;
    readonly value?: string;
  }[];
}

export interface UrlVerification {
  readonly type: 'url_verification';
  readonly challenge: string;
}

export type SlackPayload = EventCallback | BlockActions;

/**
 * Slack does not send a person's language with their messages; `locale` is the workspace's language, where it is known.
 */
export interface SlackUpdate {
  readonly payload: SlackPayload;
  readonly locale: string | null;
}
