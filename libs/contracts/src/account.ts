import { Type, type Static } from 'typebox';
import { PersonIdentifier } from './message';
import { streamOf } from './streams';
import { token } from './subject-token';
import { Closed } from './vocabulary';

/** A person as a channel knows them: no customer until the tenant's back end names one (CH-17). */
export interface Account {
  readonly tenant: string;
  readonly channel: string;
  readonly userId: string;
}

/** The answer to a person whose account is bound to no customer; the names are those of the sentence `link_needed`. */
export const LinkOffer = Closed({
  link: Type.String({ description: "the tenant's page with the code; the code alone when there is no page" }),
  code: Type.String(),
});
export type LinkOffer = Static<typeof LinkOffer>;

/** The tenant's back end names the customer who holds a code. */
export const LinkConfirmation = Closed({
  code: Type.String({ minLength: 1, maxLength: 1_000, description: 'the code that the person brought' }),
  customerId: PersonIdentifier,
});
export type LinkConfirmation = Static<typeof LinkConfirmation>;

export const linkStreamOf = ({ tenant, channel, userId }: Account): string =>
  streamOf('link', tenant, `${channel}.${token(userId)}`);

/**
 * The customer id of an account that is bound to no customer: the account itself, with a conversation and a data key of
 * its own.
 */
export const unlinkedCustomerOf = ({ channel, userId }: Account): string => `account:${channel}:${userId}`;
