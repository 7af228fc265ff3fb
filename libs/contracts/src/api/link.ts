import type { Static } from 'typebox';
import { Closed, Instant } from '../vocabulary';
import { Nullable, Text } from './parts';

/** Which customer an account of a channel is (CH-17). */
export const LinkView = Closed({
  channel: Text,
  userId: Text,
  customerId: Text,
  confirmedAt: Instant,
  expiresAt: Nullable(Instant),
});
export type LinkView = Readonly<Static<typeof LinkView>>;

/** The account that a code links. */
export const LinkCodeView = Closed({ channel: Text, userId: Text, expiresAt: Instant });
export type LinkCodeView = Readonly<Static<typeof LinkCodeView>>;
