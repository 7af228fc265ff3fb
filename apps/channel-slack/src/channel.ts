import { defineChannel } from '@arbiter/channels';
import { LONGEST_TEXT, render } from './render';
import { toCanonical } from './to-canonical';

/** Slack as a channel (CH-03). */
export const slack = defineChannel({
  name: 'slack',
  capabilities: { longestText: LONGEST_TEXT, buttons: true, reactions: true, quotes: true },
  toCanonical,
  render,
});
