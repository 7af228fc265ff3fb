import type { Canonical, Disregarded } from '@arbiter/channels';
import type { AppMentionEvent, MessageChangedEvent, MessageEvent } from '@slack/types';
import { pressedButton } from './buttons';
import { idOfEdit, idOfMessage, idOfPress, type Place } from './message-id';
import { plainText } from './plain-text';
import type { BlockActions, EventCallback, SlackUpdate } from './update';

/** The common fields of people's messages, whichever event they come in. */
interface Said {
  readonly user?: string;
  readonly bot_id?: string;
  readonly text?: string;
  readonly ts: string;
  readonly thread_ts?: string;
  readonly files?: readonly unknown[];
  readonly edited?: { readonly ts: string };
}

/** Subtypes a person's own words come in; the others are notices. */
const SUBTYPES_OF_PEOPLE: readonly (string | undefined)[] = [undefined, 'thread_broadcast', 'file_share', 'me_message'];

/** CH-01, CH-02: the channel is the session, whichever thread a message is in. */
export function toCanonical({ payload, locale }: SlackUpdate): Canonical {
  const canonical = payload.type === 'block_actions' ? pressOf(payload) : eventOf(payload);
  return 'disregarded' in canonical || locale === null ? canonical : { ...canonical, channelMetadata: { locale } };
}

function eventOf({ event, authorizations = [] }: EventCallback): Canonical {
  const ownIds = authorizations.filter(({ is_bot }) => is_bot).map(({ user_id }) => user_id);
  if (event.type === 'message' && event.subtype === 'message_changed') return editOf(event);
  if (event.type !== 'message' && event.type !== 'app_mention') return disregarded('another kind of event');
  return SUBTYPES_OF_PEOPLE.includes(event.subtype)
    ? saidOf(event, event, ownIds)
    : disregarded('a notice of the channel');
}

function saidOf({ channel }: MessageEvent | AppMentionEvent, said: Said, ownIds: readonly string[]): Canonical {
  if (!isOfPerson(said)) return disregarded('not written by a person');
  const place = placeIn(said);
  const message = {
    sessionId: channel,
    userId: said.user,
    messageId: idOfMessage(place),
    ...(place.thread === null ? {} : { replyToMessageId: place.thread }),
  };
  if (said.files?.length) return { ...message, text: 'file', unreadable: 'unsupported' };
  const text = plainText(withoutMention(said.text ?? '', ownIds));
  return text === ''
    ? { ...message, text: 'something without words', unreadable: 'unsupported' }
    : { ...message, text };
}

/** A link that gets its preview changes a message too; only a person's edit of the words counts. */
function editOf({ channel, message, previous_message }: MessageChangedEvent): Canonical {
  const [after, before]: readonly Said[] = [message as Said, previous_message as Said];
  if (!after || !isOfPerson(after) || !after.edited || after.text === before?.text)
    return disregarded('a change of something else than words');
  const place = placeIn(after);
  return {
    sessionId: channel,
    userId: after.user,
    messageId: idOfEdit(place, after.edited.ts),
    replyToMessageId: idOfMessage(place),
    text: 'edited message',
    unreadable: 'edited',
  };
}

function pressOf({ user, channel, message, actions }: BlockActions): Canonical {
  const [action] = actions;
  const button = action && pressedButton(action);
  if (!action || !channel || !button) return disregarded('a button of another program');
  // A button of a message that is shown in the channel too may have been pressed there, so the answer goes to the
  // channel.
  const thread = message?.subtype === 'thread_broadcast' ? null : (message?.thread_ts ?? null);
  return {
    sessionId: channel.id,
    userId: user.id,
    messageId: idOfPress(action.action_ts, user.id, thread),
    text: button.text,
    answerTo: button.answerTo,
  };
}

const isOfPerson = (said: Said): said is Said & { user: string } =>
  said.user !== undefined && said.bot_id === undefined;
const placeIn = ({ ts, thread_ts }: Said): Place => ({
  ts,
  thread: thread_ts === undefined || thread_ts === ts ? null : thread_ts,
});

/** In a channel a message begins with the app's name, which is no part of the text. */
function withoutMention(text: string, ownIds: readonly string[]): string {
  const [mention, id] = /^\s*<@([A-Z0-9]+)(?:\|[^>]*)?>[\s,:]*/.exec(text) ?? [];
  return (mention !== undefined && id !== undefined && ownIds.includes(id) ? text.slice(mention.length) : text).trim();
}

const disregarded = (reason: string): Disregarded => ({ disregarded: reason });
