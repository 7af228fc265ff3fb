import type { OrderStatus } from './shop';

/** A refusal as the caller sees it: `{code, message}` under an HTTP status. */
export class VendorError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'VendorError';
  }
}

/** Also the answer for another customer's data: the caller cannot distinguish the two. */
export const notFound = (): VendorError => new VendorError(404, 'not_found', 'there is no such thing here');

/** Only an order that has not left can be changed. */
export function checkUnshipped(orderNumber: string, status: OrderStatus): void {
  if (status === 'cancelled')
    throw new VendorError(409, 'already_cancelled', `order ${orderNumber} has been cancelled before`);
  if (status !== 'processing') throw new VendorError(409, 'already_shipped', `order ${orderNumber} has left the house`);
}

export const alreadyRefunded = (orderNumber: string): VendorError =>
  new VendorError(409, 'already_refunded', `order ${orderNumber} has been refunded before`);
