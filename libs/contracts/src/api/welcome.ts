import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';
import { Described, ListOf, Text } from './parts';

/** What a page shows before a conversation begins. */
export const WelcomeView = Closed({
  customers: Described(ListOf(Text), 'the customers that a person at the page may speak as'),
  twoStage: Described(Type.Boolean(), 'TP-16: messages may go by the two-stage route'),
  examples: Described(ListOf(Text), 'sentences to begin with, in the wished language where the tenant has some'),
});
export type WelcomeView = Readonly<Static<typeof WelcomeView>>;
