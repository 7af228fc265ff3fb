import type { ProviderAction, ShownPost } from '@arbiter/channels/testing';
import type { ActionsBlock, GenericMessageEvent } from '@slack/types';
import { escaped } from '../plain-text';
import type { BlockActions, EventCallback } from '../update';
import type { AppCall } from './slack-server';

const BOT = 'U0ADA';
const EPOCH = 1_700_000_000;

export interface StandingPost extends ShownPost {
  readonly call: AppCall;
}

export const channelOf = (chat: number): string => `D0CHAT${chat}`;
export const chatOf = (channel: string): number => Number(channel.replace(/^D0CHAT/, ''));
const tsOf = (chat: number, number: number): string => `${EPOCH + chat}.${String(number).padStart(6, '0')}`;
export const numberOf = (ts: string): number => Number(ts.split('.')[1]);

/** An event in the envelope the Events API puts around it. */
export const envelopeOf = (event: EventCallback['event'], changes: Partial<EventCallback> = {}): EventCallback => ({
  type: 'event_callback',
  event_id: `Ev${event.event_ts.replace('.', '')}`,
  authorizations: [{ user_id: BOT, is_bot: true }],
  event,
  ...changes,
});

export function messageOf(
  chat: number,
  person: number,
  number: number,
  changes: Partial<GenericMessageEvent> = {},
): GenericMessageEvent {
  const ts = tsOf(chat, number);
  return {
    type: 'message',
    subtype: undefined,
    channel: channelOf(chat),
    channel_type: 'im',
    user: `U0${person}PERSON`,
    ts,
    event_ts: ts,
    text: 'hello',
    ...changes,
  };
}

/** What happened as the update that Slack makes of it. */
export function updateOf(action: ProviderAction): EventCallback | BlockActions {
  const { chat, person, number, kind } = action;
  if (kind === 'pressed') return pressOf(action);
  const message = messageOf(chat, person, number);
  switch (kind) {
    case 'text':
      return envelopeOf({
        ...message,
        text: escaped(action.text),
        ...(action.quotes ? { thread_ts: action.quotes.id } : {}),
      });
    case 'edited':
      return envelopeOf(editOf(message, escaped(action.text)));
    case 'unsupported':
      return envelopeOf({
        ...message,
        subtype: 'file_share',
        text: '',
        files: [{ id: 'F1', name: 'receipt.png' }],
      } as never);
    case 'own':
      return envelopeOf({ ...message, user: BOT, bot_id: 'B0ADA' });
  }
}

/** As Slack tells of an edit: the message inside the event, before and after. */
export function editOf(message: GenericMessageEvent, text: string): EventCallback['event'] {
  const edited = {
    ...message,
    text,
    edited: { user: message.user, ts: `${Number(message.ts.split('.')[0]) + 60}.000000` },
  };
  return {
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    channel: message.channel,
    channel_type: 'im',
    ts: edited.edited.ts,
    event_ts: edited.edited.ts,
    message: edited,
    previous_message: message,
  };
}

function pressOf({ chat, person, number, post, choice }: Extract<ProviderAction, { kind: 'pressed' }>): BlockActions {
  const block = (post as StandingPost).call.arguments['blocks'] as ActionsBlock[];
  const button = block.find(({ type }) => type === 'actions')?.elements[choice];
  if (button?.type !== 'button') throw new Error(`the post has no button ${choice}`);
  return {
    type: 'block_actions',
    user: { id: `U0${person}PERSON` },
    channel: { id: channelOf(chat) },
    actions: [{ type: 'button', action_id: button.action_id!, value: button.value, action_ts: tsOf(chat, number) }],
  };
}
