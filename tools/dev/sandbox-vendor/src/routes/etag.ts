import type { FastifyRequest } from 'fastify';
import type { Books } from '../books';
import { etagOf } from '../order-view';
import type { Order } from '../shop';
import { VendorError } from '../vendor-error';

/**
 * The If-Match of a request that fits the order as it is: 428 without one, 412 when the order has changed since it was
 * read.
 */
export function matchedEtag(request: FastifyRequest, order: Order, books: Books): string {
  const match = request.headers['if-match'];
  if (match === undefined) throw new VendorError(428, 'if_match_missing', 'send the ETag of the order as If-Match');
  if (match !== etagOf(order, books))
    throw new VendorError(412, 'order_changed', 'the order has changed; read it again');
  return match;
}
