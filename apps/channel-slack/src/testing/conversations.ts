import type { KnownBlock } from '@slack/types';

type Given = Record<string, unknown>;
type Result = { ok: true; [field: string]: unknown } | { ok: false; error: string };

const CHANNEL = /^[CDG][A-Z0-9]{4,}$/;
const LONGEST_SECTION = 3_000;
const LONGEST_LABEL = 75;
const LONGEST_VALUE = 2_000;
const MOST_ELEMENTS = 25;

/** What stands in the channels, and what Slack refuses on its own. */
export class Conversations {
  private posted = 0;
  private readonly reactions = new Set<string>();

  answer(method: string, given: Given): Result {
    switch (method) {
      case 'auth.test':
        return { ok: true, url: 'https://ada.slack.com/', team_id: 'T0SHOP', user_id: 'U0ADA', bot_id: 'B0ADA' };
      case 'chat.postMessage':
        return this.post(given);
      case 'reactions.add':
        return this.react(given, true);
      case 'reactions.remove':
        return this.react(given, false);
      default:
        return refused('unknown_method');
    }
  }

  private post({ channel, text, blocks, thread_ts }: Given): Result {
    if (typeof channel !== 'string' || !CHANNEL.test(channel)) return refused('channel_not_found');
    if (!text && !blocks) return refused('no_text');
    if (blocks !== undefined && !(blocks as KnownBlock[]).every(isValid)) return refused('invalid_blocks');
    if (thread_ts !== undefined && !/^\d+\.\d{6}$/.test(String(thread_ts))) return refused('invalid_thread_ts');
    this.posted += 1;
    const ts = `1800000000.${String(this.posted).padStart(6, '0')}`;
    return { ok: true, channel, ts, message: { type: 'message', subtype: 'bot_message', text, ts, bot_id: 'B0BOT' } };
  }

  private react({ channel, timestamp, name }: Given, isAdded: boolean): Result {
    if (!/^\d+\.\d{6}$/.test(String(timestamp))) return refused('bad_timestamp');
    const key = `${channel} ${timestamp} ${name}`;
    if (isAdded === this.reactions.has(key)) return refused(isAdded ? 'already_reacted' : 'no_reaction');
    if (isAdded) this.reactions.add(key);
    else this.reactions.delete(key);
    return { ok: true };
  }
}

function isValid(block: KnownBlock): boolean {
  if (block.type === 'section')
    return block.text !== undefined && block.text.text.length >= 1 && block.text.text.length <= LONGEST_SECTION;
  if (block.type !== 'actions' || block.elements.length < 1 || block.elements.length > MOST_ELEMENTS) return false;
  const buttons = block.elements.flatMap((element) => (element.type === 'button' ? [element] : []));
  return (
    new Set(buttons.map(({ action_id }) => action_id)).size === buttons.length &&
    buttons.every(
      ({ text, value = '' }) =>
        text.text.length >= 1 && text.text.length <= LONGEST_LABEL && value.length <= LONGEST_VALUE,
    )
  );
}

const refused = (error: string): Result => ({ ok: false, error });
