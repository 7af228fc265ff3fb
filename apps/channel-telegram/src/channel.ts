import { defineChannel } from '@arbiter/channels';
import { LONGEST_TEXT, render } from './render';
import { toCanonical } from './to-canonical';

/** Telegram as a channel (CH-03). */
export const telegram = defineChannel({
  name: 'telegram',
  capabilities: { longestText: LONGEST_TEXT, buttons: true, reactions: true, quotes: true },
  toCanonical,
  render,
});
