import { textsOf } from '@arbiter/channels';
import type { Mark, OutboundMessage } from '@arbiter/contracts';
import { buttonsOf } from './buttons';
import { threadOf, tsOf } from './message-id';
import { escaped } from './plain-text';
import type { SlackPost } from './post';

/** Characters of a section. */
export const LONGEST_TEXT = 3_000;

/** Reactions by their names in Slack. */
const WORKING = 'eyes';
const DONE = 'white_check_mark';

/**
 * Words first, for they matter most: the header before the text (ER-01), buttons below the last piece. Blocks of plain
 * text only.
 */
export function render(message: OutboundMessage): readonly SlackPost[] {
  return [...wordsOf(message), ...message.marks.flatMap((mark) => reactionsOf(message.sessionId, mark))];
}

function wordsOf(message: OutboundMessage): readonly SlackPost[] {
  const texts = textsOf(message, LONGEST_TEXT);
  return texts.map((text, index): SlackPost => ({
    method: 'chat.postMessage',
    arguments: {
      channel: message.sessionId,
      text: escaped(text),
      blocks: [
        { type: 'section', text: { type: 'plain_text', text, emoji: false } },
        ...(index === texts.length - 1 && message.choices.length > 0
          ? [buttonsOf(message.answerTo, message.choices)]
          : []),
      ],
      ...standing(message),
    },
  }));
}

/**
 * The answer to a message of a thread goes to that thread. Slack has no quotes; the closest is a reply in the message's
 * thread that is shown in the channel too.
 */
function standing({ quote, inReplyTo }: OutboundMessage): { thread_ts?: string; reply_broadcast?: boolean } {
  const thread = inReplyTo === null ? null : threadOf(inReplyTo);
  if (thread !== null) return { thread_ts: thread };
  const quoted = quote === null ? null : (threadOf(quote) ?? tsOf(quote));
  return quoted === null ? {} : { thread_ts: quoted, reply_broadcast: true };
}

/** Each mark takes the place of the one before. A pressed button is no message and carries none. */
function reactionsOf(channel: string, { messageId, reaction }: Mark): readonly SlackPost[] {
  const timestamp = tsOf(messageId);
  if (timestamp === null) return [];
  const target = { channel, timestamp };
  const add = (name: string): SlackPost => ({ method: 'reactions.add', arguments: { ...target, name } });
  const remove = (name: string): SlackPost => ({ method: 'reactions.remove', arguments: { ...target, name } });
  switch (reaction) {
    case 'working':
      return [add(WORKING)];
    case 'done':
      return [add(DONE), remove(WORKING)];
    case 'none':
      return [remove(WORKING), remove(DONE)];
  }
}
