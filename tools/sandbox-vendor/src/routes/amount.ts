import type { Order } from '../shop';
import { VendorError } from '../vendor-error';

/** Refuses what cannot be paid back: 422 for parts of a cent or for more than was paid. */
export function checkAmount(amount: number, order: Order): void {
  const minor = Math.round(amount * 100);
  if (Math.abs(amount * 100 - minor) > 1e-6) throw new VendorError(422, 'invalid_amount', 'amount holds parts of a cent; give euros with two decimals');
  if (minor > order.totalMinor) throw new VendorError(422, 'amount_exceeds_total', `amount exceeds what order ${order.orderNumber} cost; give ${order.total} or less`);
}
