import type { FastifyRequest } from 'fastify';
import type { Books, Mutation } from '../books';
import { VendorError } from '../vendor-error';

export type Effect = Pick<Mutation, 'customerId' | 'orderNumber' | 'result'>;

/** A mutation with an Idempotency-Key: the same key and body give the same answer, and one entry in the ledger. */
export function once(
  books: Books,
  request: FastifyRequest,
  route: string,
  body: object,
  effect: () => Effect,
): Mutation['body'] {
  const key = keyOf(request);
  const posted = { ...body };
  const entry =
    books.earlier(route, key, posted) ?? books.post({ route, kind: 'native_key', key, body: posted, ...effect() });
  return entry.result;
}

export function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '')
    throw new VendorError(400, 'idempotency_key_missing', 'send an Idempotency-Key header');
  return key;
}
