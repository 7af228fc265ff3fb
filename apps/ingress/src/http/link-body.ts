import { LinkConfirmation } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = LinkConfirmation;

/** Who holds a code, as the tenant's back end knows. */
export class LinkBody implements LinkConfirmation {
  @Fits(properties.code) code!: string;
  @Fits(properties.customerId) customerId!: string;
}
