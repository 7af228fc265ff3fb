import { LinkConfirmation } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = LinkConfirmation;

/** The account's code and the customer who holds it, as the tenant's back end sends them. */
export class LinkBody implements LinkConfirmation {
  @Fits(properties.code) code!: string;
  @Fits(properties.customerId) customerId!: string;
}
