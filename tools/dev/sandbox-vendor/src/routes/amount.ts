import type { Books } from '../books';
import { refundableMinor } from '../order-view';
import type { Order } from '../shop';
import { VendorError, alreadyRefunded } from '../vendor-error';

/**
 * Refuses an impossible refund: 422 for parts of a cent or for more than was paid, 409 for an amount that was paid back
 * before.
 */
export function checkAmount(amount: number, order: Order, books: Books): void {
  const minor = Math.round(amount * 100);
  const left = refundableMinor(order, books);
  if (Math.abs(amount * 100 - minor) > 1e-6)
    throw new VendorError(422, 'invalid_amount', 'amount holds parts of a cent; give euros with two decimals');
  if (minor > order.totalMinor)
    throw new VendorError(
      422,
      'amount_exceeds_total',
      `amount exceeds what order ${order.orderNumber} cost; give ${order.total} or less`,
    );
  if (left <= 0) throw alreadyRefunded(order.orderNumber);
  if (minor > left)
    throw new VendorError(
      422,
      'amount_exceeds_rest',
      `amount exceeds what is left to refund of order ${order.orderNumber}; give ${left / 100} or less`,
    );
}
