import type { InboundMessage, OutboundMessage } from '@arbiter/contracts';

/** What people can see and do on a channel; `render` keeps to it. */
export interface Capabilities {
  /** characters of one post; a longer text becomes several */
  readonly longestText: number;
  readonly buttons: boolean;
  readonly reactions: boolean;
  readonly quotes: boolean;
}

/**
 * Nothing of a conversation: a bot's own post, a join, a receipt. The reason is for logs and holds nothing personal.
 */
export interface Disregarded {
  readonly disregarded: string;
}

/** One update of the provider in Arbiter's own terms. */
export type Canonical = Omit<InboundMessage, 'channel'> | Disregarded;
export const isDisregarded = (canonical: Canonical): canonical is Disregarded => 'disregarded' in canonical;

/**
 * A channel in its provider's terms. Both directions are pure, so that the same update always gives the same message.
 * `Update` is an input whose signature was checked, `Post` one call to the provider.
 */
export interface Channel<Update, Post> {
  /** a lower-case letter, then letters, digits and underscores; part of its NATS subjects and of its credentials */
  readonly name: string;
  readonly capabilities: Capabilities;
  toCanonical(update: Update): Canonical;
  /** in the order they are to be made; empty when there is nothing to show */
  render(message: OutboundMessage): readonly Post[];
}

/** Throws when the name cannot be part of a subject. */
export function defineChannel<Update, Post>(channel: Channel<Update, Post>): Channel<Update, Post> {
  if (!/^[a-z][a-z0-9_]{0,31}$/.test(channel.name)) {
    throw new Error(
      `"${channel.name}" cannot name a channel: begin with a small letter, go on with small letters, digits and underscores`,
    );
  }
  return channel;
}
